// A workload: data in device memory, kernels that work on it, and what they should have computed.
#pragma once

#include <map>
#include <memory>

#include "perfsim/simulation.hpp"

namespace tandem::perfsim {

/// How large a run is: 1 takes a second on a core at most, and the work grows in proportion.
struct WorkloadOptions {
    int size = 1;
    std::uint64_t seed = 1;
    std::map<std::string, std::string> settings = {};  // of this workload only, by name
};

/// What is wrong with a workload's settings or with a file that they name, in one line. The program turns it into its own error.
struct WorkloadError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Operations of one kind, and the cycles that warps waited for them.
struct OperationCost {
    std::uint64_t operations = 0, cycles = 0;
};

/// What a workload measures of the machine.
struct Quantity {
    std::string name;        // with its unit: "cycles a load"
    double value = 0;
    double closed_form = 0;  // what the machine file says by arithmetic
};

/// What a workload counts itself.
struct WorkloadReport {
    std::vector<Counter> counts;
    std::vector<std::pair<std::string, OperationCost>> operations;  // that synchronize
    std::vector<Cycle> group_cycles;  // how long each work-group ran, launch by launch
    std::vector<std::string> notes;   // what to know of the counts: sentences
    std::vector<Quantity> quantities = {};
};

class Workload {
public:
    virtual ~Workload() = default;
    /// Makes the data and runs the kernels.
    virtual void run(Simulation& simulation) = 0;
    /// After the caches have been written back: nothing if memory holds what a host computes, else what is wrong.
    virtual std::string check(const Memory& memory) const = 0;
    /// What the result is called when nothing was wrong. A workload without a host's result says what was checked instead; `monitored`: with --monitor.
    virtual std::string success([[maybe_unused]] bool monitored) const { return "correct"; }
    virtual WorkloadReport report() const { return {}; }
};

struct WorkloadSetting {
    std::string name, meaning, unless_given;
    std::string kind = "TEXT";  // of value, as help calls it
};

struct WorkloadInfo {
    std::string name, meaning;
    int most_size;
    /// Throws WorkloadError.
    std::unique_ptr<Workload> (*make)(const WorkloadOptions& options);
    std::vector<WorkloadSetting> settings = {};
    std::int64_t usual_limit = 1'000'000'000'000;  // cycles after which a run is given up, unless somebody says otherwise
};

const std::vector<WorkloadInfo>& workloads();

}  // namespace tandem::perfsim
