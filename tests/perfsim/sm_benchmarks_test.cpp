// Kernels whose time follows from what an SM is made of: latencies of instructions, room for thread blocks, what waits at an MSHR entry, shared memory, launches.
//
// Each part is 0 in a machine that lacks it, and what such a machine takes is pinned elsewhere (golden_test.cpp).
#include <doctest/doctest.h>

#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

/// The paper's machine without any of the parts that are tested here, and with one scheduler.
Bench bare(const std::string& protocol = "incoherent") {
    Bench bench{protocol};
    MachineDescription::Sms& sms = bench.machine.sms;
    sms.schedulers = 1;
    sms.arithmetic_latency = sms.special_latency = sms.division_latency = 0;
    return bench;
}

void nothing(Memory&) {}

// ---- latencies of instructions

struct Computes {
    int instructions, independent = 1;
    Arithmetic arithmetic = Arithmetic::simple;
};
Kernel compute(Warp& w, Computes c) { co_await w.compute(c.instructions, c.independent, c.arithmetic); }

Bench::Run computed(const Bench& bench, Computes c, int warps = 1) {
    return bench.run(1, warps, nothing, [c](Warp& w) { return compute(w, c); });
}
/// Cycles that 96 instructions more take.
Cycle per_96(const Bench& bench, Computes c, int warps = 1) {
    c.instructions = 96;
    const Cycle once = computed(bench, c, warps).cycles;
    c.instructions = 192;
    return computed(bench, c, warps).cycles - once;
}

std::uint64_t stalled(const Statistics& s, Stall why) { return s.stalled.at(static_cast<std::size_t>(why)).count; }

}  // namespace

TEST_SUITE("perfsim/sm-benchmarks") {
    TEST_CASE("a chain of n instructions takes n times their latency, and n cycles where they have none") {
        Bench bench = bare();
        CHECK(per_96(bench, {}) == 96);
        for (const int latency : {1, 2, 4, 145}) {
            bench.machine.sms.arithmetic_latency = latency;
            CHECK(per_96(bench, {}) == 96 * latency);
        }
    }

    TEST_CASE("k chains side by side take a k-th of one, and no less than an issue slot for each instruction") {
        Bench bench = bare();
        bench.machine.sms.arithmetic_latency = 6;
        for (const auto [chains, each] : {std::pair{1, 6}, {2, 3}, {3, 2}, {6, 1}, {7, 1}, {100, 1}}) {
            CAPTURE(chains);
            CHECK(per_96(bench, {0, chains}) == 96 * each);
        }
        // Where an instruction takes two slots, the latency has half as many.
        bench.machine.sms.issue_cycles = 2;
        CHECK(per_96(bench, {0, 1}) == 96 * 6);
        CHECK(per_96(bench, {0, 3}) == 96 * 2);
        CHECK(per_96(bench, {0, 4}) == 96 * 2);
    }

    TEST_CASE("as many warps as the latency has cycles hide it") {
        Bench bench = bare();
        bench.machine.sms.arithmetic_latency = 4;
        for (const int warps : {1, 2, 4}) CHECK(per_96(bench, {}, warps) == 96 * 4);
        CHECK(per_96(bench, {}, 8) == 96 * 8);
        // The four oldest go first, and leave no slot for a fifth.
        CHECK(per_96(bench, {}, 5) == 96 * 8);
    }

    TEST_CASE("roots and divisions have latencies of their own") {
        Bench bench = bare();
        bench.machine.sms.arithmetic_latency = 2;
        bench.machine.sms.special_latency = 8;
        bench.machine.sms.division_latency = 39;
        CHECK(per_96(bench, {}) == 96 * 2);
        CHECK(per_96(bench, {0, 1, Arithmetic::special}) == 96 * 8);
        CHECK(per_96(bench, {0, 1, Arithmetic::division}) == 96 * 39);
    }

    TEST_CASE("a warp that waits for a result is stalled by the scoreboard, and what follows the last instruction waits for its result") {
        Bench bench = bare();
        bench.machine.sms.arithmetic_latency = 10;
        const auto run = computed(bench, {7});
        CHECK(stalled(run.counts, Stall::none) == 7);
        CHECK(stalled(run.counts, Stall::scoreboard) == 7 * 9);
        CHECK(run.counts.instructions == 7);
        // All at once, but the results of the last are awaited.
        const auto side_by_side = computed(bench, {7, 7});
        CHECK(stalled(side_by_side.counts, Stall::none) == 7);
        CHECK(stalled(side_by_side.counts, Stall::scoreboard) == 9);
    }

    TEST_CASE("instructions in no chain at all are an error") {
        CHECK_THROWS_WITH(computed(bare(), {8, 0}), doctest::Contains("0 chains"));
        CHECK_THROWS_WITH(computed(bare(), {8, -1}), doctest::Contains("-1 chains"));
    }
}

}  // namespace tandem::tests
