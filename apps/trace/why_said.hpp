// The Why that a property gives itself (model/reason.hpp), with the step that each thing it names comes from.
#pragma once

#include <string>

#include "checker/trace.hpp"

namespace tandem::apps {

/// "CPU0 has A (step 4), but the directory (step 6) takes no CPU to have it". `witnesses` gets these steps.
std::string said_reason(const checker::Trace& trace, std::vector<int>& witnesses);

}  // namespace tandem::apps
