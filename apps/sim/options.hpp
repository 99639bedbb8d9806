// The options of commands that simulate: the machine, the data, and an option for each setting of a workload.
#pragma once

#include <map>
#include <string>
#include <utility>

#include "apps/command/progress_option.hpp"
#include "apps/help/value_kinds.hpp"
#include "apps/kernel/loaded.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workload.hpp"

namespace tandem::apps {

/// An option for each setting that some workload has.
inline void add_workload_settings(CLI::App& app, std::map<std::string, std::string>& settings) {
    std::map<std::string, std::pair<perfsim::WorkloadSetting, std::string>> all;  // and the workloads that have it
    for (const auto& workload : known_workloads())
        for (const auto& setting : workload.settings) {
            auto& [known, whose] = all[setting.name];
            known = setting;
            whose += (whose.empty() ? "" : ", ") + workload.name;
        }
    for (const auto& [name, setting] : all) {
        if (app.get_option_no_throw("--" + name))
            throw UsageError("the setting '" + name + "' of " + setting.second +
                             " is called as an option of this command: another name is accepted");
        app.add_option_function<std::string>(
               "--" + name, [&settings, name = name](const std::string& value) { settings[name] = value; },
               "Of " + setting.second + ": " + setting.first.meaning)
            ->type_name(setting.first.kind);
    }
}

/// The machine, what events cost, and how much work on which data.
inline void add_machine_and_data(CLI::App& app, SimOptions& sim) {
    app.add_option("--machine", sim.machine, "A machine file (TOML), or a machine that comes with the program")
        ->type_name(kind::machine.word)
        ->check(among(names_of(perfsim::library_machines())));
    app.add_option("--energy", sim.energy, "What events cost (TOML); perfsim/machines/energy.toml by default")
        ->type_name(kind::energy.word);
    app.add_option("--size", sim.workload_options.size, "How much work; 1 takes a second at most")->capture_default_str();
    app.add_option("--seed", sim.workload_options.seed, "Of the workload's data")->capture_default_str();
    app.add_option("--cycles", sim.limit, "Give up after so many cycles; 10^12 by default, 50000000 for a kernel of one's own")
        ->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 60));
}

}  // namespace tandem::apps
