#include "apps/gtsc_system.hpp"

#include "apps/gtsc_binding.hpp"
#include "apps/gtsc_seeded.hpp"

namespace tandem::apps {

namespace {

std::unique_ptr<model::TextNetwork<gtsc::Gtsc<model::Concrete>>> make_monitored(const gtsc::Config& config) {
    // With SC a warp has one access under way, and warp-ts-latest already says that its moments follow its program.
    if (config.consistency == gtsc::Consistency::rc) return gtsc::make_system<specs::ProgramOrder<model::Concrete>>(config);
    return gtsc::make_system<specs::WatchedStore<model::Concrete>>(config);
}

}  // namespace

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored) {
    if (!monitored) return gtsc::make_system<model::NoMonitor>(config);
    return make_monitored(config);
}

std::unique_ptr<model::Network> make_seeded(const gtsc::Config& config, const model::AllHandlers<gtsc::Gtsc<model::Concrete>>& handlers) {
    auto network = make_monitored(config);
    network->replace(handlers);
    return network;
}

}  // namespace tandem::apps
