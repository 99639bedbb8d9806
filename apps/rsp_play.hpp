// Litmus programs on remote-scope promotion.
#pragma once

#include "apps/play.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::apps {

/// On as many components as `config` or the tests have.
Played play_rsp(rsp::Config config, const std::vector<specs::Test>& tests);

}  // namespace tandem::apps
