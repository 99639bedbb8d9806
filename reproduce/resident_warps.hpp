// How much of the machine a benchmark's runs fill: few warps hide little latency, whatever the protocol.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace tandem::reproduce {

struct ResidentWarps {
    std::string benchmark;
    double mean = 0;           // over the cycles of a run, and over the runs
    int most = 0, machine = 0; // at a time, in any run; that the machine holds
    bool few() const { return 2 * most < machine; }
};

/// From a benchmark's reports on all configurations.
ResidentWarps resident_warps(const std::string& benchmark, const std::vector<const nlohmann::json*>& reports);

/// A line for all benchmarks, and one for those that fill less than half of the machine.
std::string as_text(const std::vector<ResidentWarps>& all);

}  // namespace tandem::reproduce
