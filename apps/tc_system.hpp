// Temporal Coherence with its properties, for the explicit search.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_tc(const tc::Config& config, bool monitored);

}  // namespace tandem::apps
