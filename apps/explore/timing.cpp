#include "apps/explore/timing.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "apps/common/terminal.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/common/words.hpp"
#include "apps/explore/judge.hpp"
#include "apps/kernel/loaded.hpp"
#include "apps/sim/swept.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::apps {

using nlohmann::json;

namespace {

/// The end of a run that nobody waits for any more.
struct TimeIsUp {};

const perfsim::WorkloadInfo& workload_called(const std::string& name) {
    std::vector<std::string> names;
    for (const auto& workload : known_workloads()) {
        if (workload.name == name) return workload;
        names.push_back(workload.name);
    }
    throw UsageError("there is no workload '" + name + "': " + join(names, ", ") + " are accepted, and the folder of a kernel");
}

bool is_of_this_program(const std::string& name) {
    return std::any_of(perfsim::workloads().begin(), perfsim::workloads().end(), [&](const auto& w) { return w.name == name; });
}

/// A run that takes longer than others are waited for: a wrong protocol may never end.
struct RunIsLong {};

json kept_run(const TimedRun& run) {
    json line{{"finished", run.finished},     {"right", run.right}, {"result", run.result},    {"cycles", run.cycles},
              {"nanojoules", run.nanojoules}, {"bytes", run.bytes}, {"outcomes", run.outcomes}};
    if (!run.refused.empty()) line["refused"] = run.refused;
    if (run.ended_after > 0) line["limit"] = run.ended_after;
    return line;
}

/// What a line says, unless the run was ended when it had taken less time than there is now.
std::optional<TimedRun> known_run(const std::optional<json>& line, double seconds) {
    if (!line) return {};
    try {
        TimedRun run;
        run.refused = line->value("refused", std::string());
        run.done = run.refused.empty();
        run.ended_after = line->value("limit", 0.0);
        if (run.ended_after > 0 && run.ended_after < seconds) return {};
        run.finished = line->at("finished");
        run.right = line->at("right");
        run.result = line->at("result");
        run.cycles = line->at("cycles");
        run.nanojoules = line->at("nanojoules");
        run.bytes = line->at("bytes");
        run.outcomes = line->at("outcomes").get<std::set<std::string>>();
        return run;
    } catch (const json::exception&) {
        return {};
    }
}

}  // namespace

std::vector<std::string> usual_workloads() { return {"hash", "stencil", "bfs"}; }

std::string machine_for(const Protocol& protocol, const std::vector<Combination>& combinations, const SimOptions& sim) {
    std::vector<std::string> names{"paper"};
    for (const auto& machine : perfsim::library_machines())
        if (machine.name != "paper") names.push_back(machine.name);
    if (!sim.machine.empty()) names = {sim.machine};
    std::string refused;
    for (const std::string& name : names) {
        SimOptions on_this = sim;
        on_this.machine = name;
        const NamedMachine named = whole_machine(on_this);
        const auto machine = perfsim::machine_from(named.text, named.name);
        for (const Combination& combination : combinations) {
            try {
                static_cast<void>(protocol.simulate({combination.variant, ""}, machine, false));
                return name;
            } catch (const UsageError& error) {
                if (refused.empty()) refused = error.what();
            }
        }
    }
    throw UsageError("no combination runs on " +
                     (sim.machine.empty() ? "a machine of the program" : "the machine '" + sim.machine + "'") + ": " + refused +
                     "; another --machine is accepted, and --no-sim");
}

MachinePoints machine_points(const ExploreOptions& options, const SimOptions& sim) {
    const NamedMachine named = whole_machine(sim);
    MachinePoints result{named.name, {}, {}};
    std::vector<std::string> asked = options.sweeps;
    if (!options.lease.empty()) {
        const Protocol& p = protocol(options.protocol);
        if (std::none_of(p.shape_keys.begin(), p.shape_keys.end(), [](const Entry& key) { return key.name == "lease"; }))
            throw UsageError(options.protocol + " has no leases: --lease is accepted for a protocol whose shapes have them");
        asked.insert(asked.begin(),
                     std::string(p.clock.empty() ? "timestamps.lease_cycles=" : "timestamps.lease=") + options.lease);
    }
    std::vector<Sweep> sweeps;
    for (const std::string& text : asked) {
        sweeps.push_back(sweep_from(text, named.text, named.name));
        if (std::find(result.keys.begin(), result.keys.end(), sweeps.back().key) != result.keys.end())
            throw UsageError("'" + sweeps.back().key + "' is swept twice: once is accepted");
        result.keys.push_back(sweeps.back().key);
    }
    std::vector<std::pair<std::vector<int>, std::string>> texts{{{}, named.text}};
    for (const Sweep& sweep : sweeps) {
        std::vector<std::pair<std::vector<int>, std::string>> more;
        for (const auto& [values, text] : texts)
            for (const int value : sweep.values) {
                auto all = values;
                all.push_back(value);
                more.emplace_back(std::move(all), perfsim::with_setting(text, sweep.key, value));
            }
        texts = std::move(more);
        if (texts.size() > 1000) throw UsageError("the sweeps have more than 1000 machines together: fewer values are accepted");
    }
    for (const auto& [values, text] : texts) {
        try {
            result.points.push_back({values, perfsim::machine_from(text, named.name), digest_of_text(text)});
        } catch (const perfsim::DescriptionError& error) {
            throw UsageError(error.what());
        }
    }
    return result;
}

TimedRuns::TimedRuns(const Protocol& protocol, const std::vector<std::string>& workloads, const SimOptions& sim,
                     KeptResults& results, const JudgedSystems& time)
    : protocol_(protocol),
      sim_(sim),
      results_(results),
      time_(time),
      digest_(digest_of(protocol, {engines::Part::check, engines::Part::simulation})) {
    std::string table = "the usual table";
    energy_ = perfsim::default_energy_table();
    if (!sim.energy.empty()) try {
            table = toml_text(sim.energy, "energy table", "perfsim/machines/energy.toml");
            energy_ = perfsim::energy_table_from(table, sim.energy);
        } catch (const perfsim::DescriptionError& error) {
            throw UsageError(error.what());
        }
    energy_digest_ = digest_of_text(table);
    std::set<std::string> taken;
    for (const std::string& name : workloads) {
        const perfsim::WorkloadInfo& info = workload_called(name);
        perfsim::WorkloadOptions of_this = sim.workload_options;
        of_this.settings.clear();
        std::string key = fmt::format("{} size {} seed {} limit {}", name, of_this.size, of_this.seed, sim.limit);
        for (const auto& setting : info.settings)
            if (const auto said = sim.workload_options.settings.find(setting.name); said != sim.workload_options.settings.end()) {
                of_this.settings.insert(*said);
                taken.insert(setting.name);
                key += " " + setting.name + " " + said->second;
                std::error_code none;
                if (std::filesystem::is_regular_file(said->second, none)) key += " " + digest_of_files({said->second});
            }
        options_[name] = of_this;
        // Nobody knows what a kernel of the user's own depends on.
        keys_[name] = is_of_this_program(name) && !of_this.settings.contains("trace") ? key : "";
    }
    for (const auto& [name, value] : sim.workload_options.settings)
        if (!taken.contains(name))
            throw UsageError("none of these workloads takes --" + name + ": without it this is accepted, or with one that does");
}

TimedRun TimedRuns::run(const std::string& variant, const MachinePoint& point, const std::string& workload) {
    const std::string key = keys_.at(workload).empty()
                                ? ""
                                : "sim " + digest_ + " " + protocol_.name + " " + variant + " machine " + point.digest +
                                      " energy " + energy_digest_ + " " + keys_.at(workload);
    if (!key.empty())
        if (auto known = known_run(results_.find(key), time_.seconds_to_judge())) {
            ++before;
            return *known;
        }
    TimedRun run;
    if (time_.out_of_time()) {
        run.refused = time_ran_out;
        return run;
    }
    SimOptions options = sim_;
    options.protocol = protocol_.name;
    options.selection.variant = variant;
    options.workload = workload;
    options.workload_options = options_.at(workload);
    options.progress = ProgressStyle::off;
    const auto last = std::chrono::steady_clock::now() + std::chrono::duration<double>(time_.seconds_to_judge());
    options.tick = [this, last] {
        if (time_.out_of_time()) throw TimeIsUp();
        if (std::chrono::steady_clock::now() > last) throw RunIsLong();
    };
    try {
        const SimReport report = simulate(options, point.machine, energy_);
        run.done = report.applies;
        if (!report.applies) run.refused = "the kernel does not apply: " + report.result;
        run.finished = report.finished;
        run.right = report.right;
        run.result = report.result;
        run.cycles = static_cast<double>(report.statistics.cycles);
        for (const auto& energy : report.energy) run.nanojoules += energy.nanojoules;
        for (const auto& traffic : report.statistics.traffic) run.bytes += static_cast<double>(traffic.bytes);
        for (const auto& outcome : report.statistics.outcomes)
            if (outcome.count > 0) run.outcomes.insert(outcome.name);
    } catch (const TimeIsUp&) {
        run.refused = time_ran_out;
        return run;
    } catch (const RunIsLong&) {
        run.ended_after = time_.seconds_to_judge();
        run.refused = fmt::format("the run did not end within {} s (--search-time)", run.ended_after);
    } catch (const UsageError& error) {
        run.refused = error.what();
    }
    ++now;
    if (!key.empty()) results_.add(key, kept_run(run));
    return run;
}

}  // namespace tandem::apps
