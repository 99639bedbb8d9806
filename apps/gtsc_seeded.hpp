// G-TSC with a seeded bug.
#pragma once

#include <memory>

#include "apps/seeded_bug.hpp"
#include "protocols/gtsc/protocol.hpp"

namespace tandem::apps {

/// With the properties and the monitor of the true text.
std::unique_ptr<model::Network> make_seeded(const gtsc::Config& config, const model::AllHandlers<gtsc::Gtsc<model::Concrete>>& handlers);

}  // namespace tandem::apps
