#include "apps/prove/any_run.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/common/terminal.hpp"
#include "apps/common/work_queue.hpp"
#include "smt/prove/any/claims.hpp"
#include "smt/prove/any/path_text.hpp"
#include "smt/prove/readable.hpp"

namespace tandem::apps {

namespace {

constexpr unsigned work_of_question = 400'000'000;
constexpr std::size_t sampled_less = 50;  // suggestions need fewer samples than candidates, which are formed of them

/// The step that shows why a check fails.
std::vector<std::string> told(const smt::Problem& problem, const smt::CounterexampleToInduction& step) {
    std::vector<std::string> lines{"In this state, which the clauses allow:"};
    for (const std::string& line : smt::readable(problem, step.before)) lines.push_back("    " + line);
    const smt::Path& path = problem.paths[static_cast<std::size_t>(step.path)];
    lines.push_back(
        fmt::format("  {}  ({})", problem.events[static_cast<std::size_t>(path.event)].name, smt::outcomes_of(problem, path)));
    for (std::size_t v = 0; v < step.before.size(); ++v)
        if (const int was = step.before[v], is = step.after[v]; was != is)
            lines.push_back(fmt::format("         {} = {} (was {})", problem.variables[v].name,
                                        smt::readable(problem, static_cast<int>(v), is),
                                        smt::readable(problem, static_cast<int>(v), was)));
    return lines;
}

}  // namespace

AnyRun::AnyRun(const ProveOptions& asked, const Protocol& of)
    : options(asked),
      text(of),
      words(words_of(of)),
      any(any_sorts(*asked.any, of, asked.selection.shape)),
      effort{work_of_question, threads_or_all(asked.threads), std::max<std::size_t>(asked.samples / sampled_less, 100),
             [this] { return stop(); }} {
    for (const std::size_t s : any) report.sorts.push_back(words[s]);
    report.system = text.describe(options.selection);
}

double AnyRun::elapsed() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start_).count(); }

bool AnyRun::stop() const { return InterruptWatch::flag() || (options.seconds > 0 && elapsed() > options.seconds); }

std::set<std::string> AnyRun::refuted() const {
    std::set<std::string> names;
    for (const RefutedAt& r : report.refuted) names.insert(r.refutation.property);
    return names;
}

Selection AnyRun::selection(const smt::any::BySort& extents) const {
    smt::any::BySort said = extents;
    for (const std::size_t s : any) said[s] = std::min(said[s], model::Concrete::max_extent);
    for (;;) {
        Selection selection{.variant = options.selection.variant};
        for (const std::size_t s : any)
            if (said[s] < extents[s]) selection.names[s] = extents[s];
        selection.shape = with_extents(options.selection.shape, any, said, words);
        try {
            static_cast<void>(text.describe(selection));
            return selection;
        } catch (const UsageError&) {  // settings accept what a search has room for: a relation may have more
            const auto most = *std::max_element(any.begin(), any.end(), [&](auto s, auto t) { return said[s] < said[t]; });
            if (said[most] == 1) throw;
            --said[most];
        }
    }
}

std::unique_ptr<smt::any::Size> AnyRun::size(const smt::any::BySort& extents) const {
    auto made = std::make_unique<smt::any::Size>(text.problem(selection(extents), smt::Limits::none));
    if (options.alter) options.alter(made->problem);
    smt::any::claim_ranges(made->problem);
    smt::any::forget_unused_names(made->problem);
    return made;
}

bool AnyRun::fail(const std::string& why) {
    report.failure = why;
    return false;
}

bool AnyRun::fail(const std::string& why, const smt::any::Size& size, const std::optional<smt::CounterexampleToInduction>& step) {
    if (step && step->path >= 0) report.run = told(size.problem, *step);
    return fail(why);
}

bool AnyRun::tells_pointers_apart(const smt::any::Quantified& clause) const {
    return std::any_of(any.begin(), any.end(), [&](std::size_t s) { return smt::any::tells_pointers_apart(clause, s); });
}

}  // namespace tandem::apps
