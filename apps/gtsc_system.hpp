// G-TSC with its properties, for the explicit search. The same text with a seeded bug is bound by the same file (tests/mutants).
#pragma once

#include "apps/catalog.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

std::unique_ptr<model::Network> make_gtsc(const gtsc::Config& config, bool monitored);

}  // namespace tandem::apps
