// Energy, from a table with the cost of each kind of event. The table is data (perfsim/machines/energy.toml).
#pragma once

#include "perfsim/machine_description.hpp"
#include "perfsim/statistics.hpp"

namespace tandem::perfsim {

/// In picojoules per event.
struct EnergyTable {
    double core_instruction = 0, core_sm_cycle = 0;
    double l1_lookup = 0, l1_access = 0, l1_fill = 0;
    double l2_lookup = 0, l2_access = 0;
    double network_flit = 0;
    double dram_read = 0, dram_write = 0, dram_activate = 0;
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

std::vector<Energy> energy_of(const Statistics& statistics, const EnergyTable& table);

}  // namespace tandem::perfsim
