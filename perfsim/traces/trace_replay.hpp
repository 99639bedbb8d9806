// The workload that replays a trace of an application: what Accel-Sim's tracer wrote of its kernels.
#pragma once

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// Judges the whole trace. Throws WorkloadError.
std::unique_ptr<Workload> trace_replay(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& trace_settings();

}  // namespace tandem::perfsim
