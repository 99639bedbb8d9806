// What measures read from a run's report.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/reproduce/paper.hpp"

namespace tandem::apps::reproduce {

double measured(Measure measure, const nlohmann::json& report);

/// How long each work-group ran in each round.
std::vector<double> group_times(const nlohmann::json& report);

}  // namespace tandem::apps::reproduce
