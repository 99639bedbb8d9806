// What proofs of remote-scope promotion are told to try first: why programs without races see the latest data, in the words of rsp.txt, 4.2.
//
// Nothing of it is assumed. Samples may refute a statement, and Z3 proves those that a proof needs; what they do not cover is found among candidates. They are of the
// repaired protocol with one L2 without memory behind it, and channels of one message; of other variants some are false, and dropped.
#pragma once

#include "apps/rsp_config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// Adds to the problem names for what they speak of (smt::add_name).
std::vector<smt::Clause> rsp_suggestions(smt::Problem& problem, const RspSystem& system);

}  // namespace tandem::apps
