#include "perfsim/energy.hpp"

#include <cmath>
#include <map>

#include "perfsim/settings.hpp"

namespace tandem::perfsim {

extern const char* const energy_machine_text;

/// A millijoule an event. What a run sums up then stays a number.
constexpr double largest_energy = 1e9;

EnergyTable energy_table_from(const std::string& text, const std::string& from) {
    EnergyTable table;
    std::map<std::string, double*> entries{{"core.instruction", &table.core_instruction},
                                           {"core.sm_cycle", &table.core_sm_cycle},
                                           {"l1.bytes", &table.l1_bytes},
                                           {"l1.lookup", &table.l1_lookup},
                                           {"l1.byte", &table.l1_byte},
                                           {"l2.bytes", &table.l2_bytes},
                                           {"l2.lookup", &table.l2_lookup},
                                           {"l2.byte", &table.l2_byte},
                                           {"network.byte", &table.network_byte},
                                           {"dram.read_byte", &table.dram_read_byte},
                                           {"dram.write_byte", &table.dram_write_byte},
                                           {"dram.activate", &table.dram_activate}};
    std::string accepted;
    for (const auto& [name, place] : entries) accepted += (accepted.empty() ? "" : ", ") + name;
    const auto fail = [&](const std::string& what) {
        throw DescriptionError("the energy table '" + from + "' " + what + ": " + accepted + " are accepted, in picojoules");
    };
    Settings settings;
    try {
        settings = parse_settings(text, from);
    } catch (const NotToml& error) {
        throw DescriptionError("the energy table '" + from + "' is not TOML: line " + std::to_string(error.line));
    }
    if (!settings.outside.empty()) fail("has an unknown key " + settings.outside.begin()->first);
    for (const auto& [group, table_of_group] : settings.tables)
        for (const auto& [key, setting] : table_of_group) {
            const auto found = entries.find(group + "." + key);
            if (found == entries.end()) fail("has an unknown key " + group + "." + key);
            if ((!setting.whole && !setting.real) || (setting.real && !(std::isfinite(*setting.real) && *setting.real >= 0)) ||
                (setting.whole && *setting.whole < 0))
                fail("has no number from 0 on for " + group + "." + key);
            const double energy = setting.real ? *setting.real : static_cast<double>(*setting.whole);
            if (energy > largest_energy) fail("has more than 10^9 for " + group + "." + key);
            *found->second = energy;
            entries.erase(found);
        }
    if (!entries.empty()) fail("does not say " + entries.begin()->first);
    if (table.l1_bytes < 1 || table.l2_bytes < 1) fail("prices a cache of less than a byte (l1.bytes, l2.bytes)");
    return table;
}

EnergyTable default_energy_table() { return energy_table_from(energy_machine_text, "energy"); }

std::vector<Energy> energy_of(const Statistics& s, const EnergyTable& t, const MachineDescription& m) {
    const auto times = [](std::uint64_t count, double picojoules) { return static_cast<double>(count) * picojoules / 1000; };
    const auto block = static_cast<std::uint64_t>(m.blocks.bytes);
    const double l1 = std::sqrt(m.l1.bytes / t.l1_bytes), l2 = std::sqrt(double(m.l2.bytes) * m.l2.partitions / t.l2_bytes);
    std::uint64_t sm_cycles = 0;
    for (const Counter& c : s.stalled) sm_cycles += c.count;
    std::uint64_t flits = 0;  // between all nodes, those of memory and of a pool of mutexes among them
    for (const Traffic& of : s.traffic) flits += of.flits;
    return {{"SMs", times(s.instructions, t.core_instruction) + times(sm_cycles, t.core_sm_cycle),
             t.core_instruction + t.core_sm_cycle > 0},
            {"L1", l1 * (times(s.l1_lookups, t.l1_lookup) + times(s.l1_hits * block + s.l1_bytes, t.l1_byte)),
             t.l1_lookup + t.l1_byte > 0},
            {"L2", l2 * (times(s.l2_lookups, t.l2_lookup) + times(s.l2_bytes, t.l2_byte)), t.l2_lookup + t.l2_byte > 0},
            {"network", times(flits * static_cast<std::uint64_t>(m.network.flit_bytes), t.network_byte), t.network_byte > 0},
            {"DRAM",
             times(s.dram_reads * block, t.dram_read_byte) + times(s.dram_writes * block, t.dram_write_byte) +
                 times(s.dram_activations, t.dram_activate),
             t.dram_read_byte + t.dram_write_byte + t.dram_activate > 0}};
}

}  // namespace tandem::perfsim
