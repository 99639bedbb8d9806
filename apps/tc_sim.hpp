// Temporal Coherence on a simulated machine.
#pragma once

#include "perfsim/machine_description.hpp"
#include "perfsim/simulation.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

std::unique_ptr<perfsim::Simulation> simulate_tc(const tc::Config& config, const perfsim::MachineDescription& machine, bool monitored);

}  // namespace tandem::apps
