// The workload that replays an application's trace, written by Accel-Sim's tracer.
#pragma once

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// Checks the whole trace. Throws WorkloadError.
std::unique_ptr<Workload> trace_replay(const WorkloadOptions& options);
const std::vector<WorkloadSetting>& trace_settings();

}  // namespace tandem::perfsim
