// The broken texts of Temporal Coherence, in the order of their list.
#pragma once

#include "apps/mutants.hpp"

namespace tandem::apps {

const std::vector<Mutant>& tc_mutants();

}  // namespace tandem::apps
