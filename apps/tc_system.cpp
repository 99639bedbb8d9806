#include "apps/tc_system.hpp"

#include "apps/tc_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_tc(const tc::Config& config, bool monitored) {
    if (monitored) return tc::make_system(config);
    auto system = std::make_unique<model::System<tc::Tc<model::Concrete>>>(config);
    tc::add_properties(*system);
    tc::declare_needs(*system);
    return system;
}

}  // namespace tandem::apps
