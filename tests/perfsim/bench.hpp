// Runs kernels whose time can be computed from the machine file.
#pragma once

#include <functional>

#include "engines/registry.hpp"
#include "perfsim/machine_description.hpp"

namespace tandem::tests {

/// The paper's machine without DRAM refresh: an access that meets a refresh has no closed form.
inline perfsim::MachineDescription without_refresh() {
    perfsim::MachineDescription m = perfsim::paper_machine();
    m.dram.refresh_interval = 0;
    return m;
}

struct Bench {
    std::string protocol, variant = "rc";
    perfsim::MachineDescription machine = without_refresh();

    struct Run {
        perfsim::Cycle cycles;
        perfsim::Statistics counts;
    };
    /// Runs launches one after the other, on data that `make` puts into memory.
    Run run(const std::function<void(perfsim::Memory&)>& make, const std::vector<perfsim::Launch>& launches) const {
        const auto simulation = engines::protocol(protocol).simulate({variant, ""}, machine, false);
        simulation->limit = 10'000'000;
        make(simulation->memory());
        for (const auto& launch : launches) simulation->run(launch);
        return {simulation->now(), simulation->statistics()};
    }
    Run run(int blocks, int warps, const std::function<void(perfsim::Memory&)>& make,
            const std::function<perfsim::Kernel(perfsim::Warp&)>& kernel) const {
        return run(make, {{blocks, warps, kernel}});
    }
};

}  // namespace tandem::tests
