#include "apps/sim/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iostream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/runs_at_once.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/pictures/chart.hpp"
#include "apps/pictures/colours.hpp"
#include "apps/sim/picture.hpp"
#include "apps/sim/report.hpp"
#include "apps/sim/swept.hpp"
#include "perfsim/machine_text.hpp"

namespace tandem::apps {

namespace {

std::string head(const SimSweep& sweep) { return title_of(sweep.runs.front()); }

/// Of work, which the machine may decide.
double speed_of(const SimReport& run, const SimReport& first) {
    return run.work / first.work * static_cast<double>(first.statistics.cycles) / static_cast<double>(run.statistics.cycles);
}

/// A panel of one measure of all runs, from `top` on.
template <class Measure>
void panel(Svg& svg, const SimSweep& sweep, double top, const std::string& name, const Measure& measure) {
    constexpr double left = 80, width = 600, height = 190;
    double greatest = 0;
    for (const SimReport& run : sweep.runs) greatest = std::max(greatest, measure(run));
    const auto [first, last] = std::minmax_element(sweep.values.begin(), sweep.values.end());
    const Axis axis(greatest, top + height, top);
    const Scale scale(*first, *last, left + 12, left + width - 12);
    draw_up(svg, axis, left, left + width, name);
    auto values = sweep.values;
    std::sort(values.begin(), values.end());
    draw_values(svg, scale, values, top + height, left + width / 2, sweep.key);
    const std::string colour = colour_of(sweep.runs.front().protocol, sweep.runs.front().variant);
    Svg::Points points;
    for (const int value : values) {
        const SimReport& run = sweep.runs[static_cast<std::size_t>(std::find(sweep.values.begin(), sweep.values.end(), value) -
                                                                   sweep.values.begin())];
        if (run.right) points.emplace_back(scale.place(value), axis.place(measure(run)));
    }
    svg.curve(points, colour, "");
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const double x = scale.place(sweep.values[i]);
        if (sweep.runs[i].right)
            svg.dot(x, axis.place(measure(sweep.runs[i])), colour, "",
                    fmt::format("{} = {}: {}", sweep.key, sweep.values[i], notation(measure(sweep.runs[i]))));
        else svg.rule(x - 4, axis.from() - 4, x + 4, axis.from() - 12, "ink", "wrong result", sweep.runs[i].result);
    }
}

}  // namespace

SimSweep simulate_sweep(const SimOptions& options) {
    if (!options.timeline.empty())
        throw UsageError("--timeline is about one run, and --sweep about several: one of them is accepted");
    const NamedMachine machine = whole_machine(options);
    Sweep asked = sweep_from(options.sweep, machine.text, machine.name);
    SimSweep sweep{asked.key, asked.values, std::vector<SimReport>(asked.values.size())};
    SimOptions one = options;
    one.progress = ProgressStyle::off;  // of each run
    one.threads = 1;
    std::mutex mutex;
    ProgressReport progress(options.progress);
    std::size_t done = 0;
    work_through(sweep.values.size(), std::min(runs_at_once(options.threads), static_cast<int>(sweep.values.size())),
                 [&](std::size_t i) {
                     auto description =
                         perfsim::machine_from(perfsim::with_setting(machine.text, sweep.key, sweep.values[i]), machine.name);
                     description.name = machine.name;
                     const auto refused = [&](const std::exception& error) {
                         return UsageError("with " + sweep.key + " = " + std::to_string(sweep.values[i]) + ": " + error.what());
                     };
                     try {
                         sweep.runs[i] = simulate(one, description);
                     } catch (const UsageError& error) {
                         throw refused(error);
                     } catch (const std::invalid_argument& error) {  // of a kernel that does not fit on the machine
                         throw refused(error);
                     }
                     const std::lock_guard lock(mutex);
                     progress.show_runs(++done, sweep.values.size(), fmt::format("{} {}", sweep.key, sweep.values[i]));
                 });
    return sweep;
}

std::string as_text(const SimSweep& sweep) {
    const std::size_t width = std::max<std::size_t>(12, sweep.key.size());
    std::string out = head(sweep) + "\n";
    for (const auto& [name, value] : sweep.runs.front().options.settings) out += fmt::format("{} {}\n", name, value);
    out += fmt::format("\n{:<{}} {:>12} {:>8} {:>13} {:>12} {:>8} {:>10} {:>10}  {:<18} {}\n", sweep.key, width, "cycles",
                       "speed", "instructions", "flits", "L1 hits", "DRAM reads", "writes", "waits most for", "result");
    const auto& first = sweep.runs.front();
    const bool grows =
        std::any_of(sweep.runs.begin(), sweep.runs.end(), [&](const SimReport& r) { return r.work != first.work; });
    for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
        const perfsim::Statistics& s = sweep.runs[i].statistics;
        const std::string speed =
            first.right && sweep.runs[i].right && s.cycles > 0 ? fmt::format("{:.3f}", speed_of(sweep.runs[i], first)) : "-";
        out += fmt::format("{:<{}} {:>12} {:>8} {:>13} {:>12} {:>8} {:>10} {:>10}  {:<18} {}\n", sweep.values[i], width, s.cycles,
                           speed, s.instructions, flits_of(s), s.l1_hits, s.dram_reads, s.dram_writes, waits_most_for(s),
                           sweep.runs[i].result);
    }
    out += fmt::format("\nspeed: how many times as fast as with {} = {}. None is given where a result is wrong.\n", sweep.key,
                       sweep.values.front());
    if (grows) {
        out += fmt::format("The machine decides how much work {} is, and speed is work over time. Work, times the first:",
                           first.workload);
        for (std::size_t i = 0; i < sweep.runs.size(); ++i)
            out += fmt::format("{} {:.4g} ({})", i == 0 ? "" : ",", sweep.runs[i].work / first.work, sweep.values[i]);
        out += ".\n";
    }
    const bool alike = !grows && std::all_of(sweep.runs.begin(), sweep.runs.end(), [&](const SimReport& run) {
        return run.statistics.cycles == first.statistics.cycles;
    });
    if (alike && sweep.runs.size() > 1)
        out += fmt::format("All runs take as long: {} has no part in this one, or its values are all large enough.\n", sweep.key);
    return out;
}

nlohmann::json as_json(const SimSweep& sweep) {
    nlohmann::json points = nlohmann::json::array();
    for (std::size_t i = 0; i < sweep.runs.size(); ++i)
        points.push_back({{"value", sweep.values[i]}, {"work", sweep.runs[i].work}, {"report", as_json(sweep.runs[i])}});
    return {{"sweep", sweep.key}, {"points", points}};
}

std::string as_svg(const SimSweep& sweep) {
    Svg svg;
    svg.text(14, 26, head(sweep), Svg::At::start, 15);
    if (std::any_of(sweep.runs.begin(), sweep.runs.end(), [](const SimReport& run) { return !run.right; }))
        draw_legend(svg, 80, 42, 600, {{"wrong result", "", "ink"}});
    panel(svg, sweep, 76, "cycles", [](const SimReport& run) { return static_cast<double>(run.statistics.cycles); });
    panel(svg, sweep, 336, "flits", [](const SimReport& run) { return static_cast<double>(flits_of(run.statistics)); });
    return svg.finish();
}

int run_sim_sweep(const SimOptions& options) {
    WholeFile json(options.json, "JSON"), svg(options.svg, "SVG");
    const SimSweep sweep = simulate_sweep(options);
    deliver({[&] {
                 if (!json.to_output()) say(as_text(sweep));
             },
             [&] { svg.commit(as_svg(sweep)); }, [&] { json.commit(json_text(as_json(sweep)) + "\n"); }});
    return std::all_of(sweep.runs.begin(), sweep.runs.end(), [](const SimReport& run) { return run.right; }) ? status_holds
                                                                                                             : status_refuted;
}

}  // namespace tandem::apps
