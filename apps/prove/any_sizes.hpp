// Checks clauses in every size that the theorem asks for: each sort has 1 to n0 - 1 names, or n0 and one outside
// (docs/any-number.md).
#pragma once

#include "apps/prove/any_run.hpp"

namespace tandem::apps {

/// Whether some of `lifted` and the claims are inductive together in all these sizes. What is found, or why not, is in the
/// report.
bool check_sizes(AnyRun& run, const std::vector<smt::any::QuantifiedClaim>& claims, const std::set<smt::any::Quantified>& lifted,
                 const smt::any::BySort& n0);

}  // namespace tandem::apps
