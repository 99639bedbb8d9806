# Mutants: texts of a protocol with one line changed, deliberately broken, so that tests see that the properties catch it.
#
# protocols/<protocol>/mutants.cmake lists them, a call of `mutant` each; the text itself stays clean. A mutant is compiled from the
# files of its nodes (`copied`: a file stands after those that it includes), one of which has the changed line, with the protocol's name a macro for
# <protocol>::<mutant>: so the changed text lies in a namespace inside the protocol's; quoted includes are not touched by macros. The true text's other files
# are shared; so free functions are out of reach, of which both texts would be found. What nodes inherit from another protocol's folder is changed in the same way
# (FOLDER), under a macro for that folder. Several mutants are one source: most of the time that one alone takes is spent on what they have in common. Of a mutant only the
# handlers are compiled (engines/broken_handlers.hpp), and the nodes of a true system, with the settings and rules that the user asks for, do what these do. `texts_of_mutant` lists
# the systems that have such nodes: the name of the protocol and those of its nodes, templates over a domain or with all arguments, of which DOMAIN is one, separated by
# spaces. A file that is in `only_in_NAME` is in no other of them. `text_headers` are the files of the folder that hold the systems, protocol.hpp if nobody says otherwise. A
# second source has the same handlers on symbols, for exports, unless the list says `searched_only`: of a text that does not run on symbols. A generated table makes the
# mutants known to the program.

# Cuts `text` before and after the first line that reads `line`, not counting its indentation.
function(cut_at_line text line before after)
  string(FIND "${text}" " ${line}\n" at)
  string(SUBSTRING "${text}" 0 ${at} head)
  if(at EQUAL -1 OR NOT head MATCHES "(^|\n) *$")
    message(FATAL_ERROR "mutant ${name}: ${original} has no line that reads\n${line}")
  endif()
  string(LENGTH " ${line}\n" length)
  math(EXPR at "${at} + ${length}")
  string(SUBSTRING "${text}" ${at} -1 tail)
  set(${before} "${head} " PARENT_SCOPE)
  set(${after} "${tail}" PARENT_SCOPE)
endfunction()

# mutant(name file [FOLDER folder] [IN line] LINE line [BECOMES line] SO sentence [REFUTES property [VARIANT names] SHAPE shape [STEPS n]])
# The file is of the protocol's folder, or of another that its nodes inherit from. LINE is a whole line of the file without its indentation, and there only once, or, with IN, the next such after that line.
# Without BECOMES it is left out. On the shape, with the variant, the property's shortest trace has n steps; without
# STEPS it has none (can-happen), or is a cycle after any way to it (access-completes). Without REFUTES nobody says what must catch it.
function(mutant name file)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "FOLDER;IN;LINE;BECOMES;SO;REFUTES;VARIANT;SHAPE;STEPS" "")
  if(name IN_LIST names)
    message(FATAL_ERROR "mutant ${name}: there is one of that name")
  endif()
  set(names ${names} ${name} PARENT_SCOPE)
  if(NOT arg_FOLDER)
    set(arg_FOLDER ${protocol})
  endif()
  set(original ${PROJECT_SOURCE_DIR}/protocols/${arg_FOLDER}/${file})
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
  file(READ ${original} text)
  set(start "")
  if(arg_IN)
    cut_at_line("${text}" "${arg_IN}" head text)
    set(start "${head}${arg_IN}\n")
  endif()
  cut_at_line("${text}" "${arg_LINE}" before after)
  string(FIND "${after}" " ${arg_LINE}\n" again)
  if(NOT arg_IN AND NOT again EQUAL -1)
    message(FATAL_ERROR "mutant ${name}: ${original} has more than one line that reads\n${arg_LINE}\nIN says which is meant")
  endif()
  keep_only(${generated}/${name}/protocols/${arg_FOLDER} ${file})
  write_if_new(${generated}/${name}/protocols/${arg_FOLDER}/${file} "${start}${before}${arg_BECOMES}\n${after}")

  if(NOT arg_STEPS)
    set(arg_STEPS 0)
  endif()
  string(REPLACE "-" "_" namespace ${name})
  set(folders ${protocol} ${arg_FOLDER})
  list(REMOVE_DUPLICATES folders)
  set(namespaces "")
  set(defines "")
  set(undefines "")
  list(TRANSFORM copied PREPEND protocols/${protocol}/ OUTPUT_VARIABLE copies)
  set(changed protocols/${arg_FOLDER}/${file})
  if(NOT changed IN_LIST copies)
    list(PREPEND copies ${changed})
  endif()
  set(nodes "")
  set(written "")
  foreach(copy IN LISTS copies)
    if(copy STREQUAL changed)
      text_among_others(${generated}/${name}/${copy} nodes)
    else()
      text_among_others(${PROJECT_SOURCE_DIR}/${copy} nodes)
    endif()
    list(APPEND written ${copy})
  endforeach()
  foreach(folder IN LISTS folders)
    string(APPEND namespaces "namespace tandem::${folder}::${namespace} {\nusing namespace ${folder};\n}\n")
    string(APPEND defines "#define ${folder} ${folder}::${namespace}\n")
    string(APPEND undefines "#undef ${folder}\n")
  endforeach()

  # Its handlers in the explicit search, and on symbols, for exports.
  texts_with(${file} model::Concrete texts)
  list(TRANSFORM texts REPLACE "(.+)" "engines::breaks<\\1>(network)")
  list(JOIN texts " || " system_of)
  texts_with(${file} smt::Symbolic texts)
  list(TRANSFORM texts REPLACE "(.+)" "engines::broken_symbols<\\1>()")
  list(JOIN texts ", " symbols_of)
  set(symbols_of "{${symbols_of}}")
  set(system_declaration "bool break_text(model::Network& network)")
  set(symbols_declaration "std::vector<std::any> symbols()")
  list(LENGTH names group)
  math(EXPR group "${group} / 12")
  foreach(unit IN LISTS units_of_mutant)
    set(source ${generated}/${unit}_${group}.cpp)
    string(APPEND ${unit}_${group} "\n// ${name}: ${arg_SO}
${namespaces}${defines}${nodes}
#line 1 \"${source}\"
${undefines}
namespace tandem::${protocol}::${namespace} {
${${unit}_declaration} { return ${${unit}_of}; }
}
")
    set(${unit}_${group} "${${unit}_${group}}" PARENT_SCOPE)
    set(groups ${group} PARENT_SCOPE)
  endforeach()
  set(declarations "${declarations}namespace tandem::${protocol}::${namespace} {
${system_declaration};
${symbols_declaration};
}
" PARENT_SCOPE)
  set(entries "${entries}        {\"${name}\", \"${arg_SO}\", \"${arg_REFUTES}\", \"${arg_VARIANT}\", \"${arg_SHAPE}\", ${arg_STEPS}, BROKEN(${protocol}::${namespace})},
" PARENT_SCOPE)
endfunction()

# Appends a file's text to the result, as part of a source of several mutants: without the includes of what is written there already, and without what would let it stand there only once.
function(text_among_others path result)
  file(READ ${path} text)
  string(REPLACE "#pragma once\n" "\n" text "${text}")
  foreach(copy IN LISTS copies)
    if(copy IN_LIST written)
      string(REPLACE "#include \"${copy}\"\n" "\n" text "${text}")
    elseif(text MATCHES "#include \"${copy}\"\n")
      message(FATAL_ERROR "mutants of ${protocol}: `copied` has ${copy} after ${path}, which includes it")
    endif()
  endforeach()
  set(${result} "${${result}}#line 1 \"${path}\"\n${text}" PARENT_SCOPE)
endfunction()

# Template arguments for each text that has the file: the protocol and its nodes.
function(texts_with file domain result)
  set(found "")
  foreach(text IN LISTS texts_of_mutant)
    string(REPLACE " " ";" words "${text}")
    list(GET words 0 owner)
    set(elsewhere NO)
    foreach(other IN LISTS texts_of_mutant)
      string(REGEX MATCH "^[^ ]+" other "${other}")
      if(NOT other STREQUAL owner AND file IN_LIST only_in_${other})
        set(elsewhere YES)
      endif()
    endforeach()
    if(NOT elsewhere)
      list(TRANSFORM words APPEND "<${domain}>" REGEX "[^>]$")
      list(TRANSFORM words REPLACE "DOMAIN" "${domain}")
      list(JOIN words ", " words)
      list(APPEND found "${words}")
    endif()
  endforeach()
  set(${result} ${found} PARENT_SCOPE)
endfunction()

# Removes what an earlier list has put into the directory besides these files: nothing of that may come first on the include path.
function(keep_only directory)
  file(GLOB earlier RELATIVE ${directory} ${directory}/*)
  list(REMOVE_ITEM earlier ${ARGN})
  foreach(file IN LISTS earlier)
    file(REMOVE ${directory}/${file})
  endforeach()
endfunction()

# tandem_mutants(protocol folder)
# Sets `texts_of_mutants` to libraries that have the table engines::seeded_bugs of the protocol in that folder, with the broken texts; tandem_<protocol>_names_of_mutants has
# it with the names only. Without a list of mutants, or without TANDEM_MUTANTS, both have an empty one.
function(tandem_mutants protocol folder)
  set(generated ${PROJECT_BINARY_DIR}/mutants/${protocol})
  set(text_headers protocol.hpp)
  set(units_of_mutant system symbols)
  set(broken "text::break_text, text::symbols")
  if(TANDEM_MUTANTS AND EXISTS ${folder}/mutants.cmake)
    file(STRINGS ${folder}/mutants.cmake searched_only REGEX "^set\\(searched_only")
    if(searched_only)
      set(units_of_mutant system)
      set(broken "text::break_text, nullptr")
    endif()
    include(${folder}/mutants.cmake)
    foreach(file IN LISTS copied)
      set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${folder}/${file})
    endforeach()
  endif()
  set(head "#include \"engines/seeded_bug.hpp\"\n\nnamespace ${namespace} {\nstruct Description;\n}\n")
  set(table "namespace tandem::engines {

template <>
const SeededBugs& seeded_bugs<${namespace}::Description>() {
    static const SeededBugs all{
${entries}    };
    return all;
}

}
")
  write_if_new(${generated}/names.cpp "${head}#define BROKEN(text) nullptr, nullptr\n${table}")
  write_if_new(${generated}/texts.cpp "${head}${declarations}#define BROKEN(text) ${broken}\n${table}")
  foreach(list IN ITEMS names texts)
    add_library(tandem_${protocol}_${list}_of_mutants OBJECT ${generated}/${list}.cpp)
    target_link_libraries(tandem_${protocol}_${list}_of_mutants PRIVATE tandem::engines)
    target_compile_options(tandem_${protocol}_${list}_of_mutants PRIVATE -O0)
  endforeach()
  set(texts tandem_${protocol}_texts_of_mutants)
  if(entries)
    # They are many: no time is spent on optimising them, nor on reading what they all include.
    foreach(unit IN LISTS units_of_mutant)
      set(sources "")
      foreach(group RANGE ${groups})
        list(APPEND sources ${generated}/${unit}_${group}.cpp)
        write_if_new(${generated}/${unit}_${group}.cpp "#include \"broken_${unit}.hpp\"\n${${unit}_${group}}")
      endforeach()
      if(unit STREQUAL system)
        set(binding handlers)
        set(context "tandem::model::StepContext<tandem::${protocol}::OWNER<tandem::model::Concrete>>")
      else()
        set(binding symbols)
        set(context "tandem::smt::SymbolicContext<tandem::${protocol}::OWNER<tandem::smt::Symbolic>>")
      endif()
      # What all handlers call is compiled once: it would be a third of the time that a mutant takes.
      set(contexts "")
      set(elsewhere "")
      foreach(text IN LISTS texts_of_mutant)
        string(REGEX MATCH "^[^ ]+" owner "${text}")
        string(REPLACE OWNER ${owner} of_owner "${context}")
        string(APPEND contexts "template class ${of_owner};\n")
        string(APPEND elsewhere "extern template class ${of_owner};\n")
      endforeach()
      list(TRANSFORM text_headers REPLACE "(.+)" "#include \"protocols/${protocol}/\\1\"" OUTPUT_VARIABLE includes)
      list(JOIN includes "\n" includes)
      write_if_new(${generated}/broken_${unit}.hpp "#pragma once\n#include \"engines/broken_${binding}.hpp\"\n${includes}\n${elsewhere}")
      write_if_new(${generated}/contexts_of_${unit}.cpp "#include \"broken_${unit}.hpp\"\n\n${contexts}")
      add_library(tandem_${protocol}_${unit}_of_mutants OBJECT ${sources} ${generated}/contexts_of_${unit}.cpp)
      target_compile_options(tandem_${protocol}_${unit}_of_mutants PRIVATE -O0)
      target_link_libraries(tandem_${protocol}_${unit}_of_mutants PRIVATE tandem::engines tandem::protocols)
      target_include_directories(tandem_${protocol}_${unit}_of_mutants PRIVATE ${generated})
      target_precompile_headers(tandem_${protocol}_${unit}_of_mutants PRIVATE ${generated}/broken_${unit}.hpp)
      set_target_properties(tandem_${protocol}_${unit}_of_mutants PROPERTIES UNITY_BUILD OFF)
      list(APPEND texts tandem_${protocol}_${unit}_of_mutants)
    endforeach()
  endif()
  set(texts_of_mutants ${texts} PARENT_SCOPE)
endfunction()
