# Adding a protocol: one folder with a description.hpp, and one line that says so. The engines are bound by generic code (engines/*_binding.hpp), of which each
# gets a translation unit of its own, made here: a program takes those that its commands need.

# tandem_protocol(name)
# The folder of this CMakeLists.txt, or `name` below it, holds the protocol tandem::<name>.
function(tandem_protocol name)
  set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
  cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
  set(namespace tandem::${name})
  set(generated ${PROJECT_BINARY_DIR}/protocols/${name})
  foreach(engine IN ITEMS check programs explored simulation proof export)
    set(description "${place}/description.hpp")
    # What is instantiated besides: engines/systems.hpp.
    set(of_configurations_check "template std::unique_ptr<model::Network> search_system<${namespace}::Description>(const ${namespace}::Description::Config&, bool);\n")
    set(of_configurations_proof "template smt::Problem proof_problem<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    set(of_configurations_explored "template Explored explored_system<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    if(engine STREQUAL proof AND EXISTS ${folder}/proof.hpp)
      set(description "${place}/proof.hpp")
    endif()
    write_if_new(${generated}/bind_${engine}.cpp "#include \"engines/${engine}_binding.hpp\"
#include \"${description}\"

namespace tandem::engines {
template void bind_${engine}<${namespace}::Description>(Protocol&);
${of_configurations_${engine}}}
")
    add_library(tandem_${name}_${engine} OBJECT ${generated}/bind_${engine}.cpp)
    target_link_libraries(tandem_${name}_${engine} PRIVATE tandem::engines tandem::protocols)
  endforeach()
  # What the text is on symbols is found out once, when a problem or an export is made: no time is spent on optimising it.
  foreach(engine IN ITEMS proof export)
    target_compile_options(tandem_${name}_${engine} PRIVATE -O0)
  endforeach()
  file(GLOB of_proof CONFIGURE_DEPENDS ${folder}/proof.cpp ${folder}/suggestions.cpp)
  target_sources(tandem_${name}_proof PRIVATE ${of_proof})
  tandem_mutants(${name} ${folder})
  set_property(GLOBAL APPEND PROPERTY TANDEM_PROTOCOLS ${name})
  set_property(GLOBAL PROPERTY TANDEM_${name}_NAMESPACE ${namespace})
  set_property(GLOBAL PROPERTY TANDEM_${name}_TEXTS_OF_MUTANTS ${texts_of_mutants})
endfunction()

# Sets `result` to a source file that lists the protocols that were declared, in that order; `make` is the template that makes each of its description.
function(tandem_write_registry file make result)
  get_property(names GLOBAL PROPERTY TANDEM_PROTOCOLS)
  foreach(name IN LISTS names)
    get_property(namespace GLOBAL PROPERTY TANDEM_${name}_NAMESPACE)
    string(APPEND declarations "namespace ${namespace} {\nstruct Description;\n}\n")
    list(APPEND entries ${make}<${namespace}::Description>\(\))
  endforeach()
  list(JOIN entries ", " entries)
  set(registry ${PROJECT_BINARY_DIR}/protocols/${file})
  write_if_new(${registry} "#include \"engines/registry.hpp\"

${declarations}
namespace tandem::engines {

const std::vector<Protocol>& protocols() {
    static const std::vector<Protocol> all{${entries}};
    return all;
}

}
")
  set(${result} ${registry} PARENT_SCOPE)
endfunction()

# tandem_registry(target)
# Gives the target all protocols with all engines, the optimised objects first.
function(tandem_registry target)
  get_property(names GLOBAL PROPERTY TANDEM_PROTOCOLS)
  foreach(name IN LISTS names)
    foreach(engine IN ITEMS check programs explored simulation)
      list(APPEND optimised $<TARGET_OBJECTS:tandem_${name}_${engine}>)
    endforeach()
    get_property(mutants GLOBAL PROPERTY TANDEM_${name}_TEXTS_OF_MUTANTS)
    foreach(part IN ITEMS tandem_${name}_proof tandem_${name}_export LISTS mutants)
      list(APPEND unoptimised $<TARGET_OBJECTS:${part}>)
    endforeach()
  endforeach()
  tandem_write_registry(registry.cpp bound registry)
  target_sources(${target} PRIVATE ${optimised} ${unoptimised} ${registry})
  target_link_libraries(${target} PRIVATE tandem::engines tandem::protocols)
endfunction()

# tandem_search_registry(target)
# The same with the search only, and with the names of broken texts.
function(tandem_search_registry target)
  get_property(names GLOBAL PROPERTY TANDEM_PROTOCOLS)
  foreach(name IN LISTS names)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:tandem_${name}_check> $<TARGET_OBJECTS:tandem_${name}_names_of_mutants>)
  endforeach()
  tandem_write_registry(search_registry.cpp bound_to_search registry)
  target_sources(${target} PRIVATE ${registry} ${PROJECT_SOURCE_DIR}/engines/registry.cpp)
  foreach(layer IN ITEMS specs smt perfsim engines)
    tandem_include_directory(${layer} directory)
    target_include_directories(${target} PRIVATE ${directory})
  endforeach()
endfunction()
