// Energy, from a table with the cost of each kind of event. The table is data (perfsim/machines/energy.toml).
#pragma once

#include "perfsim/machine_description.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

/// In picojoules: of an event, or of a byte that an event moves.
struct EnergyTable {
    double core_instruction = 0, core_sm_cycle = 0;
    // of caches of `l1_bytes`, and of `l2_bytes` in all partitions; of others in proportion to the root of their size
    double l1_bytes = 1, l1_lookup = 0, l1_byte = 0;
    double l2_bytes = 1, l2_lookup = 0, l2_byte = 0;
    double network_byte = 0;  // of a flit, whether a message fills it or not
    double dram_read_byte = 0, dram_write_byte = 0, dram_activate = 0;
};

/// Of one component, in nanojoules.
struct Energy {
    std::string component;
    double nanojoules = 0;
    bool priced = true;  // whether the table gives a cost for any of its events
};

/// Throws DescriptionError.
EnergyTable energy_table_from(const std::string& text, const std::string& from);
EnergyTable default_energy_table();

/// What the events of a run on this machine cost.
std::vector<Energy> energy_of(const Statistics& statistics, const EnergyTable& table, const MachineDescription& machine);

}  // namespace tandem::perfsim
