// G-TSC with the monitor of its proofs, for the explicit search: its states refute candidates.
#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_prove.hpp"

namespace tandem::apps {

gtsc::Config explored_config(gtsc::Config config, smt::Limits limits) {
    if (limits == smt::Limits::none) {  // its end is a thousand grants away
        config.shape.time_max = model::max_time;
        config.leases = {1, 3};
        config.lease_choices = 2;
    } else if (limits == smt::Limits::clock) {  // the first is the one that a reset grants
        config.leases[1] = (config.shape.time_max - 1) / 2;
        config.lease_choices = config.leases[1] == config.leases[0] ? 1 : 2;
    }
    return config;
}

std::unique_ptr<model::Network> explored_gtsc(const gtsc::Config& config, smt::Limits limits) {
    return gtsc::make_system<specs::OnlyWatchedStore<model::Concrete>>(explored_config(config, limits));
}

}  // namespace tandem::apps
