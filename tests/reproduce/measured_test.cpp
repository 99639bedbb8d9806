// The values that figures read from a run's report.
#include <doctest/doctest.h>

#include <nlohmann/json.hpp>

#include "reproduce/measured.hpp"

namespace tandem::tests {

TEST_SUITE("reproduce/measured") {
    TEST_CASE("a stall due to memory is any wait that memory could shorten, for room at an MSHR entry as well") {
        const nlohmann::json report{{"sm_cycles",
                                     {{"none", 1},
                                      {"data", 2},
                                      {"scoreboard", 4},
                                      {"order", 8},
                                      {"fence", 16},
                                      {"block_locked", 32},
                                      {"mshr_full", 64},
                                      {"merges_full", 128},
                                      {"network_full", 256},
                                      {"pipeline", 512},
                                      {"barrier", 1024},
                                      {"pause", 2048},
                                      {"no_warp", 4096}}}};
        CHECK(reproduce::measured(reproduce::Measure::memory_stalls, report) == 2 + 8 + 16 + 32 + 64 + 128 + 256 + 512);
    }

    TEST_CASE("requests are what SMs send to banks, and an SM issues in a share of its cycles") {
        const nlohmann::json report{{"sm_cycles", {{"issuing", 30}, {"data", 50}, {"no_warp", 20}}},
                                    {"traffic",
                                     {{{"name", "BusRd"}, {"messages", 5}},
                                      {{"name", "BusWr"}, {"messages", 2}},
                                      {{"name", "BusAtom"}, {"messages", 1}},
                                      {{"name", "BusFill"}, {"messages", 5}}}}};
        CHECK(reproduce::measured(reproduce::Measure::requests, report) == 8);
        CHECK(reproduce::measured(reproduce::Measure::issuing, report).value() == doctest::Approx(30));
    }
}

}  // namespace tandem::tests
