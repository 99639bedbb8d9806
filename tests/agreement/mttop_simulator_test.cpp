// Runs of core sides before MOESI's caches are paths of the checked system: write buffers that retire by themselves, loads that
// are retried, and instructions of several blocks.
#include <doctest/doctest.h>

#include "perfsim/machine.hpp"
#include "protocols/mttop/machine.hpp"
#include "protocols/mttop/protocol.hpp"
#include "tests/agreement/random_runs.hpp"

namespace tandem::agreement::of_mttop {

namespace {

using cores::Side, mttop::Config, mttop::Outcome, mttop::QueueingMttop;
using Timed = QueueingMttop<perfsim::Timed>;

Config of_side(Side side) {
    Config config;
    config.side = side;
    return config;
}

std::uint64_t replay(Config config, int programs, int lanes = 1) {
    config.busy = moesi::Busy::queues;
    return replay_random_runs<QueueingMttop>(config, {.threads = 2, .banks = 2, .programs = programs, .lanes = lanes});
}

/// Cycles of one warp that runs `kernel` alone.
perfsim::Cycle cycles(const Config& of, perfsim::Kernel (*kernel)(perfsim::Warp&)) {
    auto description = perfsim::paper_machine();
    Config config = of;
    mttop::on_machine(config, description);
    perfsim::Machine<Timed> machine(config, description);
    machine.memory().allocate(std::size_t(64) * perfsim::words_per_block);
    machine.limit = 1'000'000;
    machine.run({1, 1, [&](perfsim::Warp& w) { return kernel(w); }});
    return machine.now();
}

/// Eight stores that miss.
perfsim::Kernel stores(perfsim::Warp& w) {
    for (int i = 0; i < 8; ++i) co_await w.store(block(i), {});
}
/// Eight loads that miss and need not wait for each other.
perfsim::Kernel loads(perfsim::Warp& w) {
    perfsim::Load each[8];
    for (int i = 0; i < 8; ++i) co_await w.begin(each[i], block(i));
    for (auto& load : each) co_await w.finish(load);
}
/// A store that misses, and a load of another block that misses.
perfsim::Kernel store_then_load(perfsim::Warp& w) {
    co_await w.store(block(0), {});
    co_await w.load(block(1));
}

}  // namespace

TEST_SUITE("agreement/mttop simulator") {
    TEST_CASE("every simulated run is a path of the checked system, with each core side") {
        std::uint64_t all = 0;
        for (const Side side : {Side::scsimple, Side::scwb, Side::tso, Side::rmo, Side::rmo_lr, Side::rmo_lr_stores}) {
            CAPTURE(std::string(model::name_of(side)));
            for (const int lanes : {1, 2}) all |= replay(of_side(side), 15, lanes);
        }
        for (const auto outcome :
             {Outcome::buffered, Outcome::retires, Outcome::load_waits, Outcome::fence_passes, Outcome::upgrade_meets_inv}) {
            CAPTURE(std::string(model::name_of(outcome)));
            CHECK(happened(all, outcome));
        }
    }

    TEST_CASE("the same where threads share a write buffer, or are given its data") {
        Config shared = of_side(Side::scwb), forwarding = of_side(Side::tso);
        shared.buffers = cores::Buffers::of_a_core;
        replay(shared, 15);
        forwarding.forwarding = cores::Forwarding::of_own;
        CHECK(happened(replay(forwarding, 30), Outcome::forwarded));
    }

    TEST_CASE("what waits for what: stores for each other only without a buffer and in it, loads unless they may be reordered") {
        const perfsim::Cycle miss = cycles(of_side(Side::scsimple), store_then_load) / 2;
        // One at a time, by the thread or by the buffer; in RMO all at once.
        for (const Side side : {Side::scsimple, Side::scwb, Side::tso}) CHECK(cycles(of_side(side), stores) > 5 * miss);
        for (const Side side : {Side::rmo, Side::rmo_lr}) CHECK(cycles(of_side(side), stores) < 3 * miss);
        for (const Side side : {Side::scsimple, Side::scwb, Side::tso, Side::rmo}) CHECK(cycles(of_side(side), loads) > 5 * miss);
        for (const Side side : {Side::rmo_lr, Side::rmo_lr_stores}) CHECK(cycles(of_side(side), loads) < 3 * miss);
        // A load waits for stores in SC, and passes them in TSO and RMO.
        CHECK(cycles(of_side(Side::scwb), store_then_load) > 19 * miss / 10);
        for (const Side side : {Side::tso, Side::rmo}) CHECK(cycles(of_side(side), store_then_load) < 3 * miss / 2);
    }
}

}  // namespace tandem::agreement::of_mttop
