// `tandem sim --sweep`: the same run again and again, with one number of the machine changed.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

struct SimSweep {
    std::string key;  // of the machine file, in full
    std::vector<int> values;
    std::vector<SimReport> runs;  // by value
};

/// Throws UsageError.
SimSweep simulate_sweep(const SimOptions& options);

std::string as_text(const SimSweep& sweep);
nlohmann::json as_json(const SimSweep& sweep);
/// An SVG file that stands by itself: cycles and traffic against the setting.
std::string as_svg(const SimSweep& sweep);

/// The whole command; returns the exit status: refuted if a result is wrong.
int run_sim_sweep(const SimOptions& options);

}  // namespace tandem::apps
