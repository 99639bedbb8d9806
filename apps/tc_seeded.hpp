// Temporal Coherence with a seeded bug.
#pragma once

#include <memory>

#include "apps/seeded_bug.hpp"
#include "protocols/tc/protocol.hpp"

namespace tandem::apps {

/// With the properties and the monitor of the true text.
std::unique_ptr<model::Network> make_seeded(const tc::Config& config, const model::AllHandlers<tc::Tc<model::Concrete>>& handlers);

}  // namespace tandem::apps
