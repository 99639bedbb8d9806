# cmake -D ROOT=<sources> -D OUTPUT=<file> -P fingerprint.cmake
# Writes a source file with a fingerprint of all that a simulation's result depends on. `tandem reproduce` keeps results, and must know which of
# them are of another program.
include(${CMAKE_CURRENT_LIST_DIR}/simulated_sources.cmake)
foreach(file IN LISTS simulated_sources)
  file(SHA256 ${ROOT}/${file} sum)
  string(APPEND all "${file} ${sum}\n")
endforeach()
string(SHA256 fingerprint "${all}")
string(SUBSTRING ${fingerprint} 0 12 fingerprint)
file(WRITE ${OUTPUT} "namespace tandem::reproduce {
extern const char* const simulation_fingerprint;
const char* const simulation_fingerprint = \"${fingerprint}\";
}
")
