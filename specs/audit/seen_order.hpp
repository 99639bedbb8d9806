// A memory order in which each address has its stores as they were seen to replace each other. Where that is known, and which
// store each load has read, nothing is left to choose: there is such an order, or a cycle. A cycle says nothing of the trace, for
// what was seen may be wrong; then a search decides (audit.hpp).
#pragma once

#include "specs/audit/local_order.hpp"

namespace tandem::audit {

/// Empty: there is none, or nothing was seen, or some load may have read several stores.
std::vector<Id> order_as_seen(const Trace& trace, const Matched& matched, const Order& order);

}  // namespace tandem::audit
