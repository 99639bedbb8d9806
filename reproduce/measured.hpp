// The numbers that measures read from a run's report.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>

#include "reproduce/paper.hpp"

namespace tandem::reproduce {

/// Nothing if the run has none of what a share is of.
std::optional<double> measured(Measure measure, const nlohmann::json& report);

/// How long each work-group ran in each round.
std::vector<double> group_times(const nlohmann::json& report);

}  // namespace tandem::reproduce
