// A simulation's report for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

std::string as_text(const SimReport& report);
nlohmann::json as_json(const SimReport& report);

}  // namespace tandem::apps
