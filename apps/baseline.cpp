// Baseline for the explicit search.
#include "apps/plain_binding.hpp"
#include "protocols/baseline/protocol.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_baseline(const baseline::Config& config, bool monitored) { return make_plain<baseline::Baseline>(config, monitored); }

}  // namespace tandem::apps
