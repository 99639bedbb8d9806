// G-TSC with its properties, for the explicit search.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored);

}  // namespace tandem::apps
