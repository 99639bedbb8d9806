// Checks clauses in every size that the theorem asks for: each sort has 1 to n0 - 1 names, or n0 and one outside
// (docs/any-number.md).
#pragma once

#include "apps/prove/any_run.hpp"

namespace tandem::apps {

/// Clauses that hold in all states that are known.
class MoreClauses {
public:
    virtual ~MoreClauses() = default;
    /// Those of this size that exclude the state.
    virtual std::set<smt::Clause> excluding(const smt::any::Size& size, const smt::StateVector& state) = 0;
    /// From now on the state of this size is known.
    virtual void hold_in(const smt::any::Size& size, const smt::StateVector& state) = 0;
};

/// Whether some of `lifted`, with `more` where they do not suffice, and the claims are inductive together in all these sizes.
/// What is found, or why not, is in the report.
bool check_sizes(AnyRun& run, const std::vector<smt::any::QuantifiedClaim>& claims, const std::set<smt::any::Quantified>& lifted,
                 const smt::any::BySort& n0, MoreClauses& more);

}  // namespace tandem::apps
