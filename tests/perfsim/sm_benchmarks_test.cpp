// Kernels whose time follows from the parts of an SM: latencies of instructions, room for thread blocks, accesses that wait at an
// MSHR entry, shared memory, launches.
//
// Each part is 0 in a machine that lacks it; the times of such a machine are pinned elsewhere (golden_test.cpp).
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>

#include "perfsim/occupancy.hpp"
#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

/// The paper's machine without any of the parts tested here, and with one scheduler.
Bench bare(const std::string& protocol = "incoherent") {
    Bench bench{protocol};
    MachineDescription::Sms& sms = bench.machine.sms;
    sms.schedulers = 1;
    sms.arithmetic_latency = sms.special_latency = sms.division_latency = sms.registers = sms.shared_bytes = sms.launch_cycles =
        sms.shared_banks = sms.shared_latency = 0;
    bench.machine.l1.mshr_merges = bench.machine.l1.mshr_incremental = 0;
    return bench;
}

void nothing(Memory&) {}

// ---- latencies of instructions

struct Computes {
    int instructions, independent = 1;
    Arithmetic arithmetic = Arithmetic::simple;
};
/// The instruction behind them is issued when they are over, and a run ends with the last issue.
Kernel compute(Warp& w, Computes c) {
    co_await w.compute(c.instructions, c.independent, c.arithmetic);
    co_await w.issue(1);
}

Bench::Run computed(const Bench& bench, Computes c, int warps = 1) {
    return bench.run(1, warps, nothing, [c](Warp& w) { return compute(w, c); });
}
/// Cycles of 96 further instructions.
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
    // They run in so many rounds of 1000 cycles, plus an issue or so.
    const int rounds = (64 + found.thread_blocks - 1) / found.thread_blocks;
    CHECK(run.cycles / 1000 == rounds);
    CHECK(run.counts.warp_cycles / 1000 ==
          doctest::Approx(64.0 * bench.machine.sms.count * launch.warps_per_block).epsilon(0.01));
    return found;
}
void check_resident(const Bench& bench, const Launch& launch, int blocks, const std::string& limit) {
    const auto found = resident(bench, launch);
    CHECK(found.thread_blocks == blocks);
    CHECK(found.limit == limit);
}

// ---- MSHR entries

constexpr std::uint32_t block = block_bytes;
void some_blocks(Memory& memory) { memory.allocate(4096 * words_per_block); }

/// One load by each of so many warps: of block `first`, of as many blocks as it has lanes in the mask, or of the next ones by
/// warp.
Kernel load_blocks(Warp& w, LaneMask mask, std::uint32_t next_by_warp) {
    Lanes at;
    for (std::uint32_t l = 0; l < lane_count; ++l)
        at[l] = (l + static_cast<std::uint32_t>(w.warp_in_block) * next_by_warp) * block;
    co_await w.load(at, mask);
}
Bench::Run loaded(const Bench& bench, int warps, LaneMask mask, std::uint32_t next_by_warp) {
    return bench.run(1, warps, some_blocks, [=](Warp& w) { return load_blocks(w, mask, next_by_warp); });
}
std::uint64_t sent(const Statistics& s, const std::string& kind) {
    for (const auto& t : s.traffic)
        if (t.name == kind) return t.messages;
    return 0;
}

// ---- shared memory

using Words = std::function<std::uint32_t(std::uint32_t lane)>;
Lanes words_of(const Words& word) {
    Lanes all;
    for (std::uint32_t l = 0; l < lane_count; ++l) all[l] = word(l);
    return all;
}
Kernel use_shared(Warp& w, Lanes words, int loads, int stores) {
    for (int i = 0; i < loads; ++i) co_await w.shared_load(words);
    for (int i = 0; i < stores; ++i) co_await w.shared_store(words);
    co_await w.issue(1);
}
Bench::Run shared(const Bench& bench, const Words& words, int loads, int stores, int warps = 1) {
    const Lanes all = words_of(words);
    return bench.run(nothing, {{1, warps, [=](Warp& w) { return use_shared(w, all, loads, stores); }, 0, 48 * 1024}});
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
        const auto each = [&](int chains) { return static_cast<double>(per_96(bench, {0, chains})) / 96; };
        CHECK(each(1) == 6);
        CHECK(each(2) == 3);
        CHECK(each(3) == 2);
        for (const int chains : {6, 7, 100}) CHECK(each(chains) == 1);
        // If an instruction takes two slots, the latency has half as many.
        bench.machine.sms.issue_cycles = 2;
        CHECK(each(1) == 6);
        CHECK(each(3) == 2);
        CHECK(each(4) == 2);
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

    TEST_CASE(
        "a warp that waits for a result is stalled by the scoreboard, and what follows the last instruction waits for its "
        "result") {
        Bench bench = bare();
        bench.machine.sms.arithmetic_latency = 10;
        const auto run = computed(bench, {7});
        CHECK(run.counts.instructions == 8);
        CHECK(stalled(run.counts, Stall::none) == 7);  // the run does not see the end of the last one
        CHECK(stalled(run.counts, Stall::scoreboard) == 7 * 9);
        // All at once, but the results of the last are awaited.
        const auto side_by_side = computed(bench, {7, 7});
        CHECK(stalled(side_by_side.counts, Stall::none) == 7);
        CHECK(stalled(side_by_side.counts, Stall::scoreboard) == 9);
    }

    TEST_CASE("an SM holds as many thread blocks as there is room for: slots, warps, registers, shared memory") {
        Bench bench = bare();
        check_resident(bench, {.warps_per_block = 2}, 8, "thread_blocks");
        check_resident(bench, {.warps_per_block = 12}, 4, "warps");
        // A part without a limit in the machine limits nothing.
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
        check_resident(bench, {.warps_per_block = 12, .registers = 32, .shared_bytes = 16 * 1024}, 2, "registers");
        check_resident(bench, {.warps_per_block = 16, .registers = 16, .shared_bytes = 8 * 1024}, 3, "warps");
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
        refused({.warps_per_block = 1, .shared_bytes = 64 * 1024},
                "65536 bytes of shared memory does not fit on an SM with 49152");
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

    // ---- MSHR entries

    TEST_CASE("as many loads wait at a block as its entry lets wait, and the next one waits in the load/store unit") {
        Bench bench = bare();
        const auto all_together = loaded(bench, 20, 1, 0);
        CHECK(sent(all_together.counts, "Read") == 1);
        CHECK(stalled(all_together.counts, Stall::merges_full) == 0);
        for (const int merges : {8, 19}) {
            bench.machine.l1.mshr_merges = merges;
            const auto run = loaded(bench, 20, 1, 0);
            // The others continue when the block is there, and hit: two are in the unit, and the rest are issued, one a cycle.
            CHECK(run.counts.outcome("load_merged") == static_cast<std::uint64_t>(merges - 1));
            CHECK(run.counts.outcome("load_hit") == static_cast<std::uint64_t>(20 - merges));
            const int not_issued = std::max(0, 20 - merges - bench.machine.sms.pipeline);
            CHECK(run.cycles == all_together.cycles + (not_issued == 0 ? 0 : not_issued - 1 + bench.machine.l1.latency + 1));
        }
        bench.machine.l1.mshr_merges = 20;
        CHECK(loaded(bench, 20, 1, 0).cycles == all_together.cycles);
        // Loads of other blocks are unaffected, and without a cache there are no entries.
        bench.machine.l1.mshr_merges = 1;
        CHECK(loaded(bench, 20, 1, 1).counts.outcome("load_miss") == 20);
        Bench passing = bare("baseline"), limited = passing;
        limited.machine.l1.mshr_merges = 1;
        CHECK(loaded(limited, 20, 1, 0).cycles == loaded(passing, 20, 1, 0).cycles);
    }

    TEST_CASE("where requests leave one by one, an instruction begins as soon as there is one entry") {
        Bench bench = bare();
        bench.machine.l1.mshr_entries = 32;
        // Alone, an instruction has all entries that it needs.
        const Cycle alone = loaded(bench, 1, every_lane<lane_count>, 32).cycles;
        // the second wants 16 of the first's blocks, and 16 others
        const auto at_once = loaded(bench, 2, every_lane<lane_count>, 16);
        bench.machine.l1.mshr_incremental = 1;
        CHECK(loaded(bench, 1, every_lane<lane_count>, 32).cycles == alone);
        const auto first_come = loaded(bench, 2, every_lane<lane_count>, 16);
        CHECK(first_come.cycles < at_once.cycles);
        for (const auto* run : {&at_once, &first_come}) {
            CHECK(sent(run->counts, "Read") == 48);
            CHECK(run->counts.outcome("load_hit") + run->counts.outcome("load_miss") + run->counts.outcome("load_merged") == 64);
        }
    }

    TEST_CASE("no more requests are under way than there are entries, however they leave") {
        // Each entry is taken again as soon as its block has arrived: with n entries, n blocks arrive in each round trip.
        for (const int incremental : {0, 1}) {
            Bench bench = bare();
            bench.machine.l1.mshr_incremental = incremental;
            bench.machine.l1.mshr_entries = 32;
            bench.machine.network.latency = 500;  // so that the round trip dominates
            const Cycle trip = 2 * 500 + bench.machine.l2.latency;  // and more
            const auto run = loaded(bench, 16, every_lane<lane_count>, 32);
            CHECK(sent(run.counts, "Read") == 16 * 32);
            CHECK(run.cycles >= 16 * trip);
            CHECK(stalled(run.counts, Stall::mshr_full) > static_cast<std::uint64_t>(run.cycles) / 2);
        }
    }

    // ---- shared memory

    TEST_CASE("lanes that want different words of a bank take turns, and lanes that want the same word do not") {
        Bench bench = bare();
        bench.machine.sms.shared_banks = 32;
        for (const int latency : {1, 3, 20}) {
            bench.machine.sms.shared_latency = latency;
            const auto each = [&](const Words& words) {
                return shared(bench, words, 30, 0).cycles - shared(bench, words, 20, 0).cycles;
            };
            for (const std::uint32_t stride : {1u, 2u, 3u, 4u, 8u, 16u, 32u, 33u}) {
                CAPTURE(stride);
                CHECK(each([&](std::uint32_t l) { return stride * l; }) ==
                      10 * (std::gcd(stride, 32u) + static_cast<unsigned>(latency)));
            }
            CHECK(each([](std::uint32_t) { return 5; }) == 10 * (1 + latency));          // all want one word
            CHECK(each([](std::uint32_t l) { return l % 2 * 32; }) == 10 * (2 + latency));  // two words of one bank
        }
    }

    TEST_CASE("the accesses of all warps take the banks in turn") {
        Bench bench = bare();
        bench.machine.sms.shared_banks = 32;
        bench.machine.sms.shared_latency = 3;
        const auto per_access = [&](std::uint32_t stride, int loads, int stores) {
            const auto cycles = [&](int times) {
                return static_cast<double>(
                    shared(
                        bench, [&](std::uint32_t l) { return stride * l; }, times * loads, times * stores, 16)
                        .cycles);
            };
            return (cycles(20) - cycles(10)) / (10 * 16);
        };
        CHECK(per_access(1, 1, 0) == doctest::Approx(1).epsilon(0.05));
        CHECK(per_access(8, 1, 0) == doctest::Approx(8).epsilon(0.05));
        CHECK(per_access(8, 0, 1) == doctest::Approx(8).epsilon(0.05));
        CHECK(per_access(32, 1, 1) == doctest::Approx(64).epsilon(0.05));
        const auto run = shared(bench, [](std::uint32_t l) { return 4 * l; }, 3, 2, 5);
        CHECK(run.counts.shared_accesses == 25);
        CHECK(run.counts.shared_cycles == 100);
        CHECK(run.counts.memory_instructions == 0);
    }

    TEST_CASE("without banks an access to shared memory is an instruction like others") {
        const Bench bench = bare();
        const auto run = shared(bench, [](std::uint32_t l) { return 32 * l; }, 7, 5);
        CHECK(run.cycles == computed(bench, {12}).cycles);
        CHECK(run.counts.instructions == 12 + 1);
    }

    TEST_CASE("a word that the thread block's shared memory lacks is an error, and no lane at all is no access") {
        Bench bench = bare();
        bench.machine.sms.shared_banks = 32;
        CHECK_THROWS_WITH(
            shared(
                bench, [](std::uint32_t l) { return l == 9 ? 12288 : l; }, 1, 0),
            doctest::Contains("word 12288 of a thread block's shared memory, of which its launch says that it has 12288"));
        const auto none = [](Warp& w) -> Kernel {
            const Lanes words = words_of([](std::uint32_t) { return 1u << 31; });
            co_await w.shared_load(words, 0);
            co_await w.shared_load(words, 0, 5, 2);
            co_await w.shared_store(words, 0, -1, -1);
        };
        const auto run = bench.run(nothing, {{1, 1, none}});
        CHECK(run.counts.shared_accesses == 0);
        CHECK(run.counts.instructions == 2);
    }

    // ---- launches

    TEST_CASE("each launch takes its cycles before anything runs") {
        Bench bench = bare();
        const auto cycles = [&](int launches) {
            return bench.run(nothing, std::vector<Launch>(static_cast<std::size_t>(launches), {1, 1, idle})).cycles;
        };
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
