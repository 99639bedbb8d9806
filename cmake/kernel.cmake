# A kernel of a user's own: one folder with a kernel.hpp, and one line that says so.

# tandem_kernel(name [NAMESPACE namespace])
# Makes a library of the folder of this CMakeLists.txt, which `tandem sim PROTOCOL --workload FOLDER` loads. Its kernel.hpp holds the class <namespace>::Application, `name` if
# nobody says otherwise (perfsim/own_kernel.hpp says what is in it); what else it needs may be in .cpp files beside it.
function(tandem_kernel name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "NAMESPACE" "")
  set(namespace ${name})
  if(arg_NAMESPACE)
    set(namespace ${arg_NAMESPACE})
  endif()
  set(folder ${CMAKE_CURRENT_SOURCE_DIR})
  if(NOT EXISTS ${folder}/kernel.hpp)
    message(FATAL_ERROR "the kernel ${name} has no kernel.hpp in ${folder}: one as `tandem new --kernel` writes it is accepted")
  endif()
  file(STRINGS ${folder}/kernel.hpp its_namespace REGEX "^ *(inline )?namespace +${namespace}([^a-zA-Z0-9_:]|$)")
  if(NOT its_namespace)
    message(FATAL_ERROR "kernel.hpp has nothing in the namespace ${namespace}, where the kernel ${name} is looked for: `tandem_kernel(${name} NAMESPACE its_namespace)` names another")
  endif()
  set(generated ${PROJECT_BINARY_DIR}/generated/library.cpp)
  write_if_new(${generated} "#include \"perfsim/own_kernel.hpp\"
#include \"${folder}/kernel.hpp\"
#include \"model/version.hpp\"

extern \"C\" {
const char* tandem_version_of_kernel() { return tandem::version.data(); }
void tandem_kernel(tandem::perfsim::WorkloadInfo& info) { info = tandem::perfsim::own_kernel<${namespace}::Application>(\"${name}\"); }
}
")
  file(GLOB own CONFIGURE_DEPENDS ${folder}/*.cpp)
  add_library(${name} MODULE ${generated} ${own})
  set_target_properties(${name} PROPERTIES PREFIX "" SUFFIX ".so" LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR})
  target_link_libraries(${name} PRIVATE tandem::perfsim tandem::engines-library)
  target_compile_features(${name} PRIVATE cxx_std_20)
  # An index that is too large ends in a line, and not in other words of memory.
  target_compile_options(${name} PRIVATE -O2 -Wall -Wextra -D_GLIBCXX_ASSERTIONS)
  # For the program: what is built.
  file(WRITE ${PROJECT_BINARY_DIR}/kernel "${name}\n")
endfunction()
