// One simulation that a figure needs, and its result as JSON.
#pragma once

#include <atomic>
#include <map>
#include <nlohmann/json.hpp>

#include "perfsim/machine_text.hpp"
#include "reproduce/paper.hpp"

namespace tandem::reproduce {

/// A simulation was told to stop; it has no result.
struct Interrupted {};

struct Job {
    std::string protocol, variant, workload;
    int size = 1;
    std::uint64_t seed = 1;
    std::string machine;  // the whole machine file
    WorkloadSettings settings = {};
    std::string energy = perfsim::energy_machine_text;  // the whole energy table

    /// Everything that the result depends on, including the program's sources. Two jobs with one key have one result.
    nlohmann::json key() const;
    /// A file name that is unique to the job and readable.
    std::string file_name() const;
};

/// What runs depend on besides the paper's text: whole texts of a machine and of an energy table. Empty: the paper's machine, the
/// program's table.
struct Conditions {
    std::string machine, energy;
};

/// A run under these conditions with these settings, as far as they concern the protocol.
Job job_of(const Paper& paper, const Benchmark& benchmark, const Configuration& configuration,
           const std::vector<Setting>& settings, std::uint64_t seed, const Conditions& conditions = {});

/// Runs it, and returns what `tandem sim --json` reports. Throws Interrupted soon after `stop` is set.
nlohmann::json run(const Job& job, const std::atomic<bool>& stop);

/// Identifies the program that computes, since results of different programs are not mixed: the version, and a fingerprint of the
/// sources of simulations.
nlohmann::json program();

/// Results by the job's file name.
using Results = std::map<std::string, nlohmann::json>;

}  // namespace tandem::reproduce
