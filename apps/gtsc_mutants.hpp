// The broken texts of G-TSC, in the order of their list.
#pragma once

#include "apps/mutants.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

const std::vector<Mutant<gtsc::Config>>& gtsc_mutants();

}  // namespace tandem::apps
