// The broken texts of remote-scope promotion, in the order of their list.
#pragma once

#include "apps/mutants.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::apps {

const std::vector<Mutant<rsp::Config>>& rsp_mutants();

}  // namespace tandem::apps
