// Kernels whose time follows from what an SM is made of: latencies of instructions, room for thread blocks, what waits at an MSHR entry, shared memory, launches.
//
// Each part is 0 in a machine that lacks it, and what such a machine takes is pinned elsewhere (golden_test.cpp).
#include <doctest/doctest.h>

#include <algorithm>

#include "perfsim/occupancy.hpp"
#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

/// The paper's machine without any of the parts that are tested here, and with one scheduler.
Bench bare(const std::string& protocol = "incoherent") {
    Bench bench{protocol};
    MachineDescription::Sms& sms = bench.machine.sms;
    sms.schedulers = 1;
    sms.arithmetic_latency = sms.special_latency = sms.division_latency = sms.registers = sms.shared_bytes = sms.launch_cycles = 0;
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

// ---- room for thread blocks

Kernel idle(Warp& w) { co_await w.pause(1000); }

/// The limit of a launch of many thread blocks, and how many of them are on an SM.
LaunchesAlike resident(const Bench& bench, Launch launch) {
    launch.blocks = 64 * bench.machine.sms.count;
    launch.kernel = idle;
    const auto run = bench.run(nothing, {launch});
    REQUIRE(run.counts.launches.size() == 1);
    const LaunchesAlike found = run.counts.launches.front();
    // They run in so many rounds of 1000 cycles, and an issue or so.
    const int rounds = (64 + found.thread_blocks - 1) / found.thread_blocks;
    CHECK(run.cycles / 1000 == rounds);
    CHECK(run.counts.warp_cycles / 1000 == doctest::Approx(64.0 * bench.machine.sms.count * launch.warps_per_block).epsilon(0.01));
    return found;
}
void check_resident(const Bench& bench, const Launch& launch, int blocks, const std::string& limit) {
    const auto found = resident(bench, launch);
    CHECK(found.thread_blocks == blocks);
    CHECK(found.limit == limit);
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

    TEST_CASE("an SM holds as many thread blocks as there is room for: slots, warps, registers, shared memory") {
        Bench bench = bare();
        check_resident(bench, {.warps_per_block = 2}, 8, "thread_blocks");
        check_resident(bench, {.warps_per_block = 12}, 4, "warps");
        // What the machine does not limit, limits nothing.
        check_resident(bench, {.warps_per_block = 2, .registers = 1000, .shared_bytes = 1 << 20}, 8, "thread_blocks");
        bench.machine.sms.registers = 32768;
        bench.machine.sms.shared_bytes = 48 * 1024;
        check_resident(bench, {.warps_per_block = 4, .registers = 32}, 8, "thread_blocks");
        check_resident(bench, {.warps_per_block = 4, .registers = 36}, 7, "registers");  // 4 warps of 32 threads: 4608 registers
        check_resident(bench, {.warps_per_block = 4, .registers = 33}, 7, "registers");  // are rounded up to fours
        check_resident(bench, {.warps_per_block = 8, .registers = 63}, 2, "registers");
        check_resident(bench, {.warps_per_block = 4, .shared_bytes = 8 * 1024}, 6, "shared_bytes");
        check_resident(bench, {.warps_per_block = 4, .shared_bytes = 8 * 1024 + 4}, 5, "shared_bytes");
        check_resident(bench, {.warps_per_block = 4, .shared_bytes = 48 * 1024}, 1, "shared_bytes");
        check_resident(bench, {.warps_per_block = 4, .registers = 63, .shared_bytes = 16 * 1024}, 3, "shared_bytes");
    }

    TEST_CASE("a launch that does not fit at all, or makes no sense, is one clear line") {
        Bench bench = bare();
        bench.machine.sms.registers = 32768;
        bench.machine.sms.shared_bytes = 48 * 1024;
        const auto refused = [&](Launch launch, const char* why) {
            launch.kernel = idle;
            CHECK_THROWS_WITH_AS(bench.run(nothing, {launch}), doctest::Contains(why), LaunchError);
        };
        refused({.warps_per_block = 49}, "49 warps does not fit on an SM with 48: a machine with more (sms.warps) is accepted");
        refused({.warps_per_block = 32, .registers = 36}, "36864 registers does not fit on an SM with 32768");
        refused({.warps_per_block = 1, .shared_bytes = 64 * 1024}, "65536 bytes of shared memory does not fit on an SM with 49152");
        refused({.warps_per_block = 0}, "0 warps in a thread block: 1 to");
        refused({.warps_per_block = -4}, "-4 warps in a thread block");
        refused({.blocks = -1}, "-1 thread blocks");
        refused({.registers = -1}, "-1 registers in a thread");
        refused({.shared_bytes = INT32_MIN}, "bytes of shared memory");
        refused({.registers = INT32_MAX}, "registers in a thread");
    }

    TEST_CASE("a thread block has the shared memory that its launch says, and it is 0 at first") {
        std::vector<std::size_t> sizes;
        const auto look = [&](Warp& w) -> Kernel {
            sizes.push_back(w.shared().size());
            for (auto& word : w.shared()) {
                CHECK(word == 0);
                word = 7;
            }
            co_await w.compute(1);
        };
        bare().run(nothing, {{20, 1, look, 0, 40}, {1, 1, look, 0, 0}});
        CHECK(sizes.size() == 21);
        CHECK(std::count(sizes.begin(), sizes.end(), 10) == 20);
        CHECK(sizes.back() == 0);
    }

    // ---- launches

    TEST_CASE("each launch takes its cycles before anything runs") {
        Bench bench = bare();
        const auto cycles = [&](int launches) { return bench.run(nothing, std::vector<Launch>(static_cast<std::size_t>(launches), {1, 1, idle})).cycles; };
        const Cycle one = cycles(1), three = cycles(3);
        for (const int cost : {1, 5000, 1'000'000}) {
            bench.machine.sms.launch_cycles = cost;
            CHECK(cycles(1) == one + cost);
            CHECK(cycles(3) == three + 3 * cost);
        }
    }

    TEST_CASE("instructions in no chain at all are an error") {
        CHECK_THROWS_WITH(computed(bare(), {8, 0}), doctest::Contains("0 chains"));
        CHECK_THROWS_WITH(computed(bare(), {8, -1}), doctest::Contains("-1 chains"));
    }
}

}  // namespace tandem::tests
