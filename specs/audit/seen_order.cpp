#include "specs/audit/seen_order.hpp"

#include <algorithm>

#include "specs/audit/schedule.hpp"

namespace tandem::audit {

namespace {

/// All of them, none before one that must precede it; of those that may come next, the first that became so. Empty: there is a
/// cycle.
std::vector<Id> sorted(const std::vector<Id>& all, const std::vector<Edge>& edges, std::size_t count) {
    const Successors after(count, edges);
    std::vector<std::uint32_t> waits_for(count, 0);
    for (const Edge& e : edges) ++waits_for[e.to];
    std::vector<Id> order;
    order.reserve(all.size());
    for (const Id id : all)
        if (waits_for[id] == 0) order.push_back(id);
    for (std::size_t next = 0; next < order.size(); ++next)
        for (std::uint32_t e = after.first[order[next]]; e < after.first[order[next] + 1]; ++e)
            if (--waits_for[after.to[e]] == 0) order.push_back(after.to[e]);
    if (order.size() < all.size()) order.clear();
    return order;
}

}  // namespace

std::vector<Id> order_as_seen(const Trace& trace, const Matched& matched, const Order& order) {
    const std::size_t count = trace.operations.size();
    if (trace.replaced.empty() || matched.several > 0) return {};
    std::vector<Id> stores, all(count);
    for (Id i = 0; i < count; ++i) {
        all[i] = i;
        if (trace.operations[i].stores()) stores.push_back(i);
    }
    std::vector<Edge> edges;
    for (const Replaced& r : trace.replaced) edges.push_back({r.older, r.newer, Why::coherence});
    const std::vector<Id> seen = sorted(stores, edges, count);
    if (seen.empty() && !stores.empty()) return {};
    std::vector<Id> newest(trace.addresses, initial), next(count, none), oldest(trace.addresses, none);
    std::vector<std::uint32_t> place(count, 0);  // among the stores
    edges = local_order(trace, order);
    for (std::uint32_t at = 0; at < seen.size(); ++at) {
        const Id id = seen[at];
        const std::uint32_t address = trace.operations[id].address;
        place[id] = at;
        Id& before = newest[address];
        if (before == initial) oldest[address] = id;
        else {
            next[before] = id;
            edges.push_back({before, id, Why::coherence});
        }
        before = id;
    }
    for (std::uint32_t a = 0; a < trace.addresses; ++a) {
        const Class last = matched.last_value[a];
        if (last != none && (newest[a] == initial ? matched.at_first[a] : matched.written[newest[a]]) != last) return {};
    }
    for (Id i = 0; i < count; ++i) {
        const Operation& o = trace.operations[i];
        if (!o.loads()) continue;
        const Id source = matched.source[i], own = matched.own[i];
        // It cannot read what is older than a store of its own thread before it.
        if (own != none && (source == initial || place[own] > place[source])) return {};
        const bool of_own = source != initial && trace.operations[source].thread == o.thread && source < i;
        if (source != initial && !of_own) edges.push_back({source, i, Why::reads_from});
        const Id after = source == initial ? oldest[o.address] : next[source];
        if (after != none && after != i) edges.push_back({i, after, Why::from_read});
    }
    return sorted(all, edges, count);
}

}  // namespace tandem::audit
