// G-TSC with litmus programs.
#pragma once

#include "apps/play.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

Played play_gtsc(const gtsc::Config& config, const std::vector<specs::Test>& tests);

}  // namespace tandem::apps
