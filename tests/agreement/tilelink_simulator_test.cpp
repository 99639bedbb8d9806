// Simulated runs of examples/tilelink are paths of the checked system. Its L2 and the cache behind it take blocks back before
// they evict them, so their evictions take several steps, in machines whose caches hold a block or two.
#include <doctest/doctest.h>

#include "tests/agreement/random_runs.hpp"
#include "tilelink/protocol.hpp"

namespace tandem::agreement {

namespace {

using Levels = tilelink::Outcome;

std::uint64_t replay_levels(baseline::Consistency consistency, const RandomRuns& runs) {
    tilelink::Config config;
    config.consistency = consistency;
    return replay_random_runs<tilelink::TileLink>(config, runs);
}

}  // namespace

TEST_SUITE("agreement/tilelink simulator") {
    TEST_CASE("TileLink: every simulated run is a path of the checked system, and evictions of several steps are among them") {
        std::uint64_t outcomes = replay_levels(baseline::Consistency::sc, {.cores = 2, .threads = 2, .banks = 2, .programs = 20});
        outcomes |= replay_levels(baseline::Consistency::rc, {.cores = 4, .programs = 20});
        for (const auto outcome :
             {Levels::recalls, Levels::l2_releases, Levels::l2_released, Levels::recalls_l2, Levels::probe_passed_on,
              Levels::dram_written, Levels::upgrade, Levels::deferred, Levels::answered_late}) {
            CAPTURE(model::name_of(outcome));
            CHECK(happened(outcomes, outcome));
        }
    }
}

}  // namespace tandem::agreement
