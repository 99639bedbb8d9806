// The broken texts of Temporal Coherence, in the order of their list.
#pragma once

#include "apps/mutants.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

const std::vector<Mutant<tc::Config>>& tc_mutants();

}  // namespace tandem::apps
