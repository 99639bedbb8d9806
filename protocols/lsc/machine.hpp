// How a simulated machine uses the settings of the mutex scheme: those of the APU (protocols/apu/machine.hpp), and a mutex pool.
#pragma once

#include <algorithm>
#include <limits>
#include <string>

#include "model/usage_error.hpp"
#include "protocols/apu/machine.hpp"
#include "protocols/lsc/config.hpp"

namespace tandem::lsc {

/// Throws UsageError for settings that cannot be simulated.
template <class Machine>
void on_machine(Config& config, const Machine& machine) {
    apu::on_machine(config, machine);
    if (!machine.pool.present)
        throw model::UsageError("the machine '" + machine.name +
                                "' has no mutex pool: a machine file with the table pool is accepted");
    if (config.invalidated == Invalidated::invalidations_overtake)
        throw model::UsageError("a simulated GL2 has one channel to each GL1: invalidations-in-order is accepted");
    config.mutexes = machine.pool.entries;
    if (machine.cpus.count > 0) {
        config.mrf = machine.cpus.mrf;
        config.counts = machine.cpus.counts;
    }
    config.shape[model::Sort::address] = std::numeric_limits<int>::max();
    config.false_positives = machine.l2.rehash > 0;
    config.rehash_every = std::max(1, machine.l2.rehash);
    config.gl1_sets = machine.l1.bytes / machine.blocks.bytes / machine.l1.ways;
}

}  // namespace tandem::lsc
