// Which obligations liveness has to judge: those that some state carries, and of several that say the same one.
#pragma once

#include <vector>

#include "checker/components.hpp"
#include "checker/liveness.hpp"

namespace tandem::checker::liveness {

/// In the order of nodes, then of bits or labels. `components` are those of a search that has ended.
std::vector<Obligation> obligations(Components& components, const LivenessOptions& options);

}  // namespace tandem::checker::liveness
