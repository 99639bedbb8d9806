#include "apps/gtsc_system.hpp"

#include "apps/gtsc_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored) {
    if (!monitored) return gtsc::make_system<model::NoMonitor>(config);
    // With SC a warp has one access under way, and warp-ts-latest already says that its moments follow its program.
    if (config.consistency == gtsc::Consistency::rc) return gtsc::make_system<specs::ProgramOrder<model::Concrete>>(config);
    return gtsc::make_system<specs::WatchedStore<model::Concrete>>(config);
}

}  // namespace tandem::apps
