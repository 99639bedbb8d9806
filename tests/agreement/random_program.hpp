// Small machines and random programs for them: a warp loads, stores and exchanges blocks or parts of them, and executes fences.
#pragma once

#include <array>
#include <random>

#include "perfsim/simulation.hpp"

namespace tandem::agreement {

/// A machine with every part as small as possible, so that everything gets full; with or without a directory and L3 behind its
/// banks.
inline perfsim::MachineDescription small_machine(int sms, int warps, int partitions, std::mt19937& random,
                                                 bool with_directory = false, bool with_pool = false) {
    const auto any = [&](int least, int most) {
        return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
    };
    perfsim::MachineDescription m;
    m.name = "small";
    m.sms = {.count = sms, .warps = warps, .thread_blocks = warps, .schedulers = 1, .pipeline = any(1, 2)};
    m.l1 = {.bytes = perfsim::block_bytes * any(1, 2), .ways = 1, .latency = any(1, 3), .mshr_entries = any(1, 4)};
    m.l2 = {
        .partitions = partitions, .bytes = perfsim::block_bytes * any(1, 2), .ways = 1, .latency = 1, .mshr_entries = any(1, 2)};
    m.network = {
        .flit_bytes = 32, .latency = any(1, 4), .header_bytes = 8, .input_packets = any(1, 2), .output_packets = any(1, 2)};
    m.dram.queue = 2;
    m.dram.banks = any(1, 2);
    m.dram.row_blocks = 1;
    m.dram.latency = any(1, 30);
    // One or two. An L2 that takes blocks back before it evicts them may wait for what stands behind a request: it needs two.
    m.l2.queue = with_directory ? 2 : m.dram.banks;
    m.sms.arithmetic_latency = any(0, 5);
    m.sms.launch_cycles = any(0, 3);
    m.l1.mshr_merges = any(0, 2);
    m.l1.mshr_incremental = any(0, 1);
    m.network.input_flits = any(0, 9);
    m.network.output_flits = any(0, 9);
    if (with_directory) {
        m.directory = {.distance = any(1, 4), .latency = any(1, 3), .mshr_entries = any(1, 2), .present = true};
        m.l3 = {.bytes = perfsim::block_bytes * any(1, 2), .ways = 1, .latency = any(0, 3)};
    }
    if (with_pool) m.pool = {.distance = any(1, 4), .present = true};
    return m;
}

/// CPUs whose every part is as small as possible. A CPU's access is of a word, and in the search a word is a block: so it is
/// here.
inline void add_cpus(perfsim::MachineDescription& m, int count, std::mt19937& random) {
    const auto any = [&](int least, int most) {
        return least + static_cast<int>(random() % static_cast<unsigned>(most - least + 1));
    };
    m.cpus = {.count = count, .steps = any(1, 3), .width = any(1, 3), .rob = any(1, 6)};
    m.cpus.loads = m.cpus.stores = any(1, 3);
    m.blocks.bytes = 4;
    for (int* bytes : {&m.l1.bytes, &m.l2.bytes, &m.l3.bytes}) *bytes /= perfsim::words_per_block;
    m.cpus.l1_bytes = m.blocks.bytes;
    m.cpus.bytes = m.blocks.bytes * any(1, 2);
    m.cpus.latency = any(1, 4);
    m.cpus.mshr_entries = any(1, 2);
    m.cpus.distance = any(1, 4);
}

struct ProgramShape {
    int blocks = 2, values = 2;
    int lanes = 1;  // blocks that a load may touch
    int instructions = 12;
    bool atomics = true;
    bool partial = false;  // a store or exchange may name a part of its block
};

/// One warp's program; `random` is its own.
inline perfsim::Kernel random_program(perfsim::Warp& w, ProgramShape shape, std::mt19937 random) {
    const auto any = [&](int n) { return static_cast<std::uint32_t>(random() % static_cast<unsigned>(n)); };
    perfsim::Load early;
    for (int i = 0; i < shape.instructions; ++i) {
        const perfsim::Buffer memory{0, 0};
        const std::uint32_t block = any(shape.blocks);
        const perfsim::Lanes whole = memory.from(block * perfsim::words_per_block);
        perfsim::Lanes data;
        data.fill(any(shape.values));
        constexpr std::array<std::uint32_t, 6> parts{perfsim::all_words, perfsim::all_words, 1,
                                                     0x80000000,         0x0000ffff,         0xfffffffe};
        const std::uint32_t mask = shape.partial ? parts[any(static_cast<int>(parts.size()))] : perfsim::all_words;
        switch (any(8)) {
            case 0:
            case 1: {
                perfsim::Lanes addresses = whole;
                if (shape.lanes > 1) addresses[31] = memory.at(any(shape.blocks) * perfsim::words_per_block);
                co_await w.load(addresses);
                break;
            }
            case 2:
                co_await w.finish(early);
                co_await w.begin(early, whole);
                break;
            case 3:
            case 4: co_await w.store(whole, data, mask); break;
            case 5:
                if (shape.atomics) co_await w.atomic(perfsim::AtomicOperation::exchange, whole, data, mask);
                break;
            case 6: co_await w.fence(); break;
            default: co_await w.compute(static_cast<int>(any(20))); break;
        }
    }
    co_await w.finish(early);
}

/// The same of one lane, for blocks of one word: a warp's or a CPU's.
inline perfsim::Kernel random_words(perfsim::Warp& w, ProgramShape shape, std::mt19937 random) {
    const auto any = [&](int n) { return static_cast<std::uint32_t>(random() % static_cast<unsigned>(n)); };
    perfsim::Load early;
    for (int i = 0; i < shape.instructions; ++i) {
        const perfsim::Lanes at = perfsim::Buffer{0, 0}.from(any(shape.blocks));
        perfsim::Lanes data{};
        data[0] = any(shape.values);
        switch (any(8)) {
            case 0:
            case 1: co_await w.load(at, 1); break;
            case 2:
                co_await w.finish(early);
                co_await w.begin(early, at, 1);
                break;
            case 3:
            case 4: co_await w.store(at, data, 1); break;
            case 5:
                if (shape.atomics) co_await w.atomic(perfsim::AtomicOperation::exchange, at, data, 1);
                break;
            case 6: co_await w.fence(); break;
            default: co_await w.compute(static_cast<int>(any(20))); break;
        }
    }
    co_await w.finish(early);
}

}  // namespace tandem::agreement
