// What workloads with threads of CPUs ask of a machine.
#pragma once

#include "perfsim/workload.hpp"

namespace tandem::perfsim {

/// The number of its CPUs. Throws WorkloadError if it has none.
inline int cpus_of(const Simulation& simulation) {
    const MachineDescription& machine = simulation.description();
    if (machine.cpus.count > 0) return machine.cpus.count;
    throw WorkloadError("the machine '" + machine.name +
                        "' has no CPUs, and the workload has threads of CPUs: a machine file with the table cpus is accepted");
}

}  // namespace tandem::perfsim
