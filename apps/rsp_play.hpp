// Litmus programs on remote-scope promotion.
#pragma once

#include "apps/play.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::apps {

Played play_rsp(const rsp::Config& config, const std::vector<specs::Test>& tests);

}  // namespace tandem::apps
