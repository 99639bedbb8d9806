// Whether a model allows a trace.
//
// Where the stores of an address were seen to replace each other, that order is tried (seen_order.hpp). Else, or if it explains
// nothing, a run is sought (schedule.hpp). Where it has no way on, the operations around that place are looked at by themselves,
// until all that follows is known (saturation.hpp). A cycle there forbids the whole trace. Otherwise what was learned contradicts
// something that the run had chosen, and the run goes on from there; or more operations are looked at. At last all choices are
// tried.
#pragma once

#include "specs/audit/part.hpp"
#include "specs/audit/saturation.hpp"

namespace tandem::audit {

enum class Answer { allowed, forbidden, undecided };

struct Verdict {
    Answer answer = Answer::undecided;
    std::vector<Id> order;      // of an allowed trace: a memory order
    std::vector<Id> part;       // of a forbidden one: operations that are forbidden by themselves
    bool by_cycle = false;      // and a cycle says so; else all orders were tried
    std::uint64_t tried = 0;    // how often a choice was taken back
    std::uint64_t several = 0;  // loads that may have read several stores
    std::uint64_t parts = 0;    // that were looked at by themselves
};

/// Throws BadTrace.
Verdict judge(const Trace& trace, const Model& model, const Limits& limits);

/// A cycle in what follows from a trace, with the edges that it rests on. Empty: there is none.
struct Proof {
    std::vector<Edge> edges;
    std::vector<std::uint32_t> cycle;                  // edges, one leading on to the next
    std::vector<std::vector<std::uint32_t>> premises;  // of each edge that was inferred and is needed
};
Proof prove(const Trace& trace, const Model& model, const Limits& limits);

/// The operations of a proof.
std::vector<Id> operations_of(const Proof& proof);

/// A part that is forbidden, and of which no operation can be left out.
Part shrink(const Trace& trace, const Model& model, std::vector<Id> kept, const Limits& limits);

/// The same where a search found that no order explains the trace: loads are left out, and stores that nobody reads, as long as
/// none does.
Part shrink_by_search(const Trace& trace, const Model& model, const Limits& limits);

}  // namespace tandem::audit
