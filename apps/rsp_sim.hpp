// Remote-scope promotion on a simulated machine.
#pragma once

#include "perfsim/machine_description.hpp"
#include "perfsim/simulation.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::apps {

std::unique_ptr<perfsim::Simulation> simulate_rsp(const rsp::Config& config, const perfsim::MachineDescription& machine, bool monitored);

}  // namespace tandem::apps
