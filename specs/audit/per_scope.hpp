// PTX's model of ASPLOS 2015 for traces whose fences have scopes (ptx-litmus.txt, Fig. 15 and 16; axiomatic/models/ptx.cat says
// it of executions). There is no one order of all operations. Each scope instance has an order of what its threads do, and each
// address has one; all agree on the order of the stores to an address:
//
//   of an address   its operations, each thread's in order but for two loads; stores are before the loads that read them
//   of the system, of a device, of a group   the operations of its threads; what a fence of that scope or a wider one separates
//   is
//                   in order; stores are before the loads of other threads that read them
//   in all          a load is before each later store than the one that it reads
//
// A swap is one operation in all of them, so no store comes between what it reads and what it writes. A trace says nothing of
// dependences, so they order nothing here.
//
// Each order is kept as the set of all its pairs. From them follows which store is the later one, and that is told to the others.
// Where nothing more follows, both ways are tried, and all stores that a load may have read.
#pragma once

#include "specs/audit/audit.hpp"

namespace tandem::audit {

/// The sets of pairs take a bit for each two operations.
inline constexpr std::size_t most_operations_per_scope = 8192;

/// Throws BadTrace. Undecided as well where there are more operations than that.
Verdict judge_per_scope(const Trace& trace, const Limits& limits);

/// A cycle in one of the orders. Empty: none follows without a choice.
Proof prove_per_scope(const Trace& trace, const Limits& limits);

/// Whose order it is, in a proof's edges: "address" or "the system", "device 1", "group 7".
std::string name_of_view(const Trace& trace, std::uint32_t view, const std::vector<std::string>& addresses);

}  // namespace tandem::audit
