// Small traces by chance. Values are stored once each, or not; loads have a value that somebody stores, or the first one.
#pragma once

#include <random>

#include "specs/audit/trace.hpp"

namespace tandem::tests {

struct Chances {
    std::uint32_t threads = 3, addresses = 2;
    std::size_t operations = 9;
    bool values_once = true, times = false, finals = false;
};

inline audit::Trace random_trace(std::mt19937& random, const Chances& chances) {
    using namespace audit;
    const auto below = [&](std::uint64_t n) { return random() % n; };
    Trace trace;
    trace.threads = chances.threads;
    trace.addresses = chances.addresses;
    std::vector<std::vector<std::uint64_t>> values(chances.addresses, {0});
    std::vector<std::uint64_t> now(chances.threads, 0);
    for (std::size_t i = 0; i < chances.operations; ++i) {
        Operation o;
        o.thread = static_cast<std::uint32_t>(below(chances.threads));
        o.address = static_cast<std::uint32_t>(below(chances.addresses));
        o.line = static_cast<std::uint32_t>(i + 1);
        const std::uint64_t kind = below(16);
        o.kind = kind < 7 ? Kind::load : kind < 13 ? Kind::store : kind < 15 ? Kind::swap : Kind::fence;
        if (o.kind == Kind::fence) o.address = 0;
        if (o.stores()) {
            o.writes = chances.values_once ? values[o.address].size() : below(3);
            values[o.address].push_back(o.writes);
        }
        trace.operations.push_back(o);
        Times times;
        if (chances.times && below(2) == 0) {
            times.begin = now[o.thread] += 1 + below(3);
            if (below(2) == 0) times.end = times.begin + 1 + below(4);
        }
        if (chances.times) trace.times.push_back(times);
    }
    for (Operation& o : trace.operations)
        if (o.loads()) o.reads = values[o.address][below(values[o.address].size())];
    if (chances.finals)
        for (std::uint32_t a = 0; a < chances.addresses; ++a)
            if (below(2) == 0) trace.finals.push_back({a, values[a][below(values[a].size())], 0});
    return trace;
}

/// A run of one memory, in which one load has the value of another store to its address.
inline audit::Trace run_with_a_wrong_load(std::mt19937& random, const Chances& chances) {
    using namespace audit;
    Trace trace;
    trace.threads = chances.threads;
    trace.addresses = chances.addresses;
    std::vector<std::uint64_t> memory(chances.addresses, 0);
    std::uint64_t next = 1;
    for (std::size_t i = 0; i < chances.operations; ++i) {
        const auto thread = static_cast<std::uint32_t>(random() % chances.threads),
                   address = static_cast<std::uint32_t>(random() % chances.addresses);
        const auto line = static_cast<std::uint32_t>(i + 1);
        if (random() % 2 == 0) trace.operations.push_back({memory[address], 0, thread, address, line, Kind::load});
        else trace.operations.push_back({0, memory[address] = next++, thread, address, line, Kind::store});
    }
    for (std::size_t tries = 0; tries < 100; ++tries) {
        Operation& load = trace.operations[random() % trace.operations.size()];
        const Operation& store = trace.operations[random() % trace.operations.size()];
        if (load.kind != Kind::load || store.kind != Kind::store || load.address != store.address || load.reads == store.writes)
            continue;
        load.reads = store.writes;
        break;
    }
    return trace;
}

/// A run of a machine with a store buffer a thread, each of up to 8 stores that drain at random. Its log is in the order of time,
/// or thread by thread.
inline audit::Trace run_of_tso(std::mt19937& random, const Chances& chances, bool by_thread) {
    using namespace audit;
    std::vector<std::vector<Operation>> logs(by_thread ? chances.threads : 1);
    std::vector<std::uint64_t> memory(chances.addresses, 0);
    std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> buffers(chances.threads);
    std::uint64_t next = 1;
    for (std::size_t i = 0; i < chances.operations;) {
        const auto thread = static_cast<std::uint32_t>(random() % chances.threads),
                   address = static_cast<std::uint32_t>(random() % chances.addresses);
        auto& buffer = buffers[thread];
        const auto drain = [&] {
            memory[buffer.front().first] = buffer.front().second;
            buffer.erase(buffer.begin());
        };
        if (!buffer.empty() && random() % 10 < 4) {
            drain();
            continue;
        }
        const auto kind = random() % 100;
        if (kind < 7)
            while (!buffer.empty()) drain();
        std::uint64_t seen = memory[address];
        for (const auto& [place, value] : buffer)
            if (place == address) seen = value;
        Operation o{seen, 0, thread, address, static_cast<std::uint32_t>(++i), Kind::load};
        if (kind < 2) {
            o = {0, 0, thread, 0, o.line, Kind::fence};
        } else if (kind < 7) {
            o = {seen, next, thread, address, o.line, Kind::swap};
            memory[address] = next++;
        } else if (kind < 50) {
            o = {0, next, thread, address, o.line, Kind::store};
            buffer.push_back({address, next++});
            if (buffer.size() > 8) drain();
        }
        logs[by_thread ? thread : 0].push_back(o);
    }
    Trace trace;
    trace.threads = chances.threads;
    trace.addresses = chances.addresses;
    for (const auto& log : logs) trace.operations.insert(trace.operations.end(), log.begin(), log.end());
    return trace;
}

}  // namespace tandem::tests
