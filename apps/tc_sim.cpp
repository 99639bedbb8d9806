#include "apps/tc_sim.hpp"

#include <algorithm>

#include "apps/plain.hpp"
#include "apps/simulation_binding.hpp"
#include "apps/usage_error.hpp"
#include "protocols/tc/properties.hpp"

namespace tandem::apps {

std::unique_ptr<perfsim::Simulation> simulate_tc(const tc::Config& config, const perfsim::MachineDescription& machine, bool monitored) {
    if (monitored && config.atomicity == tc::Atomicity::weak)
        throw UsageError("the monitor asserts what weak does not promise, that all copies agree at every moment: strong is accepted");
    tc::Config on = config;
    static_cast<baseline::Config&>(on) = on_machine(config, machine);
    const int lease = machine.timestamps.lease_cycles;
    on.leases = {lease};
    on.lease_choices = 1;
    // From a quarter of the machine's lease to twice as much: neither paper gives a range.
    if (on.choice == tc::LeaseChoice::predicted) on.leases = {std::max(1, lease / 4), std::max(1, lease / 2), lease, 2 * lease}, on.lease_choices = 4;
    return make_simulation<tc::Tc<perfsim::Timed>>(on, machine, tc::ReadableCopies{}, monitored);
}

}  // namespace tandem::apps
