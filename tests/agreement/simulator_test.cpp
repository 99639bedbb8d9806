// Every run of the simulator is a path of the checked system: random programs on small machines, replayed event by event.
#include <doctest/doctest.h>

#include "protocols/gtsc/properties.hpp"
#include "tests/agreement/random_program.hpp"
#include "tests/agreement/replayer.hpp"

namespace tandem::agreement {

namespace {

struct Replays {
    std::uint64_t programs = 0, steps = 0, outcomes = 0, overtakings = 0;
};

/// Runs `programs` random programs with `config` and replays each in the system of text C.
template <template <class> class C = gtsc::Gtsc>
Replays replay(gtsc::Config config, ProgramShape shape, int programs, int jitter = 0) {
    config.capacity = 8;
    config.shape[model::Sort::address] = shape.blocks;
    config.shape[model::Sort::value] = shape.values;
    config.lanes = shape.lanes;
    config.atomics = shape.atomics;
    config.shape.words = shape.partial ? 2 : 1;
    Replayer<gtsc::Gtsc, C> replayer(config);
    const int sms = config.shape[model::Sort::core], warps = config.shape[model::Sort::thread];
    for (int seed = 1; seed <= programs; ++seed) {
        CAPTURE(seed);
        std::mt19937 random(static_cast<unsigned>(seed));
        auto description = small_machine(sms, warps, config.banks, random);
        description.network.jitter = jitter;
        description.network.jitter_seed = seed;
        perfsim::Machine<gtsc::Gtsc<perfsim::Timed>> machine(config, description);
        machine.memory().allocate(static_cast<std::size_t>(shape.blocks) * perfsim::words_per_block);
        machine.limit = 1'000'000;
        machine.observe(&replayer);
        replayer.start();
        std::string error;
        try {
            machine.run({sms * warps, 1, [&](perfsim::Warp& w) {
                             return random_program(w, shape, std::mt19937(static_cast<unsigned>(seed * 100 + w.block)));
                         }});
            replayer.finish(machine);
        } catch (const std::exception& e) {
            error = e.what();
        }
        REQUIRE(error == "");
    }
    return {static_cast<std::uint64_t>(programs), replayer.steps, replayer.outcomes, replayer.overtakings};
}

bool happened(const Replays& replays, gtsc::Outcome outcome) { return replays.outcomes >> static_cast<int>(outcome) & 1; }

gtsc::Config shape(int sms, int warps, int lease, int time_max) {
    gtsc::Config config;
    config.leases = {lease};
    config.shape.time_max = time_max;
    config.shape[model::Sort::core] = sms;
    config.shape[model::Sort::thread] = warps;
    return config;
}

}  // namespace

TEST_SUITE("agreement/simulator") {
    TEST_CASE("two SMs with two warps: sequential consistency, through many resets of the timestamps") {
        const auto replays = replay(shape(2, 2, 2, 9), {.blocks = 3, .instructions = 16}, 800);
        CHECK(replays.steps > 100'000);
        for (const auto outcome :
             {gtsc::Outcome::overflow_reset, gtsc::Outcome::l1_reset, gtsc::Outcome::reset_announced, gtsc::Outcome::renewal_sent,
              gtsc::Outcome::load_merged, gtsc::Outcome::load_hit, gtsc::Outcome::renewed, gtsc::Outcome::store_hit,
              gtsc::Outcome::atomic_performed, gtsc::Outcome::l2_evicted, gtsc::Outcome::stale_read, gtsc::Outcome::stale_write,
              gtsc::Outcome::l1_evicted, gtsc::Outcome::load_waits_for_store}) {
            CAPTURE(model::name_of(outcome));
            CHECK(happened(replays, outcome));
        }
    }

    TEST_CASE("release consistency, with fences and several accesses a warp") {
        auto config = shape(2, 2, 1, 40);
        config.consistency = gtsc::Consistency::rc;
        const auto replays = replay(config, {.blocks = 4, .instructions = 16}, 600);
        CHECK(happened(replays, gtsc::Outcome::fence_passes));
        CHECK(happened(replays, gtsc::Outcome::load_merged));
    }

    TEST_CASE("every variant that holds, and those that do not") {
        for (const auto visibility : {gtsc::Visibility::delay, gtsc::Visibility::keep_old, gtsc::Visibility::unsafe})
            for (const auto combining : {gtsc::Combining::mshr, gtsc::Combining::forward_all})
                for (const auto consistency : {gtsc::Consistency::sc, gtsc::Consistency::rc}) {
                    // With the unsafe variant a store whose guess is beyond the last timestamp waits until the block is evicted.
                    auto config = shape(1, 4, 1, visibility == gtsc::Visibility::unsafe ? model::max_time : 12);
                    config.visibility = visibility;
                    CAPTURE(model::name_of(visibility));
                    CAPTURE(model::name_of(consistency));
                    config.combining = combining;
                    config.consistency = consistency;
                    replay(config, {.blocks = 2}, 80);
                }
    }

    TEST_CASE("on a network with jitter messages of unordered channels overtake each other, and of ordered ones none does") {
        for (const bool ordered : {true, false}) {
            CAPTURE(ordered);
            auto config = shape(2, 2, 2, model::max_time);
            config.ordered = ordered;
            config.consistency = gtsc::Consistency::rc;
            CHECK((replay(config, {.blocks = 3, .instructions = 16}, 100, 20).overtakings > 0) == !ordered);
        }
    }

    TEST_CASE("loads of several blocks are one step") { replay(shape(2, 2, 2, 30), {.blocks = 4, .values = 3, .lanes = 2}, 300); }

    TEST_CASE("stores to parts of blocks") {
        for (const auto visibility : {gtsc::Visibility::delay, gtsc::Visibility::keep_old})
            for (const auto consistency : {gtsc::Consistency::sc, gtsc::Consistency::rc}) {
                CAPTURE(model::name_of(visibility));
                CAPTURE(model::name_of(consistency));
                auto config = shape(2, 2, 2, 30);
                config.visibility = visibility;
                config.consistency = consistency;
                const auto replays =
                    replay<model::TextInWords<gtsc::Gtsc>::Text>(config, {.blocks = 3, .instructions = 16, .partial = true}, 200);
                for (const auto outcome : {gtsc::Outcome::copy_given_up, gtsc::Outcome::store_hit, gtsc::Outcome::store_miss,
                                           gtsc::Outcome::ack_unlocks, gtsc::Outcome::ack_without_block, gtsc::Outcome::load_hit,
                                           gtsc::Outcome::atomic_performed}) {
                    CAPTURE(model::name_of(outcome));
                    CHECK(happened(replays, outcome));
                }
            }
    }

    TEST_CASE("several banks whose timestamps are reset again and again") {
        for (const int banks : {2, 4})
            for (const auto consistency : {gtsc::Consistency::sc, gtsc::Consistency::rc}) {
                auto config = shape(2, 2, 2, 9);
                config.banks = banks;
                config.consistency = consistency;
                CAPTURE(banks);
                CAPTURE(model::name_of(consistency));
                const auto replays = replay(config, {.blocks = 4, .lanes = 2}, 200);
                for (const auto outcome :
                     {gtsc::Outcome::overflow_reset, gtsc::Outcome::reset_signalled, gtsc::Outcome::overflow_heard,
                      gtsc::Outcome::bank_follows, gtsc::Outcome::old_response, gtsc::Outcome::reset_announced,
                      gtsc::Outcome::stale_read, gtsc::Outcome::stale_write, gtsc::Outcome::renewal_sent}) {
                    CAPTURE(model::name_of(outcome));
                    CHECK(happened(replays, outcome));
                }
            }
    }

    TEST_CASE("several banks, as long as timestamps suffice") {
        auto config = shape(2, 2, 2, model::max_time);
        config.banks = 2;
        config.consistency = gtsc::Consistency::rc;
        const auto replays = replay(config, {.blocks = 4}, 400);
        CHECK(happened(replays, gtsc::Outcome::renewed));
        CHECK_FALSE(happened(replays, gtsc::Outcome::overflow_reset));
    }
}

}  // namespace tandem::agreement
