// How a simulated machine uses the settings of a protocol on the plain L2.
#pragma once

#include "protocols/baseline/config.hpp"

namespace tandem::baseline {

template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    config.shape[model::Sort::core] = machine.sms.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.banks = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
}

}  // namespace tandem::baseline
