#include "apps/sim.hpp"

#include <chrono>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "apps/sim_report.hpp"
#include "apps/terminal.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

namespace {

const perfsim::WorkloadInfo& workload(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& w : perfsim::workloads()) {
        if (w.name == name) return w;
        names.push_back(w.name);
    }
    throw UsageError("there is no workload '" + name + "': " + join(names, ", ") + " are accepted");
}

perfsim::MachineDescription machine(const std::string& file) {
    if (file.empty()) return perfsim::paper_machine();
    std::ifstream stream(file);
    std::stringstream text;
    if (!stream || !(text << stream.rdbuf())) throw UsageError("the machine file '" + file + "' cannot be read: a TOML file like perfsim/machines/paper.toml is accepted");
    try {
        return perfsim::machine_from(text.str(), file);
    } catch (const perfsim::DescriptionError& error) {
        throw UsageError(error.what());
    }
}

}  // namespace

SimReport simulate(const SimOptions& options) {
    const Protocol& p = protocol(options.protocol);
    const auto& info = workload(options.workload);
    const auto description = machine(options.machine);
    if (options.workload_options.size < 1 || options.workload_options.size > info.most_size)
        throw UsageError(fmt::format("the size of {} is {}: 1 to {} is accepted", info.name, options.workload_options.size, info.most_size));
    const auto simulation = p.simulate(options.selection, description);
    simulation->limit = options.limit;
    const auto work = info.make(options.workload_options);

    SimReport report{p.name, options.selection.variant, info.name, description.name, options.workload_options, {}, "correct", 0};
    const auto start = std::chrono::steady_clock::now();
    std::string stuck;
    try {
        work->run(*simulation);
    } catch (const perfsim::StuckError& error) {
        stuck = error.what();
    }
    report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
    report.statistics = simulation->statistics();
    if (stuck.empty()) {
        simulation->write_back();
        stuck = work->check(simulation->memory());
    }
    if (!stuck.empty()) report.result = stuck;
    return report;
}

int run_sim(const SimOptions& options) {
    WholeFile json(options.json, "JSON");
    const SimReport report = simulate(options);
    if (!json.to_output()) std::cout << as_text(report) << std::flush;
    json.commit(as_json(report).dump(2) + "\n");
    return report.result == "correct" ? status_holds : status_refuted;
}

}  // namespace tandem::apps
