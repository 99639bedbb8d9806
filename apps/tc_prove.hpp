// Temporal Coherence as a proof problem.
#pragma once

#include "protocols/tc/config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// Leases, data and how far ahead of now a moment lies are unbounded, or as the configuration limits them. Throws UsageError for what proofs do
/// not know.
smt::Problem tc_problem(const tc::Config& config, smt::Limits limits);

}  // namespace tandem::apps
