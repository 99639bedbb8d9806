// A workload: data in device memory, kernels that work on it, and what they should have computed.
#pragma once

#include <memory>

#include "perfsim/simulation.hpp"

namespace tandem::perfsim {

/// How large a run is: 1 takes a second on a core at most, and the work grows in proportion.
struct WorkloadOptions {
    int size = 1;
    std::uint64_t seed = 1;
};

class Workload {
public:
    virtual ~Workload() = default;
    /// Makes the data and runs the kernels.
    virtual void run(Simulation& simulation) = 0;
    /// After the caches have been written back: nothing if memory holds what a host computes, else what is wrong.
    virtual std::string check(const Memory& memory) const = 0;
};

struct WorkloadInfo {
    std::string name, meaning;
    int most_size;
    std::unique_ptr<Workload> (*make)(const WorkloadOptions& options);
};

const std::vector<WorkloadInfo>& workloads();

}  // namespace tandem::perfsim
