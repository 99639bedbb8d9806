# Mutants: texts of a protocol with one line changed, deliberately broken, so that tests see that the properties catch it.
#
# protocols/<protocol>/mutants.cmake lists them, a call of `mutant` each; the text itself stays clean. Each mutant gets a copy of
# the file with the changed line, in a directory of its own that comes first on the include path of one generated source. There
# the protocol's name is a macro for <protocol>::<mutant>, so the changed text lies in a namespace inside the protocol's; quoted includes are not
# touched by macros. The list says which files hold the nodes (`copied`): they are compiled a second time beside the true text, so there are copies of
# those without a change too. What nodes inherit from another protocol's folder is changed in the same way (FOLDER), under a macro for that folder. Messages
# and all else mutants share with the true text; so free functions are out of reach, of which both texts would be found. Of a mutant only the handlers are
# compiled (apps/seeded_bug.hpp), and the nodes of a true system, with the settings and rules that the user asks for, do what these do. `texts_of_mutant` lists
# the systems that have such nodes: the name of the protocol and those of its nodes, templates over a domain or with all arguments, separated by spaces. A file that is in
# `only_in_NAME` is in no other of them. A second source has the same handlers on symbols, for exports; `exported_of_mutant` is what an export is made of, `Config` if
# nobody says otherwise, and empty where broken texts are not exported. A generated table makes the mutants known to the program.

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
  list(TRANSFORM copied REPLACE "(.+)" "#include \"protocols/${protocol}/\\1\"" OUTPUT_VARIABLE includes)
  list(JOIN includes "\n" includes)
  texts_with(${file} model::Concrete broken_texts)
  list(TRANSFORM broken_texts PREPEND "apps::breaks<" OUTPUT_VARIABLE tries)
  list(TRANSFORM tries APPEND ">(network)" OUTPUT_VARIABLE tries)
  list(JOIN tries " || " tries)
  set(folders ${protocol} ${arg_FOLDER})
  list(REMOVE_DUPLICATES folders)
  set(namespaces "")
  set(defines "")
  set(undefines "")
  foreach(folder IN LISTS folders)
    string(APPEND namespaces "namespace tandem::${folder}::${namespace} {\nusing namespace ${folder};\n}\n")
    string(APPEND defines "#define ${folder} ${folder}::${namespace}\n")
    string(APPEND undefines "#undef ${folder}\n")
  endforeach()
  write_if_new(${generated}/${name}/system.cpp "// ${name}: ${arg_SO}
#include \"apps/${protocol}_seeded.hpp\"

${namespaces}${defines}${includes}
${undefines}
namespace tandem::${protocol}::${namespace} {
bool break_text(model::Network& network) { return ${tries}; }
}
")
  set(declarations "${declarations}namespace tandem::${protocol}::${namespace} {
bool break_text(model::Network& network);
}
" PARENT_SCOPE)
  set(entries "${entries}        {\"${name}\", \"${arg_SO}\", \"${arg_REFUTES}\", \"${arg_VARIANT}\", \"${arg_SHAPE}\", ${arg_STEPS}, ${protocol}::${namespace}::break_text},
" PARENT_SCOPE)
  set(sources ${sources} ${generated}/${name}/system.cpp PARENT_SCOPE)
  set_source_files_properties(${generated}/${name}/system.cpp PROPERTIES INCLUDE_DIRECTORIES "${generated}/${name};${generated}/copies")
  if(NOT exported_of_mutant)
    return()
  endif()

  # The same text on symbols, for exports.
  texts_with(${file} smt::Symbolic broken_texts)
  list(GET broken_texts 0 symbols)
  write_if_new(${generated}/${name}/symbols.cpp "// ${name}, for other tools: ${arg_SO}
#include \"apps/${protocol}_seeded_symbols.hpp\"

${namespaces}${defines}${includes}
${undefines}
namespace tandem::${protocol}::${namespace} {
std::vector<apps::ExportedFile> write(const ${exported_of_mutant}& exported, const apps::Exported& what, const apps::ExportOptions& options) {
    return apps::export_broken(exported, what, options, apps::broken_symbols<${symbols}>());
}
}
")
  set(symbol_declarations "${symbol_declarations}namespace tandem::${protocol}::${namespace} {
std::vector<apps::ExportedFile> write(const ${exported_of_mutant}& exported, const apps::Exported& what, const apps::ExportOptions& options);
}
" PARENT_SCOPE)
  set(symbol_entries "${symbol_entries}    if (name == \"${name}\") return ${protocol}::${namespace}::write(exported, what, options);
" PARENT_SCOPE)
  set(symbol_sources ${symbol_sources} ${generated}/${name}/symbols.cpp PARENT_SCOPE)
  set_source_files_properties(${generated}/${name}/symbols.cpp PROPERTIES INCLUDE_DIRECTORIES "${generated}/${name};${generated}/copies")
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

# Keeps the time of a file that says the same already, so that it is not compiled again.
function(write_if_new file content)
  if(EXISTS ${file})
    file(READ ${file} old)
  endif()
  if(NOT "${old}" STREQUAL "${content}")
    file(WRITE ${file} "${content}")
  endif()
endfunction()

# tandem_mutants(target protocol)
# Compiles the mutants and their table, apps/<protocol>_mutants.hpp, into the target. Without TANDEM_MUTANTS the table is empty.
function(tandem_mutants target protocol)
  set(generated ${PROJECT_BINARY_DIR}/mutants/${protocol})
  set(exported_of_mutant Config)
  include(${PROJECT_SOURCE_DIR}/protocols/${protocol}/mutants.cmake)
  keep_only(${generated}/copies/protocols/${protocol} ${copied})
  foreach(file IN LISTS copied)
    set(original ${PROJECT_SOURCE_DIR}/protocols/${protocol}/${file})
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${original})
    file(READ ${original} text)
    write_if_new(${generated}/copies/protocols/${protocol}/${file} "${text}")
  endforeach()
  if(NOT TANDEM_MUTANTS)
    set(entries "")
    set(declarations "")
    set(symbol_entries "")
    set(symbol_declarations "")
  endif()
  write_if_new(${generated}/mutants.cpp "#include \"apps/${protocol}_mutants.hpp\"

${declarations}
namespace tandem::apps {

const std::vector<Mutant>& ${protocol}_mutants() {
    static const std::vector<Mutant> all{
${entries}    };
    return all;
}

}
")
  if(exported_of_mutant)
    write_if_new(${generated}/symbols.cpp "#include <stdexcept>

#include \"apps/${protocol}_export.hpp\"

${symbol_declarations}
namespace tandem::apps {

std::vector<ExportedFile> export_mutant(const std::string& name, const ${protocol}_exported& exported, const Exported& what, const ExportOptions& options) {
    static_cast<void>(exported), static_cast<void>(what), static_cast<void>(options);
${symbol_entries}    throw std::logic_error(name + \" is no seeded bug of ${protocol}\");
}

}
")
    target_sources(${target} PRIVATE ${generated}/symbols.cpp)
  endif()
  target_sources(${target} PRIVATE ${generated}/mutants.cpp)
  if(NOT TANDEM_MUTANTS)
    return()
  endif()

  # They are many: no time is spent on reading what they all include.
  set(mutants ${target}_${protocol}_mutants)
  add_library(${mutants} OBJECT ${sources})
  target_compile_options(${mutants} PRIVATE -O0)
  target_link_libraries(${mutants} PRIVATE tandem::apps)
  target_precompile_headers(${mutants} PRIVATE "\"apps/${protocol}_seeded.hpp\"")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${mutants}>)
  if(NOT exported_of_mutant)
    return()
  endif()
  add_library(${mutants}_symbols OBJECT ${symbol_sources})
  target_compile_options(${mutants}_symbols PRIVATE -O0)
  target_link_libraries(${mutants}_symbols PRIVATE tandem::apps)
  target_precompile_headers(${mutants}_symbols PRIVATE "\"apps/${protocol}_seeded_symbols.hpp\"")
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${mutants}_symbols>)
endfunction()
