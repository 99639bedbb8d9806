#include "apps/gtsc_system.hpp"

#include "apps/gtsc_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored) {
    return monitored ? gtsc::make_system<specs::WatchedStore<model::Concrete>>(config) : gtsc::make_system<model::NoMonitor>(config);
}

}  // namespace tandem::apps
