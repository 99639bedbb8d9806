# What `cmake --install` puts under a prefix: the program, the library, and the package that find_package(tandem) finds. The build folder is such a package too, for
# protocols in folders of their own (`./tandem check FOLDER`).
# The headers go to include/tandem/<folder>/, and the targets name include/tandem, so includes read as they do here.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(interfaces model specs protocols checker smt exports perfsim engines)
list(TRANSFORM interfaces PREPEND tandem_)
list(TRANSFORM interfaces APPEND _interface)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)
set(modules ${CMAKE_INSTALL_LIBDIR}/tandem/protocols)

# The first rule: a tree that is built in part says so before anything is installed. The target `installed` builds what is, and no
# tests.
set(needed tandem tandem-library tandem-engines tandem-commands)
get_property(protocols GLOBAL PROPERTY TANDEM_PROTOCOLS)
foreach(part IN LISTS TANDEM_PARTS)
  list(TRANSFORM protocols APPEND -${part} OUTPUT_VARIABLE modules_of_part)
  list(APPEND needed ${modules_of_part})
endforeach()
add_custom_target(installed DEPENDS ${needed} every-bugs manual)
list(TRANSFORM needed REPLACE "(.+)" "$<TARGET_FILE:\\1>")
get_property(bugs GLOBAL PROPERTY TANDEM_BUGS)
list(APPEND needed ${bugs} ${PROJECT_BINARY_DIR}/tandem.1.gz)
install(CODE "set(needed \"${needed}\")
foreach(file IN LISTS needed)
  if(NOT EXISTS \"\${file}\")
    list(APPEND missing \"\${file}\")
  endif()
endforeach()
if(missing)
  list(LENGTH missing many)
  list(GET missing 0 first)
  message(FATAL_ERROR \"Not all that is installed is built: of \${many} missing files the first is \${first}. \"
          \"`cmake --build ${PROJECT_BINARY_DIR} --target installed` builds them.\")
endif()")

# Libraries of this program alone, so none is where the system looks for shared ones.
install(TARGETS tandem tandem-library tandem-engines ${interfaces} EXPORT tandem LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tandem/program)
install(TARGETS tandem-commands LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR}/tandem/program)
foreach(protocol IN LISTS protocols)
  foreach(part IN LISTS TANDEM_PARTS)
    list(APPEND parts ${protocol}-${part})
  endforeach()
endforeach()
# A protocol in a folder may use what is compiled of this one.
list(REMOVE_ITEM parts baseline-check)
install(TARGETS baseline-check EXPORT tandem LIBRARY DESTINATION ${modules})
install(TARGETS ${parts} LIBRARY DESTINATION ${modules})
install(FILES ${TANDEM_MODULES_DIRECTORY}/list DESTINATION ${modules})
install(DIRECTORY ${TANDEM_MODULES_DIRECTORY}/ DESTINATION ${modules} FILES_MATCHING PATTERN "*-outcomes" PATTERN bugs EXCLUDE)
install(DIRECTORY ${TANDEM_MODULES_DIRECTORY}/bugs DESTINATION ${modules} PATTERN "*.d" EXCLUDE)
foreach(folder IN ITEMS model specs protocols checker smt exports perfsim engines)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${folder}/*.hpp)
  foreach(header IN LISTS headers)
    cmake_path(GET header PARENT_PATH place)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${place})
  endforeach()
endforeach()
install(EXPORT tandem NAMESPACE tandem:: FILE tandemTargets.cmake DESTINATION ${package})
export(EXPORT tandem NAMESPACE tandem:: FILE ${PROJECT_BINARY_DIR}/tandemTargets.cmake)
# What the check of a folder is built with, and what all other parts are.
add_custom_target(package_to_search DEPENDS tandem tandem-library baseline-check)
add_custom_target(package_of_build DEPENDS package_to_search tandem-engines tandem-commands)

list(TRANSFORM TANDEM_DEPENDENCIES REPLACE "(.+)" "find_dependency(\\1)\n" OUTPUT_VARIABLE lines)
string(CONCAT TANDEM_FIND_DEPENDENCIES ${lines})
configure_package_config_file(cmake/tandemConfig.cmake.in tandemConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(tandemConfigVersion.cmake COMPATIBILITY SameMinorVersion)
set(package_files cmake/protocol.cmake cmake/kernel.cmake cmake/sanitized.cmake cmake/unset_values.cpp cmake/address_errors.cpp)
file(COPY ${package_files} DESTINATION ${PROJECT_BINARY_DIR})
# Inline functions of the library are compiled in the user's files again, so these need the same compiler.
file(WRITE ${PROJECT_BINARY_DIR}/compiler "${CMAKE_CXX_COMPILER}\n")
install(FILES ${PROJECT_BINARY_DIR}/tandemConfig.cmake ${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake ${PROJECT_BINARY_DIR}/module_version.cpp ${PROJECT_BINARY_DIR}/compiler ${package_files}
        DESTINATION ${package})

# What the program says of itself, for `man tandem`; and what makes bash ask it.
add_custom_command(OUTPUT tandem.1.gz DEPENDS tandem tandem-commands every-check VERBATIM
                   COMMAND tandem reference --format man --output tandem.1 COMMAND gzip -9nf tandem.1)
add_custom_target(manual ALL DEPENDS tandem.1.gz)
install(FILES ${PROJECT_BINARY_DIR}/tandem.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES apps/shell/tandem.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tandem)
