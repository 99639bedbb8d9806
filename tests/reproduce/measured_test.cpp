// What figures read from a run's report.
#include "reproduce/measured.hpp"

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace tandem;

TEST_CASE("a stall of memory's is whatever a warp waits for that a better memory system would shorten") {
    const nlohmann::json report{{"sm_cycles",
                                 {{"none", 1}, {"data", 2}, {"scoreboard", 4}, {"order", 8}, {"fence", 16}, {"block_locked", 32}, {"mshr_full", 64}, {"merges_full", 128},
                                  {"network_full", 256}, {"pipeline", 512}, {"barrier", 1024}, {"pause", 2048}, {"no_warp", 4096}}}};
    CHECK(reproduce::measured(reproduce::Measure::memory_stalls, report) == 2 + 8 + 16 + 32 + 64 + 128 + 256 + 512);
}
