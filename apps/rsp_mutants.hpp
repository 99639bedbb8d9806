// The broken texts of remote-scope promotion, in the order of their list.
#pragma once

#include "apps/mutants.hpp"

namespace tandem::apps {

const std::vector<Mutant>& rsp_mutants();

}  // namespace tandem::apps
