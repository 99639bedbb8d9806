// Kernels whose time can be computed from the machine file: a part of the machine that takes a different time, or none, is
// detected here.
//
// Latencies: one lane follows pointers, so that each load waits for the one before. Rates: all warps keep one part busy, which is
// then the bottleneck, and the cycles per block are those of that part.
#include <doctest/doctest.h>

#include "tests/perfsim/bench.hpp"

namespace tandem::tests {

namespace {

using namespace perfsim;

constexpr std::uint32_t block = block_bytes;

Kernel follow(Warp& w, int loads) {
    Lanes at{};
    for (int i = 0; i < loads; ++i) at = co_await w.load(at, 1);
}

/// Cycles of each further load when one lane follows a ring of `length` pointers that are `stride` bytes apart. All have been
/// touched once.
double latency(const Bench& bench, std::uint32_t length, std::uint32_t stride) {
    const auto after = [&](int loads) {
        const auto ring = [&](Memory& memory) {
            std::vector<std::uint32_t> words(length * stride / 4);
            for (std::uint32_t i = 0; i < length; ++i) words[i * stride / 4] = (i + 1) % length * stride;
            memory.allocate(words);
        };
        return static_cast<double>(bench.run(1, 1, ring, [loads](Warp& w) { return follow(w, loads); }).cycles);
    };
    const int once = static_cast<int>(length), turns = 4;
    return (after((1 + turns) * once) - after(once)) / (turns * once);
}

/// The cycles of a packet of so many bytes from end to end without other traffic: it is on its way from the next cycle on.
int travel(const MachineDescription& m, int bytes) {
    return 1 + (bytes + m.network.flit_bytes - 1) / m.network.flit_bytes + m.network.latency;
}

/// From the issue of a load to that of the next, which waits for it, if it finds its block in L1.
int in_l1(const MachineDescription& m) { return m.l1.latency + 1; }
/// The same for a load that bypasses L1; L2 answers with the part of a block that it asks for.
int in_l2(const MachineDescription& m, int bytes) {
    return in_l1(m) + travel(m, m.network.header_bytes) + m.l2.latency + travel(m, m.network.header_bytes + bytes);
}

/// Reads `count` blocks, every `stride`-th, starting from its own place.
Kernel read_blocks(Warp& w, const Buffer& all, std::uint32_t count, std::uint32_t stride, std::uint32_t turns) {
    const std::uint32_t blocks = all.words / words_per_block / stride;
    for (std::uint32_t i = 0; i < turns * count; ++i) {
        const std::uint32_t at = (static_cast<std::uint32_t>(w.warp()) * count + i) % blocks;
        co_await w.load(all.from(at * stride * words_per_block));
    }
}

/// Cycles between two blocks when `sms` SMs with 32 warps each read 1 MB, each block once. They read every `stride`-th block, so
/// that `banks` of the L2's banks are used.
double cycles_per_block(const Bench& bench, int sms, int banks, std::uint32_t stride) {
    constexpr std::uint32_t blocks = 8192;
    REQUIRE(banks * static_cast<int>(stride) == bench.machine.l2.partitions);
    const std::uint32_t read = blocks / stride, warps = static_cast<std::uint32_t>(sms) * 32;
    const auto after = [&](std::uint32_t turns) {
        Buffer all;
        return static_cast<double>(bench.run(sms, 32, [&](Memory& memory) { all = memory.allocate(blocks * words_per_block); },
                                             [&](Warp& w) { return read_blocks(w, all, read / warps, stride, turns); }).cycles);
    };
    return (after(3) - after(1)) / (2 * read);
}

Kernel add(Warp& w, int times) {
    Lanes word{}, one;
    one.fill(1);
    for (int i = 0; i < times; ++i) co_await w.atomic(AtomicOperation::add, word, one);
}

}  // namespace

TEST_SUITE("perfsim/micro-benchmarks") {
    TEST_CASE("a load that hits in L1 takes L1's latency") {
        Bench bench{"incoherent"};
        CHECK(latency(bench, 8, block) == in_l1(bench.machine));
        bench.machine.l1.latency = 17;
        CHECK(latency(bench, 8, block) == in_l1(bench.machine));
    }

    TEST_CASE("a load that L2 answers takes the way there, L2's latency, and the way back of the part that it asks for") {
        Bench bench{"baseline"};
        CHECK(latency(bench, 8, block) == in_l2(bench.machine, 32));
        Bench slower = bench;
        slower.machine.l2.latency += 100;
        CHECK(latency(slower, 8, block) == in_l2(slower.machine, 32));
        Bench farther = bench;
        farther.machine.network.latency += 10;
        CHECK(latency(farther, 8, block) == in_l2(farther.machine, 32));
        Bench whole = bench;
        whole.machine.l1.bypass_bytes = block;
        CHECK(latency(whole, 8, block) == in_l2(whole.machine, block));
        Bench narrow = whole;
        narrow.machine.network.flit_bytes = 8;
        CHECK(latency(narrow, 8, block) == in_l2(narrow.machine, block));
    }

    TEST_CASE(
        "a load that DRAM answers takes a column access where its row is open, and a precharge and an activation more where "
        "another is") {
        Bench bench{"baseline"};
        auto& m = bench.machine;
        m.l2.partitions = 1;
        m.l2.bytes = 16 * block;  // a ring of more blocks than L2 has misses each time
        m.l2.ways = 16;
        const auto& d = m.dram;
        // the scheduler chooses in the cycle after its arrival
        const int open = in_l2(m, 32) + 1 + d.column + d.transfer + d.latency;
        CHECK(latency(bench, 32, block) == open);  // all in one row
        // Each in another row of one bank.
        const auto row = static_cast<std::uint32_t>(d.row_blocks * d.banks) * block;
        Bench one_bank = bench;
        one_bank.machine.dram.banks = 1;
        CHECK(latency(one_bank, 32, row / static_cast<std::uint32_t>(d.banks)) == open + d.precharge + d.activate);
    }

    // ---- rates

    TEST_CASE("blocks come from L2 no faster than the ports of the network, whichever is the narrowest") {
        Bench bench{"baseline"};
        const int flits = (bench.machine.network.header_bytes + block_bytes + bench.machine.network.flit_bytes - 1) /
                          bench.machine.network.flit_bytes;
        // One SM reads: its own port. All SMs read from one bank: the bank's.
        CHECK(cycles_per_block(bench, 1, 8, 1) == doctest::Approx(flits).epsilon(0.03));
        CHECK(cycles_per_block(bench, bench.machine.sms.count, 1, 8) == doctest::Approx(flits).epsilon(0.03));
        bench.machine.network.flit_bytes = 16;
        CHECK(cycles_per_block(bench, 1, 8, 1) == doctest::Approx(2 * flits - 1).epsilon(0.03));
    }

    TEST_CASE("blocks come from DRAM no faster than its bus") {
        Bench bench{"baseline"};
        bench.machine.l2.bytes = 1 << 14;  // of each bank: blocks are evicted before they are read again
        bench.machine.dram.transfer = 20;
        const double per_block = cycles_per_block(bench, bench.machine.sms.count, bench.machine.l2.partitions, 1);
        CHECK(per_block == doctest::Approx(20.0 / bench.machine.l2.partitions).epsilon(0.05));
    }

    TEST_CASE("atomics of all SMs on one word take the port of its bank in turn") {
        const Bench bench{"baseline"};
        const int each = 50;
        const auto run = bench.run(
            bench.machine.sms.count, 8, [](Memory& memory) { memory.allocate(std::vector<std::uint32_t>(words_per_block)); },
            [](Warp& w) { return add(w, each); });
        const double answers = static_cast<double>(run.counts.atomics);
        CHECK(answers == bench.machine.sms.count * 8 * each);
        // An answer has a word for each lane.
        CHECK(static_cast<double>(run.cycles) / answers ==
              doctest::Approx((bench.machine.network.header_bytes + 4 * lane_count + 31) / 32).epsilon(0.03));
    }
}

}  // namespace tandem::tests
