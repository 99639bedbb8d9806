#include "apps/sim/unread_keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>

#include "apps/common/catalog.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/common/words.hpp"
#include "apps/sim/idle_keys.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::apps {

namespace {

using Machine = perfsim::MachineDescription;

/// What a machine overrules by another of its keys.
struct Overruled {
    const char* key;
    const char* why;
    bool (*is)(const Machine& machine);
};
const Overruled overruled[] = {
    {"network.input_packets", "network.input_flits counts flits", [](const Machine& m) { return m.network.input_flits > 0; }},
    {"network.output_packets", "network.output_flits counts flits", [](const Machine& m) { return m.network.output_flits > 0; }},
    {"network.hop_latency", "network.torus_columns is 0", [](const Machine& m) { return m.network.torus_columns == 0; }},
    {"network.channel_flits", "network.torus_columns is 0", [](const Machine& m) { return m.network.torus_columns == 0; }},
    {"network.jitter_seed", "network.jitter is 0", [](const Machine& m) { return m.network.jitter == 0; }},
    {"sms.shared_latency", "sms.shared_banks is 0", [](const Machine& m) { return m.sms.shared_banks == 0; }},
    {"dram.column_in_group", "dram.bank_groups is 1", [](const Machine& m) { return m.dram.bank_groups == 1; }},
    {"dram.bank_groups", "dram.column_in_group is 0",
     [](const Machine& m) { return m.dram.column_in_group == 0 && m.dram.bank_groups > 1; }},
    {"sms.group_warps", "sms.scheduling is not 2", [](const Machine& m) { return m.sms.scheduling != 2; }},
    {"l2.hashed", "l2.partitions is 1", [](const Machine& m) { return m.l2.partitions == 1; }},
    {"dram.write_high", "dram.write_queue is 0", [](const Machine& m) { return m.dram.write_queue == 0; }},
    {"dram.write_low", "dram.write_queue is 0", [](const Machine& m) { return m.dram.write_queue == 0; }},
    {"dram.refresh", "dram.refresh_interval is 0", [](const Machine& m) { return m.dram.refresh_interval == 0; }},
};
/// Why the machine itself has no use for the key, or nothing.
std::string overruled_by(const std::string& key, const Machine& machine) {
    for (const Overruled& o : overruled)
        if (key == o.key && o.is(machine)) return o.why;
    return "";
}

/// What the protocol would need for the key to matter.
std::string wanting(const std::string& key) {
    if (key == "timestamps.bits") return "its messages carry no logical time, and none of its settings depends on it";
    if (key == "timestamps.cycle_bits") return "its messages carry no physical time, and none of its settings depends on it";
    if (key == "l1.bypass_bytes") return "its loads bring whole blocks to an L1";
    if (key == "l1.mshr_incremental") return "its loads wait at no MSHR entries of their own";
    if (key == "l1.mshr_entries" || key == "l1.mshr_merges") return "its loads wait in L2";
    if (key == "l2.mshr_entries") return "its L2 reads no memory";
    if (key == "cpus.mrf" || key == "cpus.counts") return "it has no mutexes of CPUs";
    if (key.starts_with("cpus.")) return "it has no CPUs";
    if (key.starts_with("directory.") || key.starts_with("l3.")) return "its banks have their memory, and no node before it";
    if (key.starts_with("pool.")) return "its cores share no pool";
    if (key == "l1.fifo") return "it has no such FIFO or write buffer";
    if (key.starts_with("l1.")) return "its cores have no cache, and none of its settings depends on it";
    return "none of its settings depends on it";
}

/// Whether the user's file has the table itself, and the key in it if one is named: a base may have it for other protocols.
bool file_sets(const SimOptions& options, const std::string& table, const std::string& key = "") {
    if (options.machine.empty() || perfsim::library_machine(options.machine)) return false;
    const std::string text = toml_text(options.machine, "machine file", "perfsim/machines/paper.toml");
    const perfsim::Settings file = perfsim::parse_settings(text, options.machine);
    const auto at = file.tables.find(table);
    return at != file.tables.end() && (key.empty() || at->second.contains(key));
}

/// Whether the protocol reads the key: another value that the machine and the protocol accept makes a difference. Where there is
/// no such value it is taken to.
bool key_is_read(const Protocol& text, const Selection& selection, const NamedMachine& machine, const Machine& here,
                 const std::string& key) {
    const int value = perfsim::setting_value(machine.text, key);
    for (const int other : {2 * value, value / 2, value + 1, value - 1}) {
        if (other == value) continue;
        try {
            const std::string changed = perfsim::with_setting(machine.text, key, other);
            return text.honours(selection, key, here, perfsim::machine_from(changed, machine.name));
        } catch (const std::exception&) {  // it does not go with the rest of the machine, as a lease too long for its timestamps
        }
    }
    return true;
}

/// Why this run had no use for the key, or nothing.
std::string unused_by(const std::string& key, const perfsim::Statistics& s) {
    if (key.starts_with("cpus.") && s.cpus.steps == 0) return "no launch has threads of CPUs";
    if (key == "l2.atomic_lanes" && s.performed_by_lanes == 0) return "no bank and no directory performs an atomic";
    if (key == "sms.registers" && !s.states_registers) return "no launch states the registers of its threads";
    if (key == "sms.shared_bytes" && !s.states_shared) return "no launch has shared memory";
    if ((key == "sms.shared_banks" || key == "sms.shared_latency") && s.shared_accesses == 0)
        return "no instruction goes to shared memory";
    return "";
}

}  // namespace

void refuse_unread_keys(const SimOptions& options) {
    const Protocol& text = protocol(options.protocol);
    const NamedMachine machine = whole_machine(options);
    const Machine here = perfsim::machine_from(machine.text, machine.name);
    for (const OwnSetting& own : own_settings(options)) {
        // The file of a sweep may set what some of its points read.
        if (const std::string why = overruled_by(own.key, here); !why.empty() && options.sweep.empty())
            throw UsageError(
                fmt::format("the machine '{}' sets {} = {}, which nothing reads while {}: a file without it is accepted",
                            machine.name, own.key, own.value, why));
        bool honoured = false;
        try {
            const std::string changed = perfsim::with_setting(machine.text, own.key, own.base);
            honoured = text.honours(options.selection, own.key, here, perfsim::machine_from(changed, machine.name));
        } catch (const std::exception&) {  // the base's value does not go with the rest of the file
            continue;
        }
        if (honoured) continue;
        throw UsageError(
            fmt::format("the machine '{}' sets {} = {}, which nothing reads for {}: {}. A file without it is accepted",
                        machine.name, own.key, own.value, options.protocol, wanting(own.key)));
    }
    if (here.network.jitter == 0 && options.sweep.empty() && file_sets(options, "network", "jitter_seed"))
        throw UsageError(
            fmt::format("the machine '{}' sets network.jitter_seed = {}, which nothing reads without network.jitter: a "
                        "file with both, or without it, is accepted",
                        machine.name, here.network.jitter_seed));
    if (file_sets(options, "cpus") && here.cpus.count > 0 && !text.honours(options.selection, "cpus", here, here))
        throw UsageError(
            fmt::format("the machine '{}' has CPUs, and {} has none: a file without the table cpus is accepted", machine.name,
                        options.protocol));
    if (file_sets(options, "pool") && !text.honours(options.selection, "pool", here, here))
        throw UsageError(
            fmt::format("the machine '{}' has a pool beside L2, and {} has none: a file without the table pool is "
                        "accepted",
                        machine.name, options.protocol));
}

std::vector<UnreadKeys> unread_keys(const SimOptions& options, const perfsim::Statistics& statistics) {
    const Protocol& text = protocol(options.protocol);
    const NamedMachine machine = whole_machine(options);
    const Machine here = perfsim::machine_from(machine.text, machine.name);
    std::vector<UnreadKeys> unread;
    const auto add = [&](const std::string& key, const std::string& why) {
        const auto known = std::find_if(unread.begin(), unread.end(), [&](const UnreadKeys& u) { return u.why == why; });
        (known == unread.end() ? unread.emplace_back(UnreadKeys{why, {}}) : *known).keys.push_back(key);
    };
    for (const auto& [table, settings] : perfsim::parse_settings(machine.text, machine.name).tables)
        for (const auto& [name, setting] : settings) {
            const std::string key = table + "." + name;
            if (setting.whole == 0) continue;
            if (std::string why = overruled_by(key, here); !why.empty()) {
                add(key, why);
            } else if (why = unused_by(key, statistics); !why.empty()) {
                add(key, why);
            } else if (!text.honours(options.selection, key, here, here)) {  // or not by itself: its settings may
                if (!key_is_read(text, options.selection, machine, here, key)) add(key, wanting(key));
            }
        }
    return unread;
}

std::string as_text(const std::vector<UnreadKeys>& unread, const std::string& protocol) {
    std::string out;
    for (const UnreadKeys& u : unread) out += "  " + join(u.keys, ", ") + ": " + u.why + "\n";
    return out.empty() ? "" : "keys of the machine that nothing in this run of " + protocol + " reads\n" + out;
}

}  // namespace tandem::apps
