// Baseline for the explicit search.
#include "apps/baseline_seeded.hpp"
#include "apps/plain_binding.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_baseline(const baseline::Config& config, bool monitored) { return make_plain<baseline::Baseline>(config, monitored); }

std::unique_ptr<model::Network> make_seeded(const baseline::Config& config, const model::AllHandlers<baseline::Baseline<model::Concrete>>& handlers) {
    auto network = make_plain_system<baseline::Baseline, specs::WatchedStore<model::Concrete>>(config);
    network->replace(handlers);
    return network;
}

}  // namespace tandem::apps
