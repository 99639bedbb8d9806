# What the layers become. Each is bound to its own functions (-Bsymbolic-functions): an inline function that an unoptimised part
# compiles too never runs in its place.
#
#   lib/tandem/program/libtandem.so          model, specs, checker, engines: what the search needs
#   lib/tandem/program/libtandem-engines.so  smt, exports, perfsim: what the other commands need
#   bin/tandem                               the program, with the commands of the search
#   lib/tandem/program/commands.so           all other commands, which the program loads when one is asked for
#   lib/tandem/protocols/                    modules of protocols (protocol.cmake)

set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib/tandem/program)
set(CMAKE_BUILD_RPATH_USE_ORIGIN ON)
set(TANDEM_OWN_FUNCTIONS -Wl,-Bsymbolic-functions)
if(NOT TANDEM_SANITIZE AND NOT TANDEM_FUZZ)  # what watches a library is in the program alone
  list(APPEND TANDEM_OWN_FUNCTIONS -Wl,-z,defs)
endif()

# tandem_library(name [USES library] LAYERS layer...)
function(tandem_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "USES" "LAYERS")
  # The source that includes all headers (layer.cmake) is compiled with all, and by nobody who waits for a verdict.
  list(TRANSFORM arg_LAYERS REPLACE "(.+)" "$<FILTER:$<TARGET_OBJECTS:tandem_\\1>,EXCLUDE,all_headers>" OUTPUT_VARIABLE objects)
  list(TRANSFORM arg_LAYERS PREPEND tandem::)
  add_library(${name} SHARED ${objects})
  target_link_libraries(${name} PRIVATE ${arg_LAYERS} PUBLIC ${arg_USES})
  target_link_options(${name} PRIVATE ${TANDEM_OWN_FUNCTIONS})
  set_target_properties(${name} PROPERTIES LINKER_LANGUAGE CXX INSTALL_RPATH "$ORIGIN")
endfunction()

# What tells whether a module is of this Tandem (engines/modules.hpp).
function(tandem_make_module_version)
  set(ROOT ${PROJECT_SOURCE_DIR})
  set(watch CONFIGURE_DEPENDS)
  include(${ROOT}/cmake/installed_headers.cmake)
  list(TRANSFORM installed_headers PREPEND ${ROOT}/)
  set(source ${PROJECT_BINARY_DIR}/module_version.cpp)
  add_custom_command(OUTPUT ${source} DEPENDS ${installed_headers} ${ROOT}/cmake/module_version.cmake ${ROOT}/cmake/installed_headers.cmake VERBATIM
                     COMMAND ${CMAKE_COMMAND} -D ROOT=${ROOT} -D "VERSION=${PROJECT_VERSION} ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}"
                             -D OUTPUT=${source} -P ${ROOT}/cmake/module_version.cmake)
  add_library(tandem_module_version OBJECT ${source})
endfunction()

# After all layers.
function(tandem_libraries_and_program)
  tandem_library(tandem-library LAYERS model specs checker engines)
  set_target_properties(tandem-library PROPERTIES OUTPUT_NAME tandem EXPORT_NAME library)
  target_sources(tandem-library PRIVATE $<TARGET_OBJECTS:tandem_module_version>)
  tandem_library(tandem-engines USES tandem-library LAYERS smt exports perfsim)
  set_target_properties(tandem-engines PROPERTIES EXPORT_NAME engines-library)

  tandem_include_directory(apps directory)
  add_executable(tandem ${PROJECT_SOURCE_DIR}/apps/main.cpp $<TARGET_OBJECTS:tandem_search>)
  target_link_libraries(tandem PRIVATE tandem::apps tandem-library)
  # The commands use what the program has.
  set_target_properties(tandem PROPERTIES ENABLE_EXPORTS ON INSTALL_RPATH "$ORIGIN/../lib/tandem/program")
  add_library(tandem-commands MODULE $<TARGET_OBJECTS:tandem_apps> $<TARGET_OBJECTS:tandem_reproduce>)
  target_link_libraries(tandem-commands PRIVATE tandem::reproduce tandem-library tandem-engines tandem)
  target_link_options(tandem-commands PRIVATE -Wl,-Bsymbolic-functions)
  set_target_properties(tandem-commands PROPERTIES PREFIX "" OUTPUT_NAME commands SUFFIX ".so" INSTALL_RPATH "$ORIGIN")
endfunction()
