// Every run of the simulator with Temporal Coherence is a path of the checked system, in which a tick passes with each cycle.
#include <doctest/doctest.h>

#include "protocols/tc/protocol.hpp"
#include "tests/agreement/random_program.hpp"
#include "tests/agreement/replayer.hpp"

namespace tandem::agreement {

namespace {

/// Runs random programs and replays each; returns the outcomes that occurred.
template <template <class> class C = tc::Tc>
std::uint64_t replay(tc::Atomicity atomicity, tc::Consistency consistency, int lease, int banks, int lanes,
                     tc::LeaseChoice choice = tc::LeaseChoice::any, bool partial = false) {
    tc::Config config;
    config.atomicity = atomicity;
    config.consistency = consistency;
    config.choice = choice;
    config.leases = {lease};
    if (choice == tc::LeaseChoice::predicted) config.leases = {lease, 4 * lease, 16 * lease}, config.lease_choices = 3;
    config.capacity = 8;
    config.banks = banks;
    config.lanes = lanes;
    config.atomics = true;
    config.shape.extent = {2, 2, 3, 2};
    config.shape.horizon = config.furthest();
    config.shape.words = partial ? 2 : 1;
    Replayer<tc::Tc, C> replayer(config);
    for (int seed = 1; seed <= 200; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        perfsim::Machine<tc::Tc<perfsim::Timed>> machine(config, small_machine(2, 2, banks, random));
        machine.memory().allocate(3 * perfsim::words_per_block);
        machine.limit = 1'000'000;
        machine.observe(&replayer);
        replayer.start(&machine);
        const ProgramShape shape{.blocks = 3, .lanes = lanes, .instructions = 16, .partial = partial};
        std::string error;
        try {
            machine.run({4, 1, [&](perfsim::Warp& w) {
                             return random_program(w, shape, std::mt19937(static_cast<unsigned>(seed * 100 + w.block)));
                         }});
            replayer.finish(machine);
        } catch (const std::exception& e) {
            error = e.what();
        }
        REQUIRE(error == "");
    }
    CHECK(replayer.steps > 20'000);
    CHECK(replayer.ticks > 10'000);
    return replayer.outcomes;
}

void occurred(std::uint64_t outcomes, std::initializer_list<tc::Outcome> expected) {
    for (const tc::Outcome outcome : expected) {
        CAPTURE(model::name_of(outcome));
        CHECK((outcomes >> static_cast<int>(outcome) & 1) == 1);
    }
}

}  // namespace

TEST_CASE("simulated runs of TC-Strong are paths of its system") {
    using enum tc::Outcome;
    occurred(replay(tc::Atomicity::strong, tc::Consistency::sc, 40, 1, 1),
             {load_hit, load_expired, load_merged, filled, filled_after_write, merged_served, read_leased, lease_extended,
              write_performed, request_queued, l1_evicted, l2_evicted});
    occurred(replay(tc::Atomicity::strong, tc::Consistency::sc, 2, 1, 1), {filled_too_late, merged_not_covered, requested_again});
    occurred(replay(tc::Atomicity::strong, tc::Consistency::rc, 300, 2, 2),
             {load_hit, fence_passes, write_performed, lease_extended});
}

TEST_CASE("simulated runs of TC-Weak are paths of its system") {
    using enum tc::Outcome;
    occurred(replay(tc::Atomicity::weak, tc::Consistency::rc, 60, 1, 1),
             {load_hit, load_expired, fence_passes, write_private, write_early, write_performed});
    occurred(replay(tc::Atomicity::weak, tc::Consistency::rc, 500, 2, 2), {load_hit, fence_passes, write_early});
}

TEST_CASE("simulated runs with a predicted lease are paths of its system") {
    using enum tc::Outcome;
    occurred(replay(tc::Atomicity::strong, tc::Consistency::sc, 20, 1, 1, tc::LeaseChoice::predicted),
             {load_hit, load_expired, lease_lengthened, lease_shortened});
    occurred(replay(tc::Atomicity::weak, tc::Consistency::rc, 100, 2, 2, tc::LeaseChoice::predicted),
             {load_hit, lease_lengthened, lease_shortened});
}

TEST_CASE("simulated runs with stores to parts of blocks are paths of the system whose blocks have two words") {
    using enum tc::Outcome;
    occurred(replay<model::TextInWords<tc::Tc>::Text>(tc::Atomicity::strong, tc::Consistency::sc, 40, 1, 1, tc::LeaseChoice::any,
                                                      true),
             {load_hit, filled_after_write, write_performed});
    occurred(
        replay<model::TextInWords<tc::Tc>::Text>(tc::Atomicity::weak, tc::Consistency::rc, 60, 1, 1, tc::LeaseChoice::any, true),
        {load_hit, write_private, write_early, write_performed});
}

}  // namespace tandem::agreement
