# Programs: what is linked, and in which order.

# tandem_program(name source...)
# A program of all layers, commands and protocols. The optimised objects come before all others: of an inline function that several objects have, the linker takes the
# first.
function(tandem_program name)
  foreach(layer IN LISTS TANDEM_LAYERS)
    list(APPEND optimised $<TARGET_OBJECTS:tandem_${layer}>)
  endforeach()
  add_executable(${name} ${optimised} $<TARGET_OBJECTS:tandem_searching> ${PROJECT_SOURCE_DIR}/apps/program.cpp ${ARGN})
  tandem_registry(${name})
  target_link_libraries(${name} PRIVATE tandem::reproduce)
  # Libraries of users' kernels use what the program has (kernel.cmake).
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
endfunction()

# tandem_search_program(name source...)
# A program of `check` alone, that is built soon: without simulator, prover, exports and broken texts.
function(tandem_search_program name)
  add_executable(${name} $<TARGET_OBJECTS:tandem_searching> $<TARGET_OBJECTS:tandem_checker> ${ARGN})
  tandem_search_registry(${name})
  tandem_include_directory(apps directory)
  target_include_directories(${name} PRIVATE ${directory})
  target_link_libraries(${name} PRIVATE tandem::checker tandem::protocols CLI11::CLI11 fmt::fmt nlohmann_json::nlohmann_json)
endfunction()
