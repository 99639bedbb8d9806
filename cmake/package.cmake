# A Debian package, by CPack: `cpack --config build/CPackConfig.cmake` makes it of what is built. It has the program and all that a protocol in a folder of its own needs.
# dpkg-shlibdeps finds what the program needs to run. A compiler and the headers are recommended: only folders need them.
# A build of ./tandem uses all instructions of its machine; a package for others comes of one with -DTANDEM_NATIVE=OFF.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME tandem)
set(CPACK_PACKAGE_CONTACT "Developers of Tandem <developers@tandem.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "check, prove, compare and time memory protocols of GPUs")
set(CPACK_DEBIAN_PACKAGE_DESCRIPTION "A memory protocol is written once, as transition code in C++. The same text is
explored in every reachable state, proved with Z3 for unbounded timestamps and leases,
compared with consistency models, run in a cycle-level simulator, and exported to Murphi
and TLA+. The library and the CMake package with it build protocols of one's own.")
if(TANDEM_NATIVE)
  string(APPEND CPACK_DEBIAN_PACKAGE_DESCRIPTION "\nThis build may run only on processors like the one that it was built on.")
endif()
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_COMPRESSION_TYPE zstd)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_INSTALL_DEFAULT_DIRECTORY_PERMISSIONS OWNER_READ OWNER_WRITE OWNER_EXECUTE GROUP_READ GROUP_EXECUTE WORLD_READ WORLD_EXECUTE)

# packages.txt says what a folder needs: all below the comment that says so, up to the next comment.
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS packages.txt)
file(STRINGS packages.txt lines)
set(recommended "")
set(reading OFF)
foreach(line IN LISTS lines)
  if(line MATCHES "^#")
    string(FIND "${line}" "recommends them" at)
    if(at EQUAL -1)
      set(reading OFF)
    else()
      set(reading ON)
    endif()
  elseif(reading AND line MATCHES "^([^ ]+) ")
    list(APPEND recommended ${CMAKE_MATCH_1})
  endif()
endforeach()
if(NOT recommended)
  message(FATAL_ERROR "packages.txt does not say which packages a folder needs")
endif()
list(JOIN recommended ", " CPACK_DEBIAN_PACKAGE_RECOMMENDS)
include(CPack)
