// A simulation's report for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// Flits of all kinds of messages.
std::uint64_t flits_of(const perfsim::Statistics& statistics);
/// Of the SMs' cycles, the largest part in which one was held up, and why: "data 43%", or "-".
std::string waits_most_for(const perfsim::Statistics& statistics);

std::string as_text(const SimReport& report);
nlohmann::json as_json(const SimReport& report);

}  // namespace tandem::apps
