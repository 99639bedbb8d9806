# The search's part of a protocol in a folder, compiled twice more so that it is watched: for `tandem check FOLDER --sanitize`
# (apps/folder/sanitized.hpp). All is below build/sanitized.
#
#   address/NAME-check.so   AddressSanitizer and UndefinedBehaviorSanitizer. The program, which is not compiled so, is started
#                           with the sanitizer's library before all others. Locals begin as zero; in the usual part they begin
#                           as a pattern.
#   unset/NAME-check.so     what is decided by a value that nothing has set (unset_values.cpp); clang alone can do this
#   kinds                   a line for each that this compiler can make: its name, and the library that goes before all others

# Sets `result` to AddressSanitizer's library, or to nothing.
function(tandem_address_library result)
  if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
    set(library libasan.so)
  else()
    set(library libclang_rt.asan-${CMAKE_SYSTEM_PROCESSOR}.so)
  endif()
  execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=${library}
                  OUTPUT_VARIABLE path OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  if(NOT IS_ABSOLUTE "${path}" OR NOT EXISTS "${path}")
    set(path "")
  endif()
  set(${result} "${path}" PARENT_SCOPE)
endfunction()

# tandem_sanitized_part(name kind folder file...)
function(tandem_sanitized_part name kind folder)
  set(target ${name}-check-${kind})
  set(place ${PROJECT_BINARY_DIR}/sanitized/${kind})
  add_library(${target} SHARED EXCLUDE_FROM_ALL ${ARGN} $<TARGET_OBJECTS:${name}-version>)
  set_target_properties(${target} PROPERTIES PREFIX "" OUTPUT_NAME ${name}-check SUFFIX ".so" DEFINE_SYMBOL "" UNITY_BUILD OFF
                        LIBRARY_OUTPUT_DIRECTORY ${place})
  cmake_path(GET folder PARENT_PATH parent)
  target_include_directories(${target} PRIVATE ${parent})
  target_link_libraries(${target} PRIVATE tandem::engines tandem::protocols tandem::library tandem::baseline-check)
  target_link_options(${target} PRIVATE -Wl,-Bsymbolic-functions -Wl,-z,defs)
  target_compile_options(${target} PRIVATE -O0)
  add_dependencies(${name}-sanitized ${target})
  write_if_new(${place}/list "${name}\n")
  set(TANDEM_MODULES_DIRECTORY ${place})
  tandem_copy_record(${name} ${folder})
endfunction()

# Writes the list of places whose code is not the author's. It is not judged, and sets what it writes. In such a list * stands for
# anything, and other characters may be a regular expression's.
function(tandem_list_ignored file)
  set(others "/usr/include/" "*/include/c++/" "*/lib/clang/" "${PROJECT_BINARY_DIR}/")
  foreach(layer IN ITEMS model specs protocols checker engines)
    get_target_property(directories tandem::${layer} INTERFACE_INCLUDE_DIRECTORIES)
    foreach(directory IN LISTS directories)
      if(IS_ABSOLUTE "${directory}")
        list(APPEND others "${directory}/")
      endif()
    endforeach()
  endforeach()
  list(REMOVE_DUPLICATES others)
  set(ignored "[memory|kernel-memory]\n")
  foreach(place IN LISTS others)
    string(REGEX REPLACE "[][+.()^$?{}|\\]" "." place "${place}")
    string(APPEND ignored "src:${place}*\n")
  endforeach()
  write_if_new(${file} "${ignored}")
endfunction()

# tandem_sanitized_parts(name folder file...)
function(tandem_sanitized_parts name folder)
  add_custom_target(${name}-sanitized)
  set(kinds "")
  tandem_address_library(library)
  if(library)
    string(APPEND kinds "address ${library}\n")
    tandem_sanitized_part(${name} address ${folder} ${ARGN} ${TANDEM_PACKAGE}/address_errors.cpp)
    # Two of clang's checks do not compile here: vptr needs a whole type where only its name is known, and function has no place
    # in a coroutine.
    set(checks -fsanitize=address,undefined -fno-sanitize=vptr -fno-omit-frame-pointer -ftrivial-auto-var-init=zero -g1)
    if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
      list(APPEND checks -fsanitize-undefined-trap-on-error)
    else()
      list(APPEND checks -fno-sanitize=function -fsanitize-trap=undefined -shared-libasan)
      if(CMAKE_CXX_COMPILER_VERSION VERSION_LESS 16)
        list(APPEND checks -enable-trivial-auto-var-init-zero-knowing-it-will-be-removed-from-clang)
      endif()
      target_link_options(${name}-check-address PRIVATE -shared-libasan)
    endif()
    target_compile_options(${name}-check-address PRIVATE ${checks})
    target_link_options(${name}-check-address PRIVATE -fsanitize=address)
  endif()
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang AND CMAKE_SYSTEM_PROCESSOR STREQUAL x86_64)
    string(APPEND kinds "unset\n")
    set(ignored ${PROJECT_BINARY_DIR}/sanitized/ignored)
    tandem_list_ignored(${ignored})
    # What watches is not watched itself.
    add_library(${name}-unset-values OBJECT EXCLUDE_FROM_ALL ${TANDEM_PACKAGE}/unset_values.cpp)
    set_target_properties(${name}-unset-values PROPERTIES POSITION_INDEPENDENT_CODE ON)
    target_compile_features(${name}-unset-values PRIVATE cxx_std_20)
    target_compile_options(${name}-unset-values PRIVATE -O2)
    tandem_sanitized_part(${name} unset ${folder} ${ARGN} $<TARGET_OBJECTS:${name}-unset-values>)
    # clang 14 crashes where it watches calls that may throw. Without them an exception ends the search: apps/folder/sanitized.cpp
    # has the other one first, which tells what is thrown.
    target_compile_options(${name}-check-unset PRIVATE -fsanitize=kernel-memory -fsanitize-ignorelist=${ignored}
                           -fno-discard-value-names -fignore-exceptions)
  endif()
  write_if_new(${PROJECT_BINARY_DIR}/sanitized/kinds "${kinds}")
endfunction()
