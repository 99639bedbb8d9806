// How a simulated machine uses the settings of the APU: SMs are compute units, banks are parts of GL2, and the directory is
// behind them. Its CPUs are the last cores.
#pragma once

#include "protocols/apu/config.hpp"

namespace tandem::apu {

template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    config.shape[model::Sort::core] = machine.sms.count + machine.cpus.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.cpus = machine.cpus.count;
    if (machine.cpus.count > 0) config.buffered = machine.cpus.buffered;
    config.early = machine.cpus.count > 0;
    config.gl2s = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    config.busy = Busy::queues;
}

}  // namespace tandem::apu
