// Runs of compute units and CPUs with mutexes are paths of the checked system, and they send the messages that its text describes
// (protocols/lsc/README.md).
#include <doctest/doctest.h>

#include "protocols/lsc/machine.hpp"
#include "protocols/lsc/properties.hpp"
#include "protocols/lsc/settings.hpp"
#include "tests/agreement/random_runs.hpp"

namespace tandem::agreement::of_lsc {

namespace {

using lsc::Config, lsc::Outcome, lsc::QueueingLsc;
using Timed = QueueingLsc<perfsim::Timed>;

Config scheme(const std::string& variant) {
    return lsc::settings().read(variant, "", {}, false).config;
}

std::uint64_t replay(Config config, const RandomRuns& runs) {
    config.cpus = runs.cpus;
    config.buffered = apu::most_buffered;
    config.mrf = lsc::most_entries;
    config.evictions = config.false_positives = true;
    config.busy = apu::Busy::queues;
    return replay_random_runs<QueueingLsc>(config, runs);
}

}  // namespace

TEST_SUITE("agreement/lsc simulator") {
    TEST_CASE("LSC: every simulated run is a path of the checked system, as written, with all repairs and without mutexes") {
        std::uint64_t all = 0;
        for (const char* variant : {"as-written", "repaired", "one-at-a-time", "loads-return"})
            for (const int mutexes : {2, 4}) {
                CAPTURE(std::string(variant));
                Config config = scheme(variant);
                config.mutexes = mutexes;
                all |= replay(config, {.threads = 2, .programs = 30}) | replay(config, {.cores = 4, .programs = 15}) |
                       replay(config, {.threads = 2, .programs = 15, .lanes = 2});
            }
        for (const auto outcome :
             {Outcome::load_hit,        Outcome::load_miss,         Outcome::load_merged,     Outcome::written_through,
              Outcome::filled,          Outcome::write_done,        Outcome::gl1_invalidated, Outcome::gl1_evicted,
              Outcome::asks_mutex,      Outcome::mutex_acquired,    Outcome::nacked,          Outcome::asked_again,
              Outcome::mutex_released,  Outcome::gl2_hit,           Outcome::gl2_miss,        Outcome::gl2_forwarded,
              Outcome::gl2_invalidates, Outcome::gl2_collected,     Outcome::gl2_answered,    Outcome::gl2_evicted,
              Outcome::gl2_queued,      Outcome::sharer_gone,       Outcome::gl2_granted,     Outcome::write_performed,
              Outcome::eviction_noted,  Outcome::memory_asked,      Outcome::mutex_given,     Outcome::mutex_buffered,
              Outcome::mutex_nacked,    Outcome::mutex_transferred, Outcome::mutex_free}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE("LSC with CPUs: every simulated run is a path of the checked system, beside CUs and without") {
        std::uint64_t all = 0;
        for (const char* variant : {"as-written", "repaired", "one-at-a-time", "without-every-store"})
            for (const int mutexes : {2, 4}) {
                CAPTURE(std::string(variant));
                Config config = scheme(variant);
                config.mutexes = mutexes;
                config.early = mutexes == 4;
                all |= replay(config, {.cores = 1, .programs = 20, .cpus = 1}) | replay(config, {.programs = 20, .cpus = 2}) |
                       replay(config, {.cores = 1, .programs = 15, .cpus = 3});
            }
        for (const auto outcome :
             {Outcome::load_early,   Outcome::mutex_acquired,    Outcome::mutex_released, Outcome::cpu_load_hit,
              Outcome::forwarded,    Outcome::cpu_load_miss,     Outcome::asked_early,    Outcome::committed,
              Outcome::at_rob_head,  Outcome::cpu_filled,        Outcome::retired,        Outcome::requested_ownership,
              Outcome::awaits_mutex, Outcome::rob_asks,          Outcome::cpu_evicted,    Outcome::written_back,
              Outcome::invalidated,  Outcome::invalidated_dirty, Outcome::downgraded,     Outcome::probe_missed,
              Outcome::gl2_probed,   Outcome::read_granted,      Outcome::owned_granted,  Outcome::probes,
              Outcome::victim_taken, Outcome::mutex_given,       Outcome::mutex_buffered, Outcome::mutex_transferred,
              Outcome::mutex_free}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }
}

}  // namespace tandem::agreement::of_lsc
