// The workloads that there are; each has a file of its own.
#pragma once

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

std::unique_ptr<Workload> triad(const WorkloadOptions& options);

}  // namespace tandem::perfsim
