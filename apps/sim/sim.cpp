#include "apps/sim/sim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/large_pages.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/toml_text.hpp"
#include "apps/common/words.hpp"
#include "apps/kernel/loaded.hpp"
#include "apps/sim/accesses.hpp"
#include "apps/sim/audited.hpp"
#include "apps/sim/idle_keys.hpp"
#include "apps/sim/messages_of_run.hpp"
#include "apps/sim/picture.hpp"
#include "apps/sim/report.hpp"
#include "apps/sim/sweep.hpp"
#include "apps/sim/timeline.hpp"
#include "apps/sim/unread_keys.hpp"
#include "perfsim/cpu_phases.hpp"
#include "perfsim/machine_text.hpp"
#include "perfsim/monitor.hpp"
#include "perfsim/occupancy.hpp"

namespace tandem::apps {

namespace {

/// With a trace and no workload, the workload replays the trace.
const perfsim::WorkloadInfo& workload(const SimOptions& options) {
    const std::string name =
        options.workload.empty() && options.workload_options.settings.contains("trace") ? "trace" : options.workload;
    std::vector<std::string> names;
    for (const auto& w : known_workloads()) {
        if (w.name == name) return w;
        names.push_back(w.name);
    }
    if (name.empty())
        throw UsageError("--workload is required, or --trace FILE: as workloads " + join(names, ", ") +
                         " are accepted, and the folder of a kernel");
    throw UsageError("there is no workload '" + name + "': " + join(names, ", ") +
                     " are accepted, and the folder of a kernel, as `tandem new --kernel` writes it");
}

/// What `read` makes of its argument, with its complaint as the user's.
template <class Read>
auto described(Read&& read) {
    try {
        return read();
    } catch (const perfsim::DescriptionError& error) {
        throw UsageError(error.what());
    } catch (const perfsim::WorkloadError& error) {
        throw UsageError(error.what());
    } catch (const perfsim::LaunchError& error) {
        throw UsageError(error.what());
    }
}

perfsim::MachineDescription machine(const std::string& file) {
    if (file.empty()) return perfsim::paper_machine();
    if (const char* known = perfsim::library_machine(file)) return perfsim::machine_from(known, file);
    const std::string text = toml_text(file, "machine file", "perfsim/machines/paper.toml");
    return described([&] { return perfsim::machine_from(text, file); });
}
perfsim::EnergyTable energy_table(const std::string& file) {
    if (file.empty()) return perfsim::default_energy_table();
    const std::string text = toml_text(file, "energy table", "perfsim/machines/energy.toml");
    return described([&] { return perfsim::energy_table_from(text, file); });
}

/// The workload with its settings, of which it must know all.
std::unique_ptr<perfsim::Workload> made(const perfsim::WorkloadInfo& info, const perfsim::WorkloadOptions& options) {
    if (options.size < 1 || options.size > info.most_size)
        throw UsageError(fmt::format("the size of {} is {}: 1 to {} is accepted", info.name, options.size, info.most_size));
    std::vector<std::string> known;
    for (const auto& setting : info.settings) known.push_back("--" + setting.name);
    for (const auto& [name, value] : options.settings)
        if (std::find(known.begin(), known.end(), "--" + name) == known.end())
            throw UsageError(
                fmt::format("the workload {} takes no --{}: {} accepted", info.name, name,
                            known.empty() ? "--size and --seed are" : "--size, --seed, " + join(known, ", ") + " are"));
    return described([&] { return info.make(options); });
}

/// What kept a part of the run from its end, or nothing.
std::string unless_stuck(const std::function<void()>& run) {
    try {
        run();
    } catch (const perfsim::StuckError& error) {
        return error.what();
    } catch (const perfsim::MonitorError& error) {
        return error.what();
    } catch (const perfsim::TextFailure& error) {
        return error.what();
    }
    return "";
}

}  // namespace

SimReport simulate(const SimOptions& options) { return simulate(options, machine(options.machine)); }

SimReport simulate(const SimOptions& options, const perfsim::MachineDescription& description) {
    return simulate(options, description, energy_table(options.energy));
}

SimReport simulate(const SimOptions& options, const perfsim::MachineDescription& description,
                   const perfsim::EnergyTable& energy) {
    const Protocol& p = protocol(options.protocol);
    const auto& info = workload(options);
    perfsim::WorkloadOptions workload_options = options.workload_options;
    const bool has_phases = workload_options.settings.erase(cpu_phases) > 0;
    const auto part = workload_options.settings.extract(shared_with_cpus);
    if (part && !has_phases) throw UsageError("--shared says which part of the data CPUs access, and needs --cpu-phases");
    const auto work = made(info, workload_options);
    if (options.threads > 2)
        throw UsageError(
            fmt::format("--threads is {}, and a run has two sides: 1 or 2 is accepted, and more with --sweep", options.threads));
    const auto simulation = options.events ? p.record(options.selection, description, *options.events)
                                           : p.simulate(options.selection, description, options.monitor);
    if (options.threads == 2) {
        const std::string why = !options.timeline.empty() ? "a timeline samples the whole machine"
                                : options.accesses        ? "its memory operations are recorded in order"
                            : options.events          ? "its messages are recorded in order"
                                                          : simulation->use_two_threads();
        if (!why.empty()) std::cerr << "this run takes one thread: " << why << "\n";
    }
    simulation->kernel = info.name;
    simulation->limit = options.limit > 0 ? options.limit : info.usual_limit;
    ProgressReport progress(options.progress);
    std::optional<InterruptWatch> watch;  // while kernels run: making data and checking results do not look at it
    simulation->progress = [&](perfsim::Cycle now) {
        if (options.until_interrupted && !watch) watch.emplace();
        if (watch && InterruptWatch::flag())
            throw perfsim::StuckError(fmt::format("undecided: interrupted after {} cycles", now));
        progress.show("cycles", fmt::format("{:.2f} M cycles", static_cast<double>(now) / 1e6));
        if (options.tick) options.tick();
    };
    SimReport report;
    report.protocol = p.name;
    report.variant = options.selection.variant;
    report.workload = info.name;
    report.machine = description.name;
    report.options = options.workload_options;
    if (!options.timeline.empty()) simulation->timeline = &report.timeline.emplace();
    std::optional<RecordedSimulation> recorded;
    if (options.accesses) recorded.emplace(*simulation, *options.accesses);
    perfsim::Simulation& followed = recorded ? *recorded : *simulation;
    std::optional<perfsim::CpuPhases> phases;
    if (has_phases) described([&] { phases.emplace(followed, part ? std::stod(part.mapped()) / 100 : 1); return 0; });
    // What a workload needs of the machine it can say only when it has one.
    std::string wrong = unless_stuck([&] {
        try {
            described([&] {
                work->run(phases ? *phases : followed);
                if (phases) phases->consume();
            });
        } catch (const perfsim::NoSuchAccess&) {
            report.applies = false;
            throw;
        }
    });
    report.interrupted = watch && InterruptWatch::flag() && !wrong.empty();
    report.finished = wrong.empty();
    watch.reset();
    if (recorded) recorded->end();
    report.seconds = simulation->seconds;
    if (phases) report.cpu_phases = {phases->cycles, phases->stored, phases->loaded, phases->accessed(), phases->shared};
    progress.clear();
    report.statistics = simulation->statistics();
    if (report.timeline) report.timeline->finish(simulation->statistics());
    simulation->timeline = nullptr;  // what a host reads costs no time
    for (const model::Tally& tally : p.loads_in_cache()) {
        auto& line = report.loads_in_cache.emplace_back(perfsim::Counter{tally.name});
        for (const std::string& outcome : tally.outcomes) line.count += report.statistics.outcome(outcome);
    }
    report.counted = work->report();
    report.energy = perfsim::energy_of(report.statistics, energy, description);
    report.work = work->work_done();
    report.judged = simulation->judged().count;
    report.judging = simulation->judged().seconds;
    if (wrong.empty()) wrong = unless_stuck([&] {
        simulation->write_back();
        if (recorded) recorded->final_values();
    });
    if (wrong.empty()) wrong = work->check(simulation->memory());
    report.right = wrong.empty();
    report.result = report.right ? work->success(options.monitor) : wrong;
    return report;
}

NamedMachine whole_machine(const SimOptions& options) {
    if (options.machine.empty()) return {perfsim::paper_machine_text, "paper"};
    if (const char* known = perfsim::library_machine(options.machine)) return {known, options.machine};
    const std::string text = toml_text(options.machine, "machine file", "perfsim/machines/paper.toml");
    return described([&] {
        return NamedMachine{perfsim::whole_machine(text, options.machine, "paper"),
                            perfsim::machine_from(text, options.machine).name};
    });
}

int run_sim(const SimOptions& options) {
    if (!options.shrink.empty() && options.audit.empty())
        throw UsageError("--shrink is for what --audit MODEL forbids: both together are accepted");
    if (!options.sweep.empty() && !(options.log.empty() && options.audit.empty()))
        throw UsageError("--sweep makes many runs, and --log and --audit are for one: either is accepted");
    if (!options.messages.empty() && (options.monitor || !options.sweep.empty()))
        throw UsageError("--messages is for one run without a monitor: " +
                         std::string(options.monitor ? "--monitor" : "--sweep") + " or --messages is accepted");
    if (!options.sweep.empty() && options.idle_keys)
        throw UsageError("--sweep makes many runs, and --idle-keys is for one: either is accepted");
    if (!options.sweep.empty()) return run_sim_sweep(options);
    refuse_unread_keys(options);
    WholeFile json(options.json, "JSON"), svg(options.svg, "SVG");
    TimelineFiles timeline(options.timeline);
    WholeFile shrunk(options.shrink, "smaller log");
    SimOptions alone = options;
    alone.until_interrupted = true;
    AuditedRun audited(options);
    alone.accesses = audited.accesses();
    std::optional<MessagesOfRun> messages;
    if (!options.messages.empty()) alone.events = &messages.emplace(options.messages, protocol(options.protocol));
    // A machine jumps about in its state and in its data. What it does not use of this is never touched.
    constexpr std::size_t for_a_size = std::size_t{1} << 26;
    prefer_large_pages(for_a_size * static_cast<std::size_t>(std::clamp(options.workload_options.size, 4, 64)));
    const SimReport report = simulate(alone);
    if (messages) messages->commit();
    audited.judge(report);
    const IdleKeys keys = options.idle_keys ? idle_keys(options, report) : IdleKeys{};
    const std::vector<UnreadKeys> unread = unread_keys(options, report.statistics);
    const bool silent =
        json.to_output() || audited.to_output() || shrunk.to_output() || (messages && messages->to_output());
    deliver({[&] {
                 if (!silent)
                     say(as_text(report) + as_text(unread, options.protocol) + as_text(keys) + audited.text() +
                         (messages ? messages->text() : ""));
             },
             [&] { svg.commit(as_svg(report)); },
             [&] {
                 nlohmann::json facts = as_json(report);
                 facts["unread"] = nlohmann::json::object();
                 for (const UnreadKeys& u : unread)
                     for (const std::string& key : u.keys) facts["unread"][key] = u.why;
                 if (options.idle_keys) facts["changes_nothing"] = nlohmann::json::array();
                 for (const OwnSetting& setting : keys.idle) facts["changes_nothing"].push_back(setting.key);
                 if (!audited.facts().is_null()) facts["audit"] = audited.facts();
                 if (messages) facts["messages_log"] = messages->facts();
                 json.commit(json_text(facts) + "\n");
             },
             [&] { timeline.write(report); }, [&] { if (!audited.shrunk().empty()) shrunk.commit(audited.shrunk()); }});
    if (!report.right && !report.interrupted) return status_refuted;
    return audited.status() == status_refuted || !report.interrupted ? audited.status() : status_undecided;
}

}  // namespace tandem::apps
