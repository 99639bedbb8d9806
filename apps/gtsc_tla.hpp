// What the TLA+ export says of G-TSC in the words of the paper: names, and the property that it states of every state.
#pragma once

#include "protocols/gtsc/config.hpp"
#include "smt/tla.hpp"

namespace tandem::apps {

/// `module` is the module's name, or empty.
smt::TlaOptions gtsc_tla(const gtsc::Config& config, const std::string& module);

}  // namespace tandem::apps
