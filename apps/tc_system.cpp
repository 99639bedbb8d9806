#include "apps/tc_system.hpp"

#include "apps/tc_binding.hpp"
#include "apps/tc_seeded.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_tc(const tc::Config& config, bool monitored) {
    if (monitored) return tc::make_system(config);
    auto system = std::make_unique<model::System<tc::Tc<model::Concrete>>>(config);
    tc::add_properties(*system);
    tc::declare_needs(*system);
    return system;
}

std::unique_ptr<model::Network> make_seeded(const tc::Config& config, const model::AllHandlers<tc::Tc<model::Concrete>>& handlers) {
    auto network = tc::make_system(config);
    network->replace(handlers);
    return network;
}

}  // namespace tandem::apps
