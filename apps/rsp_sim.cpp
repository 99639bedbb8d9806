#include "apps/rsp_sim.hpp"

#include "apps/plain.hpp"
#include "apps/usage_error.hpp"
#include "perfsim/machine.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<perfsim::Simulation> simulate_rsp(const rsp::Config& config, const perfsim::MachineDescription& machine, bool monitored) {
    if (monitored) throw UsageError("rsp promises nothing of copies at every moment, which is what the monitor asserts: a run without --monitor is accepted");
    rsp::Config on = config;
    static_cast<baseline::Config&>(on) = on_machine(config, machine);
    on.memory = true;
    on.every_order = true;
    on.fetches = 0;
    on.writes = machine.l1.fifo;
    return std::make_unique<perfsim::Machine<rsp::Rsp<perfsim::Timed>>>(on, machine);
}

}  // namespace tandem::apps
