// BL with a seeded bug.
#pragma once

#include <memory>

#include "apps/seeded_bug.hpp"
#include "protocols/baseline/protocol.hpp"

namespace tandem::apps {

/// With the properties and the monitor of the true text.
std::unique_ptr<model::Network> make_seeded(const baseline::Config& config, const model::AllHandlers<baseline::Baseline<model::Concrete>>& handlers);

}  // namespace tandem::apps
