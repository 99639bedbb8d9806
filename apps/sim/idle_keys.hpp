// Settings of a user's machine file that change nothing in a run, for `sim --idle-keys`: a text that never reads DRAM twice at a
// time fills no second MSHR entry. That depends on the run, so the run is repeated with the base's value, and all counts are
// compared. What nothing reads in any run is refused before it (unread_keys.hpp).
#pragma once

#include <string>
#include <vector>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// A setting of the user's file whose value is not the base's.
struct OwnSetting {
    std::string key;  // "l2.mshr_entries"
    int value = 0, base = 0;
};

/// Those of the machine that the options name: none of a machine that comes with the program, and none that the base lacks.
/// Throws UsageError.
std::vector<OwnSetting> own_settings(const SimOptions& options);

struct IdleKeys {
    std::vector<OwnSetting> idle;      // with the base's value every count is the same
    std::vector<std::string> untried;  // for which there was no time
};

/// Seconds that the repeated runs may take in any case.
inline constexpr double least_time_of_idle_keys = 5;

/// Repeats the run that has given this report, once for each setting of one's own, on all processors: for at most twice as long
/// as it took, or `least_time_of_idle_keys`. A run that has not come to its end is not repeated.
IdleKeys idle_keys(const SimOptions& options, const SimReport& report);

/// A line for the report, or nothing.
std::string as_text(const IdleKeys& keys);

}  // namespace tandem::apps
