// Which obligations liveness has to judge: those that some state carries, and of several that say the same one.
#pragma once

#include <functional>
#include <vector>

#include "checker/liveness.hpp"

namespace tandem::checker::liveness {

/// In the order of nodes, then of bits or labels, or of who is asked about what. The search has ended. `ended()` is asked now and
/// then: if so, some are missing.
std::vector<Obligation> obligations(Search& search, const LivenessOptions& options, const std::function<bool()>& ended);

}  // namespace tandem::checker::liveness
