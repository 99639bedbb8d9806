# Adding a protocol: one folder with a description.hpp, and one line that says so. The engines are bound by generic code (engines/*_binding.hpp), of which each
# gets a translation unit of its own, made here: a program takes those that its commands need.

set(TANDEM_ENGINES check programs explored simulation proof export)

# Keeps the time of a file that says the same already, so that it is not compiled again.
function(write_if_new file content)
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT "${old}" STREQUAL "${content}")
    file(WRITE ${file} "${content}")
  endif()
endfunction()

# The files of a folder include each other by the folder's name, which must then be this. A copy under another name would else be compiled of the files beside it.
function(tandem_check_own_includes folder)
  file(STRINGS ${folder}/description.hpp includes REGEX "^#include \"[^/]+/[^/]+\"")
  cmake_path(GET folder FILENAME called)
  string(FIND "${includes}" "#include \"${called}/" by_its_name)
  foreach(include IN LISTS includes)
    string(REGEX REPLACE "^#include \"([^/]+)/([^/]+)\".*" "\\1;\\2" include "${include}")
    list(GET include 0 at)
    list(GET include 1 file)
    if(EXISTS ${folder}/${file} AND (by_its_name EQUAL -1 OR NOT EXISTS ${folder}/../${at}/${file}) AND NOT at STREQUAL called AND NOT at MATCHES "^(model|specs|checker|smt|exports|perfsim|engines|apps)$")
      message(FATAL_ERROR "description.hpp includes \"${at}/${file}\", which is in ${folder}: a folder that is called ${at} is accepted")
    endif()
  endforeach()
endfunction()

# tandem_protocol(name [NAMESPACE namespace] [USES protocol...])
# In this tree: the folder `name` below this CMakeLists.txt holds the protocol <namespace>, tandem::<name> if nobody says otherwise, and the program `tandem` gets it. It may
# use what is compiled of the folders of others, which it names. A folder that was written outside the tree is moved here as it is: its files include each other by its name.
# In a project of its own: the folder of this CMakeLists.txt holds the protocol <namespace>, `name` if nobody says otherwise, and the program `name` has the commands.
function(tandem_protocol name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "USES")
  set(namespace ${arg_NAMESPACE})
  if(TANDEM_PACKAGE)
    set(folder ${CMAKE_CURRENT_SOURCE_DIR})
    cmake_path(GET folder FILENAME place)
  else()
    if(NOT namespace)
      set(namespace tandem::${name})
    endif()
    set(folder ${CMAKE_CURRENT_SOURCE_DIR}/${name})
    cmake_path(RELATIVE_PATH folder BASE_DIRECTORY ${PROJECT_SOURCE_DIR} OUTPUT_VARIABLE place)
  endif()
  if(NOT namespace)
    set(namespace ${name})
  endif()
  if(NOT EXISTS ${folder}/description.hpp)
    message(FATAL_ERROR "the protocol ${name} has no description.hpp in ${folder}: one as `tandem new` writes it is accepted")
  endif()
  # Said here in a line, for compilers say it of generated files, in many.
  file(STRINGS ${folder}/description.hpp its_namespace REGEX "^ *(inline )?namespace +${namespace}([^a-zA-Z0-9_:]|$)")
  if(NOT its_namespace)
    message(FATAL_ERROR "description.hpp has nothing in the namespace ${namespace}, where the protocol ${name} is looked for: `tandem_protocol(${name} NAMESPACE its_namespace)` names another")
  endif()
  if(TANDEM_PACKAGE)
    tandem_check_own_includes(${folder})
  endif()
  set(generated ${PROJECT_BINARY_DIR}/protocols/${name})
  foreach(engine IN LISTS TANDEM_ENGINES)
    # What is instantiated besides: engines/systems.hpp.
    set(of_configurations_check "template std::unique_ptr<model::Network> search_system<${namespace}::Description>(const ${namespace}::Description::Config&, bool);\n")
    set(of_configurations_proof "template smt::Problem proof_problem<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    set(of_configurations_explored "template Explored explored_system<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    write_if_new(${generated}/bind_${engine}.cpp "#include \"engines/${engine}_binding.hpp\"
#include \"${place}/description.hpp\"

namespace tandem::engines {
template void bind_${engine}<${namespace}::Description>(Protocol&);
${of_configurations_${engine}}}
")
    list(APPEND units ${generated}/bind_${engine}.cpp)
  endforeach()
  set_property(GLOBAL APPEND PROPERTY TANDEM_PROTOCOLS ${name})
  set_property(GLOBAL PROPERTY TANDEM_${name}_NAMESPACE ${namespace})
  set_property(GLOBAL PROPERTY TANDEM_${name}_USES ${arg_USES})
  if(TANDEM_PACKAGE)
    tandem_own_program(${name} ${folder} ${units})
    return()
  endif()

  file(GLOB_RECURSE own CONFIGURE_DEPENDS ${folder}/*.cpp)
  if(NOT own)
    write_if_new(${generated}/text.cpp "// The folder has headers alone.\n")
    set(own ${generated}/text.cpp)
  endif()
  tandem_binding_headers()
  add_library(tandem_${name}_text OBJECT ${own})
  target_compile_features(tandem_${name}_text PUBLIC cxx_std_20)
  target_include_directories(tandem_${name}_text PRIVATE $<TARGET_PROPERTY:tandem_protocols,INCLUDE_DIRECTORIES>)
  target_link_libraries(tandem_${name}_text PRIVATE tandem::model tandem::specs)
  target_precompile_headers(tandem_${name}_text REUSE_FROM tandem_texts)
  # Each file instantiates a whole system, and they share nothing but headers: together they would take as long, on one processor.
  set_target_properties(tandem_${name}_text PROPERTIES UNITY_BUILD OFF)
  target_sources(tandem_protocols PRIVATE $<TARGET_OBJECTS:tandem_${name}_text>)
  foreach(engine unit IN ZIP_LISTS TANDEM_ENGINES units)
    add_library(tandem_${name}_${engine} OBJECT ${unit})
    target_link_libraries(tandem_${name}_${engine} PRIVATE tandem::engines tandem::protocols)
    # What the text is on symbols is found out once, when a problem or an export is made: no time is spent on optimising it.
    if(engine MATCHES "^(proof|export)$")
      target_compile_options(tandem_${name}_${engine} PRIVATE -O0)
      target_precompile_headers(tandem_${name}_${engine} REUSE_FROM tandem_unoptimised_bindings)
    else()
      target_precompile_headers(tandem_${name}_${engine} REUSE_FROM tandem_optimised_bindings)
    endif()
  endforeach()
  tandem_mutants(${name} ${folder})
  set_property(GLOBAL PROPERTY TANDEM_${name}_TEXTS_OF_MUTANTS ${texts_of_mutants})
endfunction()

# What all bindings read is read once, and once without optimisation: a header that is precompiled is for one set of flags.
function(tandem_binding_headers)
  if(TARGET tandem_optimised_bindings)
    return()
  endif()
  write_if_new(${PROJECT_BINARY_DIR}/protocols/texts.cpp "#include \"model/system.hpp\"\n")
  add_library(tandem_texts OBJECT ${PROJECT_BINARY_DIR}/protocols/texts.cpp)
  target_compile_features(tandem_texts PUBLIC cxx_std_20)
  target_link_libraries(tandem_texts PRIVATE tandem::model tandem::specs)
  target_precompile_headers(tandem_texts PRIVATE <algorithm> <functional> <map> <optional> <set> <string> <vector> [["model/system.hpp"]])
  write_if_new(${PROJECT_BINARY_DIR}/protocols/bindings.cpp "#include \"engines/systems.hpp\"\n")
  foreach(kind IN ITEMS optimised unoptimised)
    add_library(tandem_${kind}_bindings OBJECT ${PROJECT_BINARY_DIR}/protocols/bindings.cpp)
    target_link_libraries(tandem_${kind}_bindings PRIVATE tandem::engines tandem::protocols)
  endforeach()
  target_precompile_headers(tandem_optimised_bindings PRIVATE [["engines/systems.hpp"]] [["engines/configuration.hpp"]] [["model/system.hpp"]])
  target_compile_options(tandem_unoptimised_bindings PRIVATE -O0)
  target_precompile_headers(tandem_unoptimised_bindings PRIVATE [["engines/systems.hpp"]] [["engines/proof_binding.hpp"]] [["engines/export_binding.hpp"]])
endfunction()

# A program of one protocol outside the tree, with all commands but the papers' evaluations.
function(tandem_own_program name folder)
  file(GLOB own CONFIGURE_DEPENDS ${folder}/*.cpp)
  tandem_write_registry(registry.cpp bound registry)
  write_if_new(${generated}/names.cpp "#include \"engines/seeded_bug.hpp\"

namespace ${namespace} {
struct Description;
}
namespace tandem::engines {
template <>
const SeededBugs& seeded_bugs<${namespace}::Description>() {
    static const SeededBugs none;
    return none;
}
}
")
  write_if_new(${generated}/search_main.cpp "#include \"apps/commands.hpp\"

int main(int argc, char** argv) { return tandem::apps::run(argc, argv, {tandem::apps::add_check, tandem::apps::add_replay, tandem::apps::add_step}); }
")
  write_if_new(${generated}/main.cpp "#include \"apps/commands.hpp\"
#include \"apps/kernel/loaded.hpp\"

int main(int argc, char** argv) {
    using namespace tandem::apps;
    return run_with_kernel(argc, argv, [](int count, const char* const* words) {
        return run(count, words, {add_list, add_check, add_replay, add_step, add_sim, add_compare, add_prove, add_litmus, add_conform, add_export, add_complete});
    });
}
")
  # What `check` needs is a program of its own as well, which is there soon, and which does not need a text that compiles on symbols.
  tandem_write_registry(search_registry.cpp bound_to_search search_registry)
  list(REMOVE_ITEM ARGN ${generated}/bind_check.cpp)
  cmake_path(GET folder PARENT_PATH parent)
  add_library(${name}-search-parts OBJECT EXCLUDE_FROM_ALL ${generated}/bind_check.cpp ${generated}/names.cpp ${own})
  add_executable(${name}-search EXCLUDE_FROM_ALL ${generated}/search_main.cpp ${search_registry} $<TARGET_OBJECTS:${name}-search-parts>)
  add_executable(${name} ${generated}/main.cpp ${ARGN} ${registry} $<TARGET_OBJECTS:${name}-search-parts>)
  # Who changes a text more often than it is searched sets TANDEM_OPTIMISATION=-O0 in the environment when the folder is built for the first time.
  if(NOT TANDEM_OPTIMISATION)
    set(optimisation -O2)
    if(DEFINED ENV{TANDEM_OPTIMISATION})
      set(optimisation $ENV{TANDEM_OPTIMISATION})
    endif()
    set(TANDEM_OPTIMISATION ${optimisation} CACHE STRING "How far the compiler optimises")
  endif()
  foreach(target IN ITEMS ${name} ${name}-search ${name}-search-parts)
    target_include_directories(${target} PRIVATE ${parent})
    target_compile_options(${target} PRIVATE ${TANDEM_OPTIMISATION})
  endforeach()
  target_link_libraries(${name}-search-parts PRIVATE tandem::searching tandem::protocols)
  target_link_libraries(${name}-search PRIVATE tandem::searching tandem::protocols)
  if(TANDEM_OPTIMISATION STREQUAL -O2)
    set_source_files_properties(${generated}/bind_proof.cpp ${generated}/bind_export.cpp PROPERTIES COMPILE_OPTIONS -O1)
    # g++ reads headers that are precompiled at one level at that level alone.
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      set_source_files_properties(${generated}/bind_proof.cpp ${generated}/bind_export.cpp PROPERTIES SKIP_PRECOMPILE_HEADERS ON)
    endif()
  endif()
  target_link_libraries(${name} PRIVATE tandem::apps tandem::protocols)
  # What all engines read is read once; `check` alone has nobody to share it with.
  target_precompile_headers(${name} PRIVATE [["engines/systems.hpp"]] [["engines/configuration.hpp"]] [["model/system.hpp"]])
  # Libraries of kernels use what this program has.
  set_target_properties(${name} PROPERTIES ENABLE_EXPORTS ON)
  # For `tandem COMMAND FOLDER` (apps/folder/folder.hpp): what is built, and how it is called.
  file(WRITE ${PROJECT_BINARY_DIR}/protocol "${name}\n")
endfunction()

# Sets `result` to a source file that lists these protocols in that order; `make` is the template that makes each of its description.
function(tandem_write_registry file make result)
  if(NOT ARGN)
    get_property(ARGN GLOBAL PROPERTY TANDEM_PROTOCOLS)
  endif()
  foreach(name IN LISTS ARGN)
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

# tandem_registry(target texts|names)
# Gives the target all protocols with all engines, the optimised objects first, and of mutants the texts or the names alone.
function(tandem_registry target of_mutants)
  get_property(names GLOBAL PROPERTY TANDEM_PROTOCOLS)
  foreach(name IN LISTS names)
    foreach(part IN ITEMS check programs explored simulation)
      list(APPEND optimised $<TARGET_OBJECTS:tandem_${name}_${part}>)
    endforeach()
    if(of_mutants STREQUAL "texts")
      get_property(mutants GLOBAL PROPERTY TANDEM_${name}_TEXTS_OF_MUTANTS)
    else()
      set(mutants tandem_${name}_names_of_mutants)
    endif()
    foreach(part IN ITEMS tandem_${name}_proof tandem_${name}_export LISTS mutants)
      list(APPEND unoptimised $<TARGET_OBJECTS:${part}>)
    endforeach()
  endforeach()
  target_sources(${target} PRIVATE ${optimised} ${unoptimised})
  target_link_libraries(${target} PRIVATE tandem::engines tandem::protocols)
endfunction()

# tandem_search_registry(target protocol...)
# The same of these protocols with the search only, and with the names of broken texts.
function(tandem_search_registry target)
  set(texts ${ARGN})
  foreach(name IN LISTS ARGN)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:tandem_${name}_check> $<TARGET_OBJECTS:tandem_${name}_names_of_mutants>)
    get_property(used GLOBAL PROPERTY TANDEM_${name}_USES)
    list(APPEND texts ${used})
  endforeach()
  list(REMOVE_DUPLICATES texts)
  foreach(name IN LISTS texts)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:tandem_${name}_text>)
  endforeach()
  tandem_write_registry(search_registry_of_${target}.cpp bound_to_search registry ${ARGN})
  target_sources(${target} PRIVATE ${registry})
  foreach(layer IN ITEMS specs smt perfsim engines)
    tandem_include_directory(${layer} directory)
    target_include_directories(${target} PRIVATE ${directory})
  endforeach()
endfunction()
