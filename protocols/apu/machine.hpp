// How a simulated machine uses the settings of the APU: SMs are compute units, banks are parts of GL2, and the directory is
// behind them. It has no CPUs.
#pragma once

#include "protocols/apu/config.hpp"

namespace tandem::apu {

template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    config.shape[model::Sort::core] = machine.sms.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.cpus = 0;
    config.gl2s = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    config.busy = Busy::queues;
}

}  // namespace tandem::apu
