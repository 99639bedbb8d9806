// A broken text of Temporal Coherence as a proof problem (protocols/tc/mutants.cmake: lease-one-too-short-at-l2).
#pragma once

#include "protocols/tc/config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::tests {

smt::Problem broken_tc_problem(const tc::Config& config);

}  // namespace tandem::tests
