// Simulated runs for a check (apps/common/simulated_run.hpp).
#include <chrono>

#include "apps/common/shell_word.hpp"
#include "apps/common/simulated_run.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/sim/sim.hpp"
#include "perfsim/stuck_error.hpp"

namespace tandem::apps {

namespace {

/// Runs one workload, as far as the time goes.
class Runs {
public:
    explicit Runs(const SimulatedRunsAsked& asked) : asked_(asked) {}

    SimulatedRun run(const std::string& workload) const {
        SimulatedRun refused{SimulatedRun::End::refused, workload, "", "", 0, 0, 0};
        for (const bool monitored : {true, false})
            for (const char* machine : {"", "soc"}) {
                SimOptions options;
                options.protocol = asked_.protocol;
                options.selection.variant = asked_.variant;
                options.workload = workload;
                options.machine = machine;
                options.monitor = monitored;
                try {
                    return run(options);
                } catch (const UsageError& error) {  // there may be a machine that takes it
                    if (refused.result.empty()) refused.result = error.what(), refused.command = command_of(options);
                }
            }
        return refused;
    }

private:
    std::string command_of(const SimOptions& options) const {
        std::string command = "tandem sim " + asked_.called;
        if (!options.selection.variant.empty()) command += " --variant " + shell_word(options.selection.variant);
        command += " --workload " + options.workload;
        if (!options.machine.empty()) command += " --machine " + options.machine;
        return command + (options.monitor ? " --monitor" : "");
    }

    using Clock = std::chrono::steady_clock;

    SimulatedRun run(SimOptions& options) const {
        bool cut = false;
        options.tick = [&] {
            const bool interrupted = asked_.interrupt && asked_.interrupt->load(std::memory_order_relaxed);
            cut = interrupted ||
                  (asked_.seconds > 0 && std::chrono::duration<double>(Clock::now() - start_).count() > asked_.seconds);
            if (cut) throw perfsim::StuckError(interrupted ? "interrupted" : "the time ran out");
        };
        const SimReport report = simulate(options);
        using End = SimulatedRun::End;
        const End end = cut ? End::cut : !report.applies ? End::refused : report.right ? End::right : End::wrong;
        return {end,           options.workload,         command_of(options), report.result,
                report.judged, report.statistics.cycles, report.seconds};
    }

    const SimulatedRunsAsked& asked_;
    const Clock::time_point start_ = Clock::now();
};

}  // namespace

}  // namespace tandem::apps

extern "C" tandem::apps::SimulatedRuns tandem_simulated_runs;
void tandem_simulated_runs(const tandem::apps::SimulatedRunsAsked& asked, std::vector<tandem::apps::SimulatedRun>& runs) {
    const tandem::apps::Runs one(asked);
    for (const std::string& workload : asked.workloads) {
        if (asked.shows) asked.shows(workload);
        runs.push_back(one.run(workload));
        if (runs.back().end == tandem::apps::SimulatedRun::End::cut) return;
    }
}
