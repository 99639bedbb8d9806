// What combinations cost: each workload on each machine, simulated or as it is kept.
#pragma once

#include <atomic>
#include <map>
#include <string>
#include <vector>

#include "apps/explore/digest.hpp"
#include "apps/explore/explore.hpp"
#include "apps/explore/results.hpp"

namespace tandem::apps {

class JudgedSystems;

/// The workloads of an exploration that names none.
std::vector<std::string> usual_workloads();

/// The machine that is meant: of the options, or the first of the program's on which a combination runs. Throws UsageError with
/// why not if none does.
std::string machine_for(const Protocol& protocol, const std::vector<Combination>& combinations, const SimOptions& sim);

/// The points of the sweeps, all with all; one without sweeps. Throws UsageError.
struct MachinePoints {
    std::string machine;            // its name
    std::vector<std::string> keys;  // by sweep
    std::vector<MachinePoint> points;
};
MachinePoints machine_points(const ExploreOptions& options, const SimOptions& sim);

/// Runs of one protocol; several threads may call it.
class TimedRuns {
public:
    /// Throws UsageError for a workload that is not known, and for a setting that none of them takes.
    TimedRuns(const Protocol& protocol, const std::vector<std::string>& workloads, const SimOptions& sim, KeptResults& results,
              const JudgedSystems& time);

    TimedRun run(const std::string& variant, const MachinePoint& point, const std::string& workload);

    std::atomic<std::size_t> now{0}, before{0};

private:
    const Protocol& protocol_;
    SimOptions sim_;
    KeptResults& results_;
    const JudgedSystems& time_;
    std::string digest_, energy_digest_;
    perfsim::EnergyTable energy_;
    std::map<std::string, perfsim::WorkloadOptions> options_;  // by workload: of the settings those that it takes
    std::map<std::string, std::string> keys_;                  // by workload: all that its data depend on
};

}  // namespace tandem::apps
