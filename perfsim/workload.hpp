// A workload: data in device memory, kernels that work on it, and the expected results.
#pragma once

#include <map>
#include <memory>

#include "perfsim/simulation.hpp"

namespace tandem::perfsim {

/// The size of a run: 1 takes at most a second on a core, and the work grows in proportion.
struct WorkloadOptions {
    int size = 1;
    std::uint64_t seed = 1;
    std::map<std::string, std::string> settings = {};  // of this workload only, by name
};

/// An error in a workload's settings or in a file that they name, in one line. The program turns it into its own error.
struct WorkloadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Operations of one kind, and the cycles for which warps waited for them.
struct OperationCost {
    std::uint64_t operations = 0, cycles = 0;
};

/// A quantity of the machine that a workload measures.
struct Quantity {
    std::string name;        // with its unit: "cycles a load"
    double value = 0;
    double closed_form = 0;  // computed from the machine file
};

/// A workload's own counts.
struct WorkloadReport {
    std::vector<Counter> counts;
    std::vector<std::pair<std::string, OperationCost>> operations;  // that synchronize
    std::vector<Cycle> group_cycles;  // how long each work-group ran, launch by launch
    std::vector<std::string> notes;   // remarks on the counts: sentences
    std::vector<Quantity> quantities = {};
};

class Workload {
public:
    virtual ~Workload() = default;
    /// Makes the data and runs the kernels.
    virtual void run(Simulation& simulation) = 0;
    /// Called after the caches have been written back. Nothing if memory holds what a host computes, else the error.
    virtual std::string check(const Memory& memory) const = 0;
    /// The text for a successful result. A workload without a host's result says what was checked instead; `monitored`: with
    /// --monitor.
    virtual std::string success([[maybe_unused]] bool monitored) const { return "correct"; }
    virtual WorkloadReport report() const { return {}; }
    /// How much this run has done, in units of its own, of a workload that does more on a larger machine. Speeds on different
    /// machines are of work, and not of runs.
    virtual double work_done() const { return 1; }
};

struct WorkloadSetting {
    std::string name, meaning, unless_given;
    std::string kind = "TEXT";  // of its value, as help calls it
};

struct WorkloadInfo {
    std::string name, meaning;
    int most_size;
    /// Throws WorkloadError.
    std::unique_ptr<Workload> (*make)(const WorkloadOptions& options);
    std::vector<WorkloadSetting> settings = {};
    std::int64_t usual_limit = 1'000'000'000'000;  // cycles after which a run is given up, unless the user sets another limit
};

const std::vector<WorkloadInfo>& workloads();

}  // namespace tandem::perfsim
