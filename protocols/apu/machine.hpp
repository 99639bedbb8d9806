// How a simulated machine uses the settings of the APU: SMs are compute units, the banks are GL2, and the directory is behind
// them. It has no CPUs.
#pragma once

#include <string>

#include "model/usage_error.hpp"
#include "protocols/apu/config.hpp"

namespace tandem::apu {

/// Throws UsageError for settings that cannot be simulated.
template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    if (machine.l2.partitions != 1)
        throw model::UsageError("the machine '" + machine.name + "' has " + std::to_string(machine.l2.partitions) +
                                " L2 banks, and compute units share one GL2: l2.partitions of 1 is accepted");
    config.shape[model::Sort::core] = machine.sms.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.cpus = 0;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    config.busy = Busy::queues;
}

}  // namespace tandem::apu
