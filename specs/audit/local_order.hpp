// The order that a model keeps of each thread's operations, as few edges as have the same paths.
#pragma once

#include "specs/audit/matched.hpp"
#include "specs/audit/order.hpp"

namespace tandem::audit {

/// Why one operation is before another in memory order.
enum class Why : std::uint8_t {
    program_order,   // the thread's order, which the model keeps
    answered,        // answered before the other was asked for
    reads_from,      // the other reads what it stored
    own_store,       // the thread's own store, and the load reads another, which is so after it
    reads_initial,   // it reads what memory held at first
    final_value,     // the other is the last store
    from_read,       // it reads an older store than the other
    coherence,       // the other is read after it, so the other is the later store
    stores_order,    // both are stores to one address, in this order
    otherwise_none,  // the other way round leads to a cycle
};

struct Edge {
    Id from, to;
    Why why;
    Id via = none;  // of from_read: the store that is read; of coherence: the load
    std::uint32_t view = 0;  // of a model with scopes: whose order has it (per_scope.hpp)
};

/// Edges of program order and of answers. Each thread's operations come in the trace's order.
std::vector<Edge> local_order(const Trace& trace, const Order& order);

/// All edges that follow without any inference: the local order, who reads from whom, and final values.
std::vector<Edge> first_edges(const Trace& trace, const Matched& matched, const Order& order);

}  // namespace tandem::audit
