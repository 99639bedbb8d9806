#include "apps/gtsc_sim.hpp"

#include "apps/simulation_binding.hpp"
#include "protocols/gtsc/properties.hpp"

namespace tandem::apps {

gtsc::Config on_machine(gtsc::Config config, const perfsim::MachineDescription& machine) {
    config.shape[model::Sort::core] = machine.sms.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.shape.time_max = static_cast<int>((std::int64_t(1) << std::min(machine.timestamps.bits, 31)) - 1);
    config.banks = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    config.leases = {machine.timestamps.lease};
    config.lease_choices = 1;
    return config;
}

std::unique_ptr<perfsim::Simulation> simulate_gtsc(const gtsc::Config& config, const perfsim::MachineDescription& machine, bool monitored) {
    return make_simulation<gtsc::Gtsc<perfsim::Timed>>(on_machine(config, machine), machine, gtsc::ReadableCopies{}, monitored);
}

}  // namespace tandem::apps
