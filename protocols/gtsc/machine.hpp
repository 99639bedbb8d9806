// How a simulated machine uses G-TSC's settings: its numbers of SMs, warps and banks, and its timestamps.
#pragma once

#include <algorithm>
#include <string>

#include "model/usage_error.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::gtsc {

template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    config.shape[model::Sort::core] = machine.sms.count;
    config.shape[model::Sort::thread] = machine.sms.warps;
    config.shape.time_max = static_cast<int>((std::int64_t(1) << std::min(machine.timestamps.bits, 31)) - 1);
    config.banks = machine.l2.partitions;
    config.atomics = true;
    config.lanes = machine.sms.lanes;
    config.leases = {machine.timestamps.lease};
    config.lease_choices = 1;
    if (config.shape.time_max < config.smallest_time_max())
        throw model::UsageError("timestamps.lease = " + std::to_string(machine.timestamps.lease) +
                                " and timestamps.bits = " + std::to_string(machine.timestamps.bits) +
                                ": after a reset (V-D) a store needs 2 lease + 1 moments");
}

}  // namespace tandem::gtsc
