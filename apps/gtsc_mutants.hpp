// The broken texts of G-TSC, in the order of their list.
#pragma once

#include "apps/mutants.hpp"

namespace tandem::apps {

const std::vector<Mutant>& gtsc_mutants();

}  // namespace tandem::apps
