// The broken texts of BL, in the order of their list.
#pragma once

#include "apps/mutants.hpp"
#include "protocols/baseline/config.hpp"

namespace tandem::apps {

const std::vector<Mutant<baseline::Config>>& baseline_mutants();

}  // namespace tandem::apps
