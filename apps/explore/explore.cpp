// The work of an exploration, divided among the processors: first the systems that can tell, then all verdicts and runs.
#include "apps/explore/explore.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <chrono>
#include <functional>
#include <mutex>
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/common/work_queue.hpp"
#include "apps/explore/effects.hpp"
#include "apps/explore/judge.hpp"
#include "apps/explore/report.hpp"
#include "apps/explore/timing.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

/// Pieces of work, with one line that shows how far they are.
class SharedWork {
public:
    SharedWork(ProgressStyle style, int threads) : progress_(style), threads_(threads) {}

    void add(std::string name, std::function<void()> piece) { pieces_.emplace_back(std::move(name), std::move(piece)); }
    void run() {
        std::size_t done = 0;
        work_through(pieces_.size(), std::min(threads_, static_cast<int>(pieces_.size())), [&](std::size_t i) {
            pieces_[i].second();
            const std::lock_guard lock(mutex_);
            progress_.show_runs(++done, pieces_.size(), pieces_[i].first);
        });
        progress_.clear();
        pieces_.clear();
    }

private:
    ProgressReport progress_;
    int threads_;
    std::mutex mutex_;
    std::vector<std::pair<std::string, std::function<void()>>> pieces_;
};

void refuse_what_has_no_meaning(const ExploreOptions& options) {
    require_each_once(options.workloads, "--workload");
    require_each_once(options.choices, "--choices");
    require_each_once(options.with, "--with");
    if (!options.simulate && (!options.workloads.empty() || !options.sweeps.empty() || !options.lease.empty()))
        throw UsageError("--no-sim simulates nothing: without it --workload, --sweep and --lease are accepted");
    if (!options.simulate && !options.svg.empty())
        throw UsageError("--svg draws what combinations cost: without --no-sim it is accepted");
}

/// The sims of a space, before any has run.
void add_rows(DesignSpace& space, bool simulate) {
    for (std::size_t c = 0; c < space.combinations.size(); ++c)
        for (std::size_t p = 0; p < space.points.size(); ++p) {
            ExploredRow row{c, p, {}, {}, false};
            if (simulate) row.runs.resize(space.workloads.size());
            space.rows.push_back(std::move(row));
        }
}

}  // namespace

bool DesignSpace::as_promised() const {
    for (std::size_t c = 0; c < combinations.size(); ++c)
        if (combinations[c].promises() && verdicts[c].verdict == Verdict::refuted) return false;
    return std::none_of(rows.begin(), rows.end(), [&](const ExploredRow& row) {
        return combinations[row.combination].promises() &&
               std::any_of(row.runs.begin(), row.runs.end(), [](const TimedRun& run) { return run.done && !run.right; });
    });
}

std::vector<std::string> DesignSpace::words_of(const ExploredRow& row) const {
    std::vector<std::string> words;
    const Combination& combination = combinations[row.combination];
    for (std::size_t c = 0; c < choices.size(); ++c)
        words.push_back(combination.moot[c] ? "-" : choices[c].alternatives[combination.chosen[c]].name);
    for (const int value : points[row.point].values) words.push_back(std::to_string(value));
    return words;
}

DesignSpace explore(const ExploreOptions& options) {
    const auto begun = std::chrono::steady_clock::now();
    refuse_what_has_no_meaning(options);
    const Protocol& text = protocol(options.protocol);
    const Combinations walked = combinations_of(text, options.choices, options.variant, options.with);
    const int threads = threads_or_all(options.threads);
    KeptResults results(options.results.empty() ? usual_results_file() : options.results, options.anew);
    JudgedSystems judged(text, results,
                         std::max<std::size_t>(bytes_of(options.memory) / static_cast<std::size_t>(threads), 1 << 20),
                         options.search_seconds, options.seconds);

    DesignSpace space;
    space.protocol = text.name;
    space.choices = walked.choices;
    space.fixed = walked.fixed;
    space.combinations = walked.all;
    space.none = walked.none;
    space.results = results.file();
    space.proofs = options.prove;
    space.verdicts.resize(space.combinations.size());
    space.points.emplace_back();
    space.workload_options = options.sim.workload_options;
    std::optional<TimedRuns> timed;
    if (options.simulate) {
        SimOptions sim = options.sim;
        sim.machine = machine_for(text, walked.all, options.sim);
        MachinePoints machines = machine_points(options, sim);
        space.machine = machines.machine;
        space.sweep_keys = machines.keys;
        space.points = std::move(machines.points);
        space.workloads = options.workloads.empty() ? usual_workloads() : options.workloads;
        timed.emplace(text, space.workloads, sim, results, judged);
    }
    add_rows(space, options.simulate);

    const InterruptWatch watch;
    SharedWork work(options.progress, threads);
    const std::vector<TellingSystem> tried = systems_to_try(text);
    for (const std::string& word : listed_as_broken(text)) space.breakages.push_back({word, ""});
    for (Breakage& breakage : space.breakages)
        work.add("where " + breakage.word + " shows", [&] { breakage = breakage_of(text, breakage.word, tried, judged); });
    work.run();
    space.systems = telling(tried, space.breakages);
    std::erase_if(space.systems, [&](const TellingSystem& system) {
        return std::none_of(space.combinations.begin(), space.combinations.end(),
                            [&](const Combination& combination) { return is_for(text, system, combination); });
    });
    for (Combination& combination : space.combinations)
        for (const TellingSystem& system : space.systems)
            if (with_room_to_overtake(text, combination.variant, system.shape) != system.shape)
                space.overtaking = combination.overtakes = true;
    // Verdicts first: a search takes longer than a run.
    for (std::size_t c = 0; c < space.combinations.size(); ++c)
        work.add("verdict of " + space.combinations[c].variant,
                 [&, c] { space.verdicts[c] = judged.judge(space.combinations[c], space.systems, tried); });
    for (ExploredRow& row : space.rows)
        for (std::size_t w = 0; w < row.runs.size(); ++w)
            work.add(space.workloads[w] + " on " + space.combinations[row.combination].variant, [&, w] {
                row.runs[w] =
                    timed->run(space.combinations[row.combination].variant, space.points[row.point], space.workloads[w]);
            });
    work.run();
    if (options.prove)
        for (std::size_t c = 0; c < space.combinations.size(); ++c)
            if (space.verdicts[c].verdict != Verdict::refuted)
                work.add("proof of " + space.combinations[c].variant,
                         [&, c] { space.verdicts[c].proof = judged.prove(space.combinations[c]); });
    work.run();
    rank(space);
    space.effects = effects_of(space);
    space.judged_now = judged.now, space.judged_before = judged.before;
    space.proved_now = judged.proved_now, space.proved_before = judged.proved_before;
    if (timed) space.timed_now = timed->now, space.timed_before = timed->before;
    space.complete =
        std::none_of(space.verdicts.begin(), space.verdicts.end(),
                     [](const CombinationVerdict& v) { return v.why == time_ran_out; }) &&
        std::none_of(space.rows.begin(), space.rows.end(), [](const ExploredRow& row) { return row.no_cost() == time_ran_out; });
    space.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count();
    return space;
}

int run_explore(const ExploreOptions& options) {
    WholeFile json(options.json, "JSON"), html(options.html, "HTML"), svg(options.svg, "SVG");
    const DesignSpace space = explore(options);
    const std::string command = command_of(options);
    deliver({[&] {
                 if (!json.to_output()) tell(space);
             },
             [&] { json.commit(json_text(as_json(space)) + "\n"); }, [&] { svg.commit(as_svg(space, options.against)); },
             [&] { html.commit(as_page(space, command)); }});
    const bool undecided = std::any_of(space.verdicts.begin(), space.verdicts.end(),
                                       [](const CombinationVerdict& v) { return v.verdict == Verdict::undecided; });
    if (!space.as_promised()) return status_refuted;
    return undecided || !space.complete ? status_undecided : status_holds;
}

}  // namespace tandem::apps
