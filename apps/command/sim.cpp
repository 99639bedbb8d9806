// `tandem sim`: its options.
#include "apps/command/commands.hpp"
#include "apps/command/selection.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/workload.hpp"

namespace tandem::apps {

namespace {

/// An option for each setting that some workload has.
void add_workload_settings(CLI::App& app, std::map<std::string, std::string>& settings) {
    std::map<std::string, std::pair<perfsim::WorkloadSetting, std::string>> all;  // and the workloads that have it
    for (const auto& workload : perfsim::workloads())
        for (const auto& setting : workload.settings) {
            auto& [known, whose] = all[setting.name];
            known = setting;
            whose += (whose.empty() ? "" : ", ") + workload.name;
        }
    for (const auto& [name, setting] : all)
        app.add_option_function<std::string>("--" + name, [&settings, name = name](const std::string& value) { settings[name] = value; }, "Of " + setting.second + ": " + setting.first.meaning)
            ->type_name(setting.first.kind);
}

}  // namespace

std::function<int()> add_sim(CLI::App& app) {
    CLI::App* simulating = app.add_subcommand("sim", "Run a kernel on a simulated GPU through the protocol's handlers");
    const auto sim_options = std::make_shared<SimOptions>();
    SimOptions& sim = *sim_options;
    simulating->add_option("protocol", sim.protocol, "Which protocol; `tandem list` names them")->type_name(kind::protocol.word)->required();
    simulating->add_option("--variant", sim.selection.variant, "Names from `tandem list`, separated by commas")->type_name(kind::variant.word);
    simulating->add_option("--workload", sim.workload, "A workload from `tandem list`; with --trace it is trace")->type_name(kind::word.word)->check(among(names_of(perfsim::workloads())));
    simulating->add_option("--machine", sim.machine, "A machine file (TOML), or a machine that comes with the program")->type_name(kind::machine.word)->check(among(names_of(perfsim::library_machines())));
    simulating->add_option("--energy", sim.energy, "What events cost (TOML); perfsim/machines/energy.toml by default")->type_name(kind::energy.word);
    simulating->add_option("--size", sim.workload_options.size, "How much work; 1 takes a second at most")->capture_default_str();
    simulating->add_option("--seed", sim.workload_options.seed, "Of the workload's data")->capture_default_str();
    add_workload_settings(*simulating, sim.workload_options.settings);
    simulating->add_option("--cycles", sim.limit, "Give up after so many cycles")->check(CLI::Range(std::int64_t{1}, std::int64_t{1} << 60))->capture_default_str();
    simulating->add_flag("--monitor", sim.monitor, "Assert the checked properties at every event of the run; the report says what it cost");
    simulating->add_flag("--progress", sim.progress, "Show the cycle on standard error");
    simulating->add_option("--json", sim.json, "Write the report as JSON to a file, - for standard output")->type_name(kind::file.word);
    simulating->add_option("--svg", sim.svg, "Write a picture of the report to a file")->type_name(kind::file.word);
    return [sim_options] { return run_sim(*sim_options); };
}

}  // namespace tandem::apps
