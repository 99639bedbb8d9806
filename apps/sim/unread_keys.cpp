#include "apps/sim/unread_keys.hpp"

#include <fmt/format.h>

#include "apps/common/catalog.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/sim/idle_keys.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::apps {

namespace {

/// What the protocol would need for the key to matter.
std::string wanting(const std::string& key) {
    if (key == "timestamps.bits") return "its messages carry no logical time, and none of its settings depends on it";
    if (key == "timestamps.cycle_bits") return "its messages carry no physical time, and none of its settings depends on it";
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

}  // namespace

void refuse_unread_keys(const SimOptions& options) {
    const Protocol& text = protocol(options.protocol);
    const NamedMachine machine = whole_machine(options);
    for (const OwnSetting& own : own_settings(options)) {
        const perfsim::MachineDescription here = perfsim::machine_from(machine.text, machine.name);
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
    const perfsim::MachineDescription here = perfsim::machine_from(machine.text, machine.name);
    if (here.network.jitter == 0 && options.sweep.empty() && file_sets(options, "network", "jitter_seed"))
        throw UsageError(
            fmt::format("the machine '{}' sets network.jitter_seed = {}, which nothing reads without network.jitter: a "
                        "file with both, or without it, is accepted",
                        machine.name, here.network.jitter_seed));
    if (file_sets(options, "pool") && !text.honours(options.selection, "pool", here, here))
        throw UsageError(
            fmt::format("the machine '{}' has a pool beside L2, and {} has none: a file without the table pool is "
                        "accepted",
                        machine.name, options.protocol));
}

}  // namespace tandem::apps
