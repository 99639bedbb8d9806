// G-TSC on a simulated machine.
#pragma once

#include <memory>

#include "perfsim/simulation.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

/// What a machine makes of a variant: its numbers of SMs, warps and banks, and its timestamps.
gtsc::Config on_machine(gtsc::Config config, const perfsim::MachineDescription& machine);

std::unique_ptr<perfsim::Simulation> simulate_gtsc(const gtsc::Config& config, const perfsim::MachineDescription& machine, bool monitored);

}  // namespace tandem::apps
