// Temporal Coherence with litmus programs.
#pragma once

#include "apps/play.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::apps {

Played play_tc(const tc::Config& config, const std::vector<specs::Test>& tests);

}  // namespace tandem::apps
