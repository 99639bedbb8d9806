// `tandem check P --record-outcomes FILE`: which outcomes of its handlers a text shows, in every named shape of the sound variant
// and of each alternative that promises that all properties hold. The record is what later texts are compared with
// (outcome_record.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "apps/check/check.hpp"
#include "apps/check/outcome_record.hpp"

namespace tandem::apps {

/// The systems that a record is of, each once.
std::vector<RecordedSystem> systems_to_record(const Protocol& protocol);

/// The limit of one system's search, if nobody says another with --time.
inline constexpr double seconds_to_record = 60;

/// Searches one system, without a monitor, whatever it breaks. Nothing if the limits of `options` end the search.
std::optional<RecordedSystem> recorded(const CheckOptions& options, const RecordedSystem& system);

/// The whole command; returns the exit status: 3 if a system is left out, for it has more states than the limits let it visit.
int run_record(const CheckOptions& options, const std::string& file);

}  // namespace tandem::apps
