// Two other ways to decide whether a model allows a trace, for small ones: all orders, by the text of the definition, and the
// machines with store buffers. They share nothing with the engine but the trace.
#pragma once

#include <map>
#include <set>
#include <vector>

#include "specs/audit/order.hpp"
#include "specs/audit/trace.hpp"

namespace tandem::tests {

/// SPARC's axioms as Axe's manual has them: an order of all operations that keeps what the model says of each pair of a thread,
/// in which each load has the latest store of those before it in this order and those of its thread before it.
inline bool some_order_explains(const audit::Trace& trace, const audit::Order& order) {
    using namespace audit;
    const auto& ops = trace.operations;
    const std::size_t count = ops.size();
    std::vector<std::uint64_t> before(count, 0);  // of each operation, as bits
    std::vector<std::uint64_t> asked(count, 0);   // the latest moment by which the thread was known to have got so far
    for (std::size_t j = 0; j < count; ++j)
        for (std::size_t i = 0; i < j; ++i) {
            if (ops[i].thread != ops[j].thread) continue;
            const bool there = ops[i].kind != Kind::fence && ops[j].kind != Kind::fence && ops[i].address == ops[j].address;
            bool ordered = ops[i].kind == Kind::fence || ops[j].kind == Kind::fence;
            const auto pair = [&](bool first, bool second, bool always, bool same) {
                if (first && second && (always || (same && there))) ordered = true;
            };
            pair(ops[i].loads(), ops[j].loads(), order.load_load, order.load_load_there);
            pair(ops[i].loads(), ops[j].stores(), order.load_store, order.load_store_there);
            pair(ops[i].stores(), ops[j].stores(), order.store_store, order.store_store_there);
            pair(ops[i].stores(), ops[j].loads(), order.store_load, false);
            if (order.times && !trace.times.empty() && ops[i].loads() && trace.times[i].end != no_time) {
                std::uint64_t begun = 0;
                for (std::size_t k = i + 1; k <= j; ++k)
                    if (ops[k].thread == ops[i].thread && trace.times[k].begin != no_time)
                        begun = std::max(begun, trace.times[k].begin);
                if (trace.times[i].end < begun) ordered = true;
            }
            if (ordered) before[j] |= std::uint64_t{1} << i;
        }
    std::set<std::pair<std::uint64_t, std::vector<std::uint64_t>>> seen;
    std::vector<std::pair<std::uint64_t, std::vector<std::uint64_t>>> open{{0, std::vector<std::uint64_t>(trace.addresses, 0)}};
    while (!open.empty()) {
        const auto [done, memory] = open.back();
        open.pop_back();
        if (!seen.insert({done, memory}).second) continue;
        if (done + 1 == std::uint64_t{1} << count) {
            bool right = true;
            for (const Final& f : trace.finals) right = right && memory[f.address] == f.value;
            if (right) return true;
            continue;
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (done >> i & 1 || (before[i] & ~done) != 0) continue;
            auto next = memory;
            if (ops[i].loads()) {
                std::uint64_t value = memory[ops[i].address];
                for (std::size_t p = 0; p < i; ++p)
                    if (ops[p].thread == ops[i].thread && ops[p].stores() && ops[p].address == ops[i].address && !(done >> p & 1))
                        value = ops[p].writes;
                if (value != ops[i].reads) continue;
            }
            if (ops[i].stores()) next[ops[i].address] = ops[i].writes;
            open.push_back({done | std::uint64_t{1} << i, next});
        }
    }
    return false;
}

/// A machine with one memory and, unless it is SC, a store buffer a thread (TSO) or one a thread and address (PSO).
inline bool machine_accepts(const audit::Trace& trace, std::string_view model) {
    using namespace audit;
    struct State {
        std::vector<std::size_t> next;
        std::vector<std::uint64_t> memory;
        std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>> buffer;
        auto operator<=>(const State&) const = default;
    };
    std::vector<std::vector<Operation>> threads(trace.threads);
    for (const Operation& o : trace.operations) threads[o.thread].push_back(o);
    std::set<State> seen;
    std::vector<State> open{{std::vector<std::size_t>(trace.threads, 0), std::vector<std::uint64_t>(trace.addresses, 0),
                             std::vector<std::vector<std::pair<std::uint32_t, std::uint64_t>>>(trace.threads)}};
    while (!open.empty()) {
        const State s = open.back();
        open.pop_back();
        if (!seen.insert(s).second) continue;
        bool ended = true;
        for (std::size_t t = 0; t < trace.threads; ++t) {
            const auto& buffer = s.buffer[t];
            for (std::size_t b = 0; b < buffer.size(); ++b) {
                bool first = b == 0;
                if (model == "pso") {
                    first = true;
                    for (std::size_t e = 0; e < b; ++e) first = first && buffer[e].first != buffer[b].first;
                }
                if (!first) continue;
                State after = s;
                after.memory[buffer[b].first] = buffer[b].second;
                after.buffer[t].erase(after.buffer[t].begin() + static_cast<std::ptrdiff_t>(b));
                open.push_back(after);
            }
            ended = ended && buffer.empty() && s.next[t] == threads[t].size();
            if (s.next[t] == threads[t].size()) continue;
            const Operation& o = threads[t][s.next[t]];
            State after = s;
            ++after.next[t];
            bool waits = false, buffered = false;
            std::uint64_t seen_value = o.kind == Kind::fence ? 0 : s.memory[o.address];
            for (const auto& [address, value] : buffer) {
                waits = waits || (o.kind == Kind::fence || (o.kind == Kind::swap && (model == "tso" || address == o.address)));
                if (o.kind != Kind::fence && address == o.address) {
                    seen_value = value;
                    buffered = true;
                }
            }
            (void)buffered;
            if (waits || (o.loads() && seen_value != o.reads)) continue;
            if (o.kind == Kind::swap || (o.kind == Kind::store && model == "sc")) after.memory[o.address] = o.writes;
            else if (o.kind == Kind::store) after.buffer[t].push_back({o.address, o.writes});
            open.push_back(after);
        }
        if (!ended) continue;
        bool right = true;
        for (const Final& f : trace.finals) right = right && s.memory[f.address] == f.value;
        if (right) return true;
    }
    return false;
}

}  // namespace tandem::tests
