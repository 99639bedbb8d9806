// A second decision of logs, by Z3: each operation has a place in memory order, and the definition of the models is a formula of
// places. It shares the trace with specs/audit, and nothing that chooses or judges.
#pragma once

#include <optional>

#include "specs/audit/order.hpp"
#include "specs/audit/schedule.hpp"

namespace tandem::smt {

/// The formula has a comparison for each two operations of an address: more would take too long.
inline constexpr std::size_t most_operations_of_orders = 2048;

/// Whether some memory order explains the trace. Nothing: Z3 did not decide within the limits, or the trace has more operations
/// than that. Throws audit::BadTrace as audit::judge does.
std::optional<bool> some_order_explains(const audit::Trace& trace, const audit::Order& order, const audit::Limits& limits);

}  // namespace tandem::smt
