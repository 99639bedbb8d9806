// How a simulated machine uses the settings of MTTOP. A thread is a warp, and its instructions may touch several blocks.
#pragma once

#include <algorithm>

#include "model/usage_error.hpp"
#include "protocols/moesi/machine.hpp"
#include "protocols/mttop/config.hpp"

namespace tandem::mttop {

/// Write buffers have the capacity of the machine's FIFOs, and at least room for one instruction of a warp.
template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    if (config.lanes_go == cores::Lanes::in_step)
        throw model::UsageError(
            "threads-in-step says nothing of a machine, whose threads are warps, and whose lanes go in step anyway: without it "
            "the variant is accepted");
    moesi::on_machine(config, machine);
    config.consistency = baseline::Consistency::rc;
    config.waiting = std::max(machine.l1.fifo, machine.sms.lanes);
}

}  // namespace tandem::mttop
