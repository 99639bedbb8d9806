# Programs: what is linked, and in which order.

# tandem_program(name MUTANTS texts|names source...)
# A program of all layers, commands and protocols, with the texts of mutants, or with their names alone: half of all files are the texts'. The optimised
# objects come before all others: of an inline function that several objects have, the linker takes the first.
function(tandem_program name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "MUTANTS" "")
  if(NOT TARGET tandem_program)  # what all of them compile alike
    tandem_write_registry(registry.cpp bound registry)
    add_library(tandem_program OBJECT ${PROJECT_SOURCE_DIR}/apps/program.cpp ${registry})
    target_link_libraries(tandem_program PRIVATE tandem::reproduce tandem::protocols)
  endif()
  foreach(layer IN LISTS TANDEM_LAYERS)
    if(layer IN_LIST TANDEM_REPORTING_LAYERS)
      list(APPEND reporting $<TARGET_OBJECTS:tandem_${layer}>)
    else()
      list(APPEND optimised $<TARGET_OBJECTS:tandem_${layer}>)
    endif()
  endforeach()
  get_property(protocols GLOBAL PROPERTY TANDEM_PROTOCOLS)
  foreach(protocol IN LISTS protocols)
    list(APPEND optimised $<TARGET_OBJECTS:tandem_${protocol}_text>)
  endforeach()
  add_executable(${name} ${optimised} $<TARGET_OBJECTS:tandem_searching> $<TARGET_OBJECTS:tandem_program> ${arg_UNPARSED_ARGUMENTS})
  tandem_registry(${name} ${arg_MUTANTS})
  target_sources(${name} PRIVATE ${reporting})
  target_link_libraries(${name} PRIVATE tandem::reproduce)
  # Libraries of users' kernels use what the program has (kernel.cmake).
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
endfunction()

# tandem_search_program(name protocol...)
# A program of `check` alone, of these protocols, that is built soon: without simulator, prover, exports and broken texts.
function(tandem_search_program name)
  if(NOT TARGET tandem_search_main)  # what all of them compile alike
    tandem_include_directory(apps directory)
    add_library(tandem_search_main OBJECT ${PROJECT_SOURCE_DIR}/apps/check_main.cpp ${PROJECT_SOURCE_DIR}/engines/registry.cpp)
    foreach(layer IN ITEMS apps protocols smt perfsim engines)
      tandem_include_directory(${layer} directory)
      target_include_directories(tandem_search_main PRIVATE ${directory})
    endforeach()
    target_link_libraries(tandem_search_main PRIVATE tandem::checker tandem::specs CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
  endif()
  add_executable(${name} $<TARGET_OBJECTS:tandem_searching> $<TARGET_OBJECTS:tandem_checker> $<TARGET_OBJECTS:tandem_search_main>)
  tandem_search_registry(${name} ${ARGN})
  target_link_libraries(${name} PRIVATE tandem::checker tandem::specs CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
endfunction()
