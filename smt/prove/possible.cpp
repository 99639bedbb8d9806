#include "smt/prove/possible.hpp"

#include <algorithm>
#include <span>

#include "smt/prove/solver.hpp"

namespace tandem::smt {

namespace {

using Paths = std::vector<std::size_t>;

/// Asks about paths of one event together as long as their conditions are the same: where these contradict the invariant, none of
/// the paths is possible.
class Asker {
public:
    Asker(const Problem& problem, const std::vector<Clause>& invariant, unsigned limit, const std::function<bool()>& stop)
        : problem_(problem), solver_(problem), stop_(stop) {
        solver_.set_limit(limit);
        for (const Clause& clause : invariant)
            solver_.require(
                as_expression(clause, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; }));
    }

    /// The paths have their first `alike` conditions in common, of which it is known that they can hold together.
    void ask(const Paths& paths, std::size_t alike, std::vector<Possible>& possible) {
        std::size_t end = alike;
        while (have_in_common(paths, end)) ++end;
        if (end > alike || paths.size() == 1) {
            const auto& conditions = problem_.paths[paths[0]].conditions;
            const auto answer = stop_()
                                    ? Solver::Answer::unknown
                                    : solver_.check(std::span(conditions).first(paths.size() == 1 ? conditions.size() : end), {});
            if (answer == Solver::Answer::unsatisfiable)
                for (const std::size_t p : paths) possible[p] = Possible::no;
            if (paths.size() == 1 && answer == Solver::Answer::satisfiable) possible[paths[0]] = Possible::yes;
            if (paths.size() == 1 || answer == Solver::Answer::unsatisfiable) return;
        }
        for (const Paths& part : parts(paths, end)) ask(part, end, possible);
    }

private:
    /// Its condition number `at`; a path that has no more is apart from all others.
    const Expression* condition(std::size_t path, std::size_t at) const {
        const auto& all = problem_.paths[path].conditions;
        return at < all.size() ? &all[at] : nullptr;
    }
    bool have_in_common(const Paths& paths, std::size_t at) const {
        const Expression* first = condition(paths[0], at);
        return first && std::all_of(paths.begin(), paths.end(),
                                    [&](std::size_t p) { return condition(p, at) && *condition(p, at) == *first; });
    }
    std::vector<Paths> parts(const Paths& paths, std::size_t at) const {
        std::vector<Paths> all;
        for (const std::size_t p : paths) {
            const auto same = std::find_if(all.begin(), all.end(), [&](const Paths& part) {
                return condition(p, at) && condition(part[0], at) && *condition(part[0], at) == *condition(p, at);
            });
            if (same == all.end()) all.push_back({p});
            else same->push_back(p);
        }
        return all;
    }

    const Problem& problem_;
    Solver solver_;
    const std::function<bool()>& stop_;
};

}  // namespace

std::vector<Possible> possible_paths(const Problem& problem, const std::vector<Clause>& invariant, const std::set<int>& taken,
                                     unsigned limit, const std::function<bool()>& stop) {
    std::vector<Possible> possible(problem.paths.size(), Possible::unknown);
    std::vector<Paths> open(problem.events.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        if (taken.contains(static_cast<int>(p))) possible[p] = Possible::yes;
        else open[static_cast<std::size_t>(problem.paths[p].event)].push_back(p);
    Asker asker(problem, invariant, limit, stop);
    for (const Paths& paths : open)
        if (!paths.empty()) asker.ask(paths, 0, possible);
    return possible;
}

std::vector<PathCount> by_outcome(const Problem& problem, const std::vector<Possible>& possible) {
    std::vector<PathCount> counts(problem.outcomes.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        for (std::size_t o = 0; o < counts.size(); ++o)
            if (problem.paths[p].outcomes >> o & 1) counts[o].add(possible[p]);
    return counts;
}

std::vector<PathCount> by_event(const Problem& problem, const std::vector<Possible>& possible) {
    std::vector<PathCount> counts(problem.events.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        counts[static_cast<std::size_t>(problem.paths[p].event)].add(possible[p]);
    return counts;
}

bool begins(const Problem& problem, unsigned limit) {
    Solver solver(problem);
    solver.set_limit(limit);
    for (std::size_t which = 0; which < problem.initial.size(); ++which) {
        std::vector<Expression> facts = facts_at_first(problem, which);
        for (std::size_t v = 0; v < problem.variables.size(); ++v)
            facts.push_back(equal(problem.variables[v].expression, at_first(problem, which, static_cast<int>(v))));
        if (solver.check(facts, {}) == Solver::Answer::satisfiable) return true;
    }
    return false;
}

}  // namespace tandem::smt
