// Incoherent on a simulated machine.
#include "apps/plain.hpp"
#include "apps/simulation_binding.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<perfsim::Simulation> simulate_incoherent(const baseline::Config& config, const perfsim::MachineDescription& machine, bool monitored) {
    return make_simulation<incoherent::Incoherent<perfsim::Timed>>(on_machine(config, machine), machine, baseline::ReadableCopies{}, monitored);
}

}  // namespace tandem::apps
