// How a simulated machine uses the settings of MOESI: requests wait at the directory of each bank.
#pragma once

#include "protocols/baseline/machine.hpp"
#include "protocols/moesi/config.hpp"

namespace tandem::moesi {

template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    baseline::on_machine(config, machine);
    config.busy = Busy::queues;
}

}  // namespace tandem::moesi
