# cmake -D ROOT=<sources> -D VERSION=<words> -D OUTPUT=<file> -P module_version.cmake
# Writes the function by which a program knows whether a module was compiled with its own headers, by its own compiler.
include(${CMAKE_CURRENT_LIST_DIR}/installed_headers.cmake)
foreach(header IN LISTS installed_headers)
  file(SHA256 ${ROOT}/${header} sum)
  string(APPEND all "${header} ${sum}\n")
endforeach()
string(SHA256 fingerprint "${all}")
string(SUBSTRING ${fingerprint} 0 12 fingerprint)
file(WRITE ${OUTPUT} "extern \"C\" const char* tandem_module_version();\nconst char* tandem_module_version() { return \"${VERSION} ${fingerprint}\"; }\n")
