# Adding a protocol: one folder with a description.hpp, and one line that says so. It becomes a module: a shared object for each part, which generic code
# (engines/*_binding.hpp) binds to an engine, and which the program loads when a command needs it (engines/modules.hpp). The translation units are made here.

set(TANDEM_PARTS check programs simulation proof exports)

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
# In this tree: the folder `name` below this CMakeLists.txt holds the protocol <namespace>, tandem::<name> if nobody says otherwise. It may use what is compiled
# of the folders of others, which it names. A folder that was written outside the tree is moved here as it is: its files include each other by its name.
# In a project of its own: the folder of this CMakeLists.txt holds the protocol <namespace>, `name` if nobody says otherwise. It may use the protocol `baseline`.
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
  foreach(part IN LISTS TANDEM_PARTS)
    # What is instantiated besides: engines/systems.hpp.
    set(of_configurations_check "template std::unique_ptr<model::Network> search_system<${namespace}::Description>(const ${namespace}::Description::Config&, bool);
template Explored explored_system<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    set(of_configurations_proof "template smt::Problem proof_problem<${namespace}::Description>(${namespace}::Description::Config, model::Limits);\n")
    set(bound_by_check Protocol)
    set(bound Engines)
    if(DEFINED bound_by_${part})
      set(bound ${bound_by_${part}})
    endif()
    write_if_new(${generated}/bind_${part}.cpp "#include \"engines/${part}_binding.hpp\"
#include \"${place}/description.hpp\"

namespace tandem::engines {
template void bind_${part}<${namespace}::Description>(${bound}&);
${of_configurations_${part}}}

extern \"C\" void tandem_bind_${part}(tandem::engines::${bound}&);
void tandem_bind_${part}(tandem::engines::${bound}& bound) { tandem::engines::bind_${part}<${namespace}::Description>(bound); }
")
  endforeach()
  set_property(GLOBAL APPEND PROPERTY TANDEM_PROTOCOLS ${name})
  if(TANDEM_PACKAGE)
    file(GLOB own CONFIGURE_DEPENDS ${folder}/*.cpp)  # not what lies in its build folder
    tandem_own_module(${name} ${folder} ${own})
    return()
  endif()

  file(GLOB_RECURSE own CONFIGURE_DEPENDS ${folder}/*.cpp)
  tandem_binding_headers()
  set(texts "")
  if(own)
    add_library(tandem_${name}_text OBJECT ${own})
    target_include_directories(tandem_${name}_text PRIVATE $<TARGET_PROPERTY:tandem_protocols,INCLUDE_DIRECTORIES>)
    target_link_libraries(tandem_${name}_text PRIVATE tandem::model tandem::specs)
    target_precompile_headers(tandem_${name}_text REUSE_FROM tandem_texts)
    # Each file instantiates a whole system, and they share nothing but headers: together they would take as long, on one processor.
    set_target_properties(tandem_${name}_text PROPERTIES UNITY_BUILD OFF)
    set(texts $<TARGET_OBJECTS:tandem_${name}_text>)
  endif()
  list(TRANSFORM arg_USES APPEND -check OUTPUT_VARIABLE used)
  foreach(part IN LISTS TANDEM_PARTS)
    set(objects ${generated}/bind_${part}.cpp)
    set(libraries ${name}-check ${used} tandem-engines)
    if(part STREQUAL check)
      list(APPEND objects ${texts})
      set(libraries ${used})
    endif()
    tandem_module_part(${name} ${part} ${objects})
    target_link_libraries(${name}-${part} PRIVATE tandem::engines tandem::protocols ${libraries})
    # What the text is on symbols is found out once, when a problem or an export is made: no time is spent on optimising it.
    if(part MATCHES "^(proof|exports)$")
      target_compile_options(${name}-${part} PRIVATE -O0)
      target_precompile_headers(${name}-${part} REUSE_FROM tandem_unoptimised_bindings)
    else()
      target_precompile_headers(${name}-${part} REUSE_FROM tandem_optimised_bindings)
    endif()
  endforeach()
  tandem_copy_record(${name} ${folder})
  tandem_mutants(${name} ${folder} ${used})
endfunction()

# What the text is known to show (apps/check/outcome_record.hpp), beside its module.
function(tandem_copy_record name folder)
  set(copy ${TANDEM_MODULES_DIRECTORY}/${name}-outcomes)
  file(GLOB record CONFIGURE_DEPENDS ${folder}/outcomes.txt)
  set(size 0)
  if(record)
    file(SIZE ${record} size)  # 0 of a link to a device, which has no end
  endif()
  if(size GREATER 0)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/outcomes.txt)
    file(READ ${folder}/outcomes.txt text LIMIT 1048577)  # the program refuses more than 1 MB
    write_if_new(${copy} "${text}")
  else()
    file(REMOVE ${copy})
  endif()
endfunction()

# tandem_module_part(name part file...)
# Makes the shared object of one part.
function(tandem_module_part name part)
  set(target ${name}-${part})
  add_library(${target} SHARED ${ARGN})
  if(NOT TANDEM_PACKAGE)
    target_sources(${target} PRIVATE $<TARGET_OBJECTS:tandem_module_version>)
    target_link_libraries(${target} PRIVATE tandem-library)
    add_dependencies(every-${part} ${target})
  endif()
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions -Wl,--as-needed)
  if(NOT TANDEM_SANITIZE AND NOT TANDEM_FUZZ)  # what watches a module is in the program alone
    target_link_options(${target} PRIVATE -Wl,-z,defs)
  endif()
  # Headers that are precompiled once for all are compiled with the same macros.
  set_target_properties(${target} PROPERTIES PREFIX "" SUFFIX ".so" DEFINE_SYMBOL "" UNITY_BUILD OFF LIBRARY_OUTPUT_DIRECTORY ${TANDEM_MODULES_DIRECTORY}
                        INSTALL_RPATH "$ORIGIN;$ORIGIN/../program")
endfunction()

# What all bindings read is read once, and once without optimisation: a header that is precompiled is for one set of flags.
function(tandem_binding_headers)
  if(TARGET tandem_optimised_bindings)
    return()
  endif()
  foreach(part IN LISTS TANDEM_PARTS)
    add_custom_target(every-${part})
  endforeach()
  add_custom_target(every-bugs ALL)
  write_if_new(${PROJECT_BINARY_DIR}/protocols/texts.cpp "#include \"model/system.hpp\"\n")
  add_library(tandem_texts OBJECT ${PROJECT_BINARY_DIR}/protocols/texts.cpp)
  target_link_libraries(tandem_texts PRIVATE tandem::model tandem::specs)
  target_precompile_headers(tandem_texts PRIVATE <algorithm> <functional> <map> <optional> <set> <string> <vector> [["model/system.hpp"]])
  write_if_new(${PROJECT_BINARY_DIR}/protocols/bindings.cpp "#include \"engines/systems.hpp\"\n")
  foreach(kind IN ITEMS optimised unoptimised)
    add_library(tandem_${kind}_bindings OBJECT ${PROJECT_BINARY_DIR}/protocols/bindings.cpp)
    target_link_libraries(tandem_${kind}_bindings PRIVATE tandem::engines tandem::protocols)
  endforeach()
  target_precompile_headers(tandem_optimised_bindings PRIVATE [["engines/systems.hpp"]] [["engines/configuration.hpp"]] [["model/system.hpp"]])
  target_compile_options(tandem_unoptimised_bindings PRIVATE -O0)
  target_precompile_headers(tandem_unoptimised_bindings PRIVATE [["engines/systems.hpp"]] [["engines/proof_binding.hpp"]] [["engines/exports_binding.hpp"]])
endfunction()

# The list of a folder of modules (engines/modules.hpp).
function(tandem_list_modules)
  get_property(names GLOBAL PROPERTY TANDEM_PROTOCOLS)
  list(JOIN names "\n" names)
  write_if_new(${TANDEM_MODULES_DIRECTORY}/list "${names}\n")
endfunction()

# An author's text that does what C++ leaves undefined may pass every check by luck. The compiler warns of what it sees; what it cannot see stops the handler
# that does it (apps/common/crash_report.cpp). A local that is not set always has the same odd value, so that what it decides does not differ from run to run.
function(tandem_watch_text target)
  set(checks -fsanitize=bool,bounds,return,shift,signed-integer-overflow,unreachable)
  target_compile_options(${target} PRIVATE -Wall -Wextra -ftrivial-auto-var-init=pattern ${checks}
                         $<IF:$<CXX_COMPILER_ID:GNU>,-fsanitize-undefined-trap-on-error,-fsanitize-trap=all;-Wconditional-uninitialized>)
endfunction()

# The module of a protocol outside the tree, in build/modules.
function(tandem_own_module name folder)
  set(TANDEM_MODULES_DIRECTORY ${PROJECT_BINARY_DIR}/modules)
  cmake_path(GET folder PARENT_PATH parent)
  # A handler runs once for each local step that a search finds, so a text that is not optimised is judged soonest; what the simulator runs at each event is optimised.
  # TANDEM_OPTIMISATION, in the environment when the folder is built for the first time, says otherwise for all parts: -O2 for searches of minutes.
  set(TANDEM_OPTIMISATION "$ENV{TANDEM_OPTIMISATION}" CACHE STRING "How far the compiler optimises all parts")
  add_library(${name}-version OBJECT ${TANDEM_PACKAGE}/module_version.cpp)
  foreach(part IN LISTS TANDEM_PARTS)
    set(objects ${generated}/bind_${part}.cpp)
    set(libraries ${name}-check tandem::engines-library)
    if(part STREQUAL check)
      list(APPEND objects ${ARGN})
      set(libraries "")
    endif()
    tandem_module_part(${name} ${part} ${objects} $<TARGET_OBJECTS:${name}-version>)
    target_link_libraries(${name}-${part} PRIVATE tandem::engines tandem::protocols tandem::library tandem::baseline-check ${libraries})
    target_include_directories(${name}-${part} PRIVATE ${parent})
    if(part STREQUAL check)
      tandem_watch_text(${name}-${part})
    endif()
    if(TANDEM_OPTIMISATION)
      target_compile_options(${name}-${part} PRIVATE ${TANDEM_OPTIMISATION})
    elseif(part STREQUAL simulation)
      target_compile_options(${name}-${part} PRIVATE -O2)
    else()
      target_compile_options(${name}-${part} PRIVATE -O0)
    endif()
  endforeach()
  tandem_sanitized_parts(${name} ${folder} ${generated}/bind_check.cpp ${ARGN})
  tandem_list_modules()
  tandem_copy_record(${name} ${folder})
  # For `tandem COMMAND FOLDER` (apps/folder/folder.hpp): what is built, and how it is called.
  file(WRITE ${PROJECT_BINARY_DIR}/protocol "${name}\n")
endfunction()
