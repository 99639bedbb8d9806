#include "apps/check/simulated.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/command_of.hpp"
#include "apps/common/library_of_commands.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "engines/modules.hpp"

/// Null where the library of commands is not part of the program.
extern "C" [[gnu::weak]] tandem::apps::SimulatedRuns tandem_simulated_runs;

namespace tandem::apps {

namespace {

/// Locks and contended blocks, shared frontiers, and warps that wait for each other's flags. The last two stand in where a
/// protocol has no such accesses.
constexpr std::array<const char*, 5> workloads{"hash", "bfs", "stencil", "sssp", "triad"};
constexpr std::size_t enough_runs = 3;

SimulatedRuns* simulator() {
    if (tandem_simulated_runs) return tandem_simulated_runs;
    const auto library = library_of_commands();
    if (std::error_code error; !std::filesystem::exists(library, error)) throw UsageError("the simulator is not built");
    return reinterpret_cast<SimulatedRuns*>(engines::function_in(library, "tandem_simulated_runs"));
}

std::vector<std::string> of(const SimulatedReport& report, SimulatedRun::End end) {
    std::vector<std::string> names;
    for (const SimulatedRun& run : report.runs)
        if (run.end == end) names.push_back(run.workload);
    return names;
}

constexpr std::array<const char*, 4> ends{"right", "wrong", "cut", "refused"};

}  // namespace

checker::Verdict SimulatedReport::verdict() const {
    const bool wrong = std::any_of(runs.begin(), runs.end(), [](const auto& run) { return run.end == SimulatedRun::End::wrong; });
    return wrong ? checker::Verdict::refuted : checker::Verdict::holds;
}

SimulatedReport simulated_runs(const CheckOptions& options, Engines& engines) {
    SimulatedReport report;
    try {
        SimulatedRuns* const simulate = simulator();
        static_cast<void>(engines.text.loaded(engines::Part::simulation));
        for (const char* workload : workloads) {
            SimulatedRunsAsked asked{options.protocol, options.selection.variant, {workload}, called(options.protocol)};
            asked.seconds = engines.seconds_left();
            asked.interrupt = &InterruptWatch::flag();
            asked.shows = [&](const std::string& what) { engines.progress.show("simulated", what); };
            simulate(asked, report.runs);
            const SimulatedRun::End end = report.runs.back().end;
            if (end == SimulatedRun::End::wrong || end == SimulatedRun::End::cut) break;
            if (of(report, SimulatedRun::End::right).size() == enough_runs) break;
        }
    } catch (const UsageError& error) {
        report.not_run = error.what();
    }
    engines.progress.clear();
    return report;
}

std::string as_text(const SimulatedReport& report) {
    if (!report.not_run.empty()) return "No simulated runs: " + report.not_run + "\n";
    std::string out;
    std::uint64_t judged = 0;
    double seconds = 0;
    for (const SimulatedRun& run : report.runs) {
        judged += run.judged, seconds += run.seconds;
        if (run.end == SimulatedRun::End::wrong)
            out += fmt::format("\nA simulated run is wrong: {}\n    {}\n", run.result, run.command);
    }
    if (const auto right = of(report, SimulatedRun::End::right); !right.empty())
        out += fmt::format(
            "And {} simulated ({}): nothing found ({:.1f} s)\n", join(right, ", "),
            judged > 0 ? fmt::format("the monitor judged {} times", judged) : "without a monitor, their results alone", seconds);
    const auto first = [&](SimulatedRun::End end) {
        return std::find_if(report.runs.begin(), report.runs.end(), [&](const SimulatedRun& run) { return run.end == end; });
    };
    if (const auto refused = first(SimulatedRun::End::refused);
        refused != report.runs.end() && of(report, SimulatedRun::End::right).size() < enough_runs)
        out += fmt::format("{} not simulated: {}\n", join(of(report, SimulatedRun::End::refused), ", "), refused->result);
    if (const auto cut = first(SimulatedRun::End::cut); cut != report.runs.end())
        out += fmt::format("{} simulated in part: {}\n", cut->workload, cut->result);
    return out;
}

nlohmann::json as_json(const SimulatedReport& report) {
    nlohmann::json runs = nlohmann::json::array();
    for (const SimulatedRun& run : report.runs)
        runs.push_back({{"workload", run.workload},
                        {"end", ends[static_cast<std::size_t>(run.end)]},
                        {"result", run.result},
                        {"command", run.command},
                        {"judged", run.judged},
                        {"cycles", run.cycles},
                        {"seconds", run.seconds}});
    nlohmann::json out{{"runs", runs}};
    if (!report.not_run.empty()) out["not_run"] = report.not_run;
    return out;
}

}  // namespace tandem::apps
