// The broken texts of BL, in the order of their list.
#pragma once

#include "apps/mutants.hpp"

namespace tandem::apps {

const std::vector<Mutant>& baseline_mutants();

}  // namespace tandem::apps
