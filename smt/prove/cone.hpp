// The cone of influence of what is to be proved (Clarke, Grumberg, Peled, "Model Checking", 1999): the variables that claims
// speak of, or that decide which steps are possible, and all that these depend on.
//
// What a monitor notes for a property that nobody asks for lies outside. No invariant has to speak of it, so candidates leave it
// out: they are fewer then, and what happens seldom together is not told apart.
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// By variable: whether it lies in the cone of the claims with these numbers. What can have one value only does: a name may say
/// whose something is.
std::vector<bool> cone_of_influence(const Problem& problem, const std::vector<int>& claims);

}  // namespace tandem::smt
