// Three monitored simulated runs as the end of `check --thorough`: a machine has more nodes, blocks and messages under way than
// any system that is searched. What they find is found; like a walk, they show nothing by finding nothing.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/check/engines.hpp"
#include "apps/common/simulated_run.hpp"

namespace tandem::apps {

struct SimulatedReport {
    std::vector<SimulatedRun> runs;
    std::string not_run;  // why there are none

    checker::Verdict verdict() const;  // `holds` where nothing was found
};

/// Of the variant, until one is wrong.
SimulatedReport simulated_runs(const CheckOptions& options, Engines& engines);

std::string as_text(const SimulatedReport& report);
nlohmann::json as_json(const SimulatedReport& report);

}  // namespace tandem::apps
