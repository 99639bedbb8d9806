# What `cmake --install` puts under a prefix: the program, the library, and the package that find_package(tandem) finds. The build folder is such a package too, for
# protocols in folders of their own (`./tandem check FOLDER`).
# The headers go to include/tandem/<folder>/, and the targets name include/tandem, so includes read as they do here.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(installed model specs protocols checker smt exports perfsim engines searching apps)
list(TRANSFORM installed PREPEND tandem_ OUTPUT_VARIABLE targets)
set(package ${CMAKE_INSTALL_LIBDIR}/cmake/tandem)

install(TARGETS tandem ${targets} EXPORT tandem)
foreach(folder IN ITEMS model specs protocols checker smt exports perfsim engines apps)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${folder}/*.hpp)
  foreach(header IN LISTS headers)
    cmake_path(GET header PARENT_PATH place)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/tandem/${place})
  endforeach()
endforeach()
install(EXPORT tandem NAMESPACE tandem:: FILE tandemTargets.cmake DESTINATION ${package})
export(EXPORT tandem NAMESPACE tandem:: FILE ${PROJECT_BINARY_DIR}/tandemTargets.cmake)
add_custom_target(package_of_build DEPENDS tandem-true ${targets})

list(TRANSFORM TANDEM_DEPENDENCIES REPLACE "(.+)" "find_dependency(\\1)\n" OUTPUT_VARIABLE lines)
string(CONCAT TANDEM_FIND_DEPENDENCIES ${lines})
configure_package_config_file(cmake/tandemConfig.cmake.in tandemConfig.cmake INSTALL_DESTINATION ${package})
write_basic_package_version_file(tandemConfigVersion.cmake COMPATIBILITY SameMinorVersion)
file(COPY cmake/protocol.cmake cmake/kernel.cmake DESTINATION ${PROJECT_BINARY_DIR})
# Inline functions of the library are compiled in the user's files again, so these need the same compiler.
file(WRITE ${PROJECT_BINARY_DIR}/compiler "${CMAKE_CXX_COMPILER}\n")
install(FILES ${PROJECT_BINARY_DIR}/tandemConfig.cmake ${PROJECT_BINARY_DIR}/tandemConfigVersion.cmake ${PROJECT_BINARY_DIR}/compiler cmake/protocol.cmake cmake/kernel.cmake
        DESTINATION ${package})

# What the program says of itself, for `man tandem`; and what makes bash ask it.
add_custom_command(OUTPUT tandem.1.gz DEPENDS tandem-true VERBATIM
                   COMMAND tandem-true reference --format man --output tandem.1 COMMAND gzip -9nf tandem.1)
add_custom_target(manual ALL DEPENDS tandem.1.gz)
install(FILES ${PROJECT_BINARY_DIR}/tandem.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
install(FILES apps/shell/tandem.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME tandem)
