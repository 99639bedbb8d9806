# Layers: who may include whom is what a layer USES, and the compiler enforces it.
#
# Sources write #include "model/shape.hpp". The repository root is on nobody's include path, for then everybody would see
# everything. Instead each folder has a directory of its own, build/include/<folder>, in which the one entry is a link named
# <folder> to the sources. A target carries that directory to those that link to it, so what a layer does not use, it cannot
# include. tests/layers proves it.

# Sets `result` to the directory in which `folder` is the only entry.
function(tandem_include_directory folder result)
  set(directory ${PROJECT_BINARY_DIR}/include/${folder})
  file(MAKE_DIRECTORY ${directory})
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/${folder} ${directory}/${folder} SYMBOLIC)
  set(${result} ${directory} PARENT_SCOPE)
endfunction()

# tandem_together(target folder file...)
# With TANDEM_UNITY, files of one folder of the target are compiled together, about six at a time. By its name a file knows with which: so one more file, or one less, does not
# bring others together that had not been, whose local names might be the same.
function(tandem_together target folder)
  set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
  set(parts "")
  foreach(file IN LISTS ARGN)
    cmake_path(IS_PREFIX folder ${file} inside)
    if(inside)
      cmake_path(RELATIVE_PATH file BASE_DIRECTORY ${folder} OUTPUT_VARIABLE path)
      string(REGEX REPLACE "[^/]+$" "" part "${path}")
      string(REGEX REPLACE "[^a-z_]" "_" part "part_${part}")
      list(APPEND parts ${part})
      list(APPEND files_of_${part} ${file})
    endif()
  endforeach()
  list(REMOVE_DUPLICATES parts)
  foreach(part IN LISTS parts)
    list(LENGTH files_of_${part} count)
    set(groups 1)  # a power of two: more groups only divide those that there were
    while(count GREATER 9)
      math(EXPR groups "${groups} * 2")
      math(EXPR count "${count} / 2")
    endwhile()
    foreach(file IN LISTS files_of_${part})
      cmake_path(GET file FILENAME name)
      string(MD5 hash ${name})
      string(SUBSTRING ${hash} 0 2 hash)
      math(EXPR group "0x${hash} % ${groups}")
      set_source_files_properties(${file} TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP ${part}${group})
    endforeach()
  endforeach()
endfunction()

# tandem_layer(folder [USES layer...] [LIBRARIES target...] [EXCEPT file...])
# Makes of a folder the interface tandem::<folder>, which is what others may include of it, and the objects tandem_<folder>, of which
# libraries and programs are made (cmake/library.cmake). New files are found by themselves. A main.cpp is left to its program.
function(tandem_layer folder)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "USES;LIBRARIES;EXCEPT")
  set(target tandem_${folder})
  set(here ${PROJECT_SOURCE_DIR}/${folder})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${here}/*.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${PROJECT_SOURCE_DIR} ${here}/*.hpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$")
  list(REMOVE_ITEM sources ${arg_EXCEPT})
  list(TRANSFORM arg_EXCEPT REPLACE "^${PROJECT_SOURCE_DIR}/" "" OUTPUT_VARIABLE except)
  list(REMOVE_ITEM headers ${except})

  # One source that includes each header, or else the headers of templates would be compiled only in the modules that bind
  # the layers together, and there nothing is forbidden.
  list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
  string(CONCAT includes "" ${headers})
  set(all_headers ${CMAKE_CURRENT_BINARY_DIR}/all_headers.cpp)
  file(CONFIGURE OUTPUT ${all_headers} CONTENT "${includes}" @ONLY)

  tandem_include_directory(${folder} directory)
  list(TRANSFORM arg_USES PREPEND tandem::)
  add_library(${target}_interface INTERFACE)
  add_library(tandem::${folder} ALIAS ${target}_interface)
  set_target_properties(${target}_interface PROPERTIES EXPORT_NAME ${folder})
  target_compile_features(${target}_interface INTERFACE cxx_std_20)
  target_include_directories(${target}_interface INTERFACE $<BUILD_INTERFACE:${directory}> $<INSTALL_INTERFACE:include/tandem>)
  target_link_libraries(${target}_interface INTERFACE ${arg_USES} ${arg_LIBRARIES})

  add_library(${target} OBJECT ${sources} ${all_headers})
  tandem_together(${target} ${here} ${sources})
  target_link_libraries(${target} PRIVATE tandem::${folder})
  # What most sources read is read once. All include what they need nevertheless: CI also builds without this.
  target_precompile_headers(${target} PRIVATE <algorithm> <functional> <map> <optional> <set> <string> <vector>)
endfunction()
