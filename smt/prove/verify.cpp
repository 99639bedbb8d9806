#include "smt/prove/verify.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <map>
#include <set>

#include "smt/prove/solver.hpp"
#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

std::vector<Clause> whole_invariant(const Problem& problem, const std::vector<Clause>& found, const std::vector<int>& claims) {
    std::set<Clause> all;
    const std::vector<Renaming> group = renamings(problem);
    const auto add = [&](const std::vector<Clause>& clauses) {
        for (const Clause& clause : clauses)
            for (const Renaming& r : group) all.insert(r.of(clause));
    };
    add(problem.typing);
    for (const int c : claims) add(problem.claims[static_cast<std::size_t>(c)].clauses);
    add(found);
    return {all.begin(), all.end()};
}

namespace {

Expression some_fails(const std::vector<Clause>& clauses, const std::function<Expression(int)>& value_of) {
    Expression any = 0;
    for (const Clause& clause : clauses) any = disjunction(any, negation(as_expression(clause, value_of)));
    return any;
}

bool holds_at_first(const Problem& problem, const std::vector<Clause>& invariant, unsigned limit) {
    Solver solver(problem);
    solver.set_limit(limit);
    for (std::size_t which = 0; which < problem.initial.size(); ++which) {
        std::vector<Expression> facts = facts_at_first(problem, which);
        facts.push_back(some_fails(invariant, [&](int v) { return at_first(problem, which, v); }));
        if (facts.back().is(0)) continue;
        if (solver.check(facts, {}) != Solver::Answer::unsatisfiable) return false;
    }
    return true;
}

}  // namespace

namespace {

/// Z3 is asked whether they contradict each other.
using FactsOfState = std::vector<Expression>;

/// What lemmas ask. It shares nothing with the search for the invariant but the problem.
class Questions {
public:
    Questions(const Problem& problem, const std::set<Clause>& invariant) : problem_(problem), invariant_(invariant) {}

    /// Nothing if the lemma is about paths that do not go together, or relies on what is no part of the invariant.
    std::optional<std::vector<FactsOfState>> of(const Lemma& lemma) const {
        if (std::any_of(lemma.hints.begin(), lemma.hints.end(), [&](const Clause& hint) { return !invariant_.contains(hint); }))
            return {};
        const Path& first = problem_.paths[lemma.paths[0]];
        if (lemma.claim >= 0) return lemma.paths.size() == 1 ? std::optional(never_broken(lemma, first)) : std::nullopt;
        const std::vector<Expression> broken = broken_after(problem_, lemma.clause, first);
        for (const std::size_t p : lemma.paths)
            if (problem_.paths[p].event != first.event || broken_after(problem_, lemma.clause, problem_.paths[p]) != broken)
                return {};
        FactsOfState facts = common_conditions(problem_, lemma.paths);
        facts.insert(facts.end(), broken.begin(), broken.end());
        facts.push_back(before(lemma.clause));
        return std::vector<FactsOfState>{with_hints(lemma, std::move(facts))};
    }

private:
    Expression before(const Clause& clause) const {
        return as_expression(clause, [&](int v) { return problem_.variables[static_cast<std::size_t>(v)].expression; });
    }
    std::vector<FactsOfState> never_broken(const Lemma& lemma, const Path& path) const {
        std::vector<FactsOfState> all;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != lemma.claim) continue;
            FactsOfState facts = path.conditions;
            facts.insert(facts.end(), path.broken[i].begin(), path.broken[i].end());
            all.push_back(with_hints(lemma, std::move(facts)));
        }
        return all;
    }
    FactsOfState with_hints(const Lemma& lemma, FactsOfState facts) const {
        for (const Clause& hint : lemma.hints) facts.push_back(before(hint));
        return facts;
    }

    const Problem& problem_;
    const std::set<Clause>& invariant_;
};

/// The first event of which a question was not refuted, or -1. Several threads ask, one event each, with a solver for each event.
int undecided_event(const Problem& problem, const std::vector<std::vector<FactsOfState>>& questions, unsigned limit,
                    const std::function<bool()>& stop, int workers) {
    std::atomic<std::size_t> next{0}, first{questions.size()};
    const auto contradictory = [](Solver& solver, const FactsOfState& facts) {
        return std::any_of(facts.begin(), facts.end(), [](const Expression& e) { return e.is(0); }) ||
               solver.check(facts, {}) == Solver::Answer::unsatisfiable;
    };
    const auto work = [&] {
        for (std::size_t e; (e = next++) < questions.size();) {
            Solver solver(problem);
            solver.set_limit(limit);
            if (std::all_of(questions[e].begin(), questions[e].end(),
                            [&](const FactsOfState& facts) { return !stop() && contradictory(solver, facts); }))
                continue;
            for (std::size_t found = first; e < found && !first.compare_exchange_weak(found, e);) {}
        }
    };
    std::vector<std::future<void>> others;
    for (int w = 1; w < workers; ++w) others.push_back(std::async(std::launch::async, work));
    work();
    for (auto& other : others) other.get();
    return first < questions.size() ? static_cast<int>(first) : -1;
}

}  // namespace

std::optional<std::string> flaw(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<Lemma>& lemmas,
                                const std::vector<int>& claims, unsigned limit, const std::function<bool()>& stop, int workers) {
    const std::set<Clause> all(invariant.begin(), invariant.end());
    const std::vector<Renaming> group = renamings(problem);
    for (const Clause& clause : invariant)
        for (const Renaming& r : group)
            if (!all.contains(r.of(clause))) return "it is not symmetric";
    if (!holds_at_first(problem, invariant, limit)) return "an initial state";

    const PathsByVariable assigning = assigning_paths(problem);
    std::map<Clause, std::set<std::size_t>> left;  // of the least image of each clause: the paths that no lemma speaks of yet
    for (const Clause& clause : invariant)
        if (const Clause least = representative(clause, group); least == clause) left[least] = concerned(least, assigning);
    std::map<int, std::set<std::size_t>> steps_left;
    for (const int c : claims)
        for (std::size_t p = 0; p < problem.paths.size(); ++p)
            if (std::find(problem.paths[p].broken_claim.begin(), problem.paths[p].broken_claim.end(), c) !=
                problem.paths[p].broken_claim.end())
                steps_left[c].insert(p);

    const Questions questions(problem, all);
    std::vector<std::vector<FactsOfState>> by_event(problem.events.size());
    for (const Lemma& lemma : lemmas) {
        const auto found = left.find(lemma.clause);
        if (lemma.claim < 0 ? found == left.end() : !steps_left.contains(lemma.claim)) continue;  // not needed for these claims
        if (lemma.paths.empty()) return "a lemma of no paths";
        const auto event = static_cast<std::size_t>(problem.paths[lemma.paths[0]].event);
        const auto asked = questions.of(lemma);
        if (!asked) return problem.events[event].name;
        by_event[event].insert(by_event[event].end(), asked->begin(), asked->end());
        std::set<std::size_t>& paths = lemma.claim < 0 ? found->second : steps_left[lemma.claim];
        for (const std::size_t p : lemma.paths) paths.erase(p);
    }
    const int undecided = undecided_event(problem, by_event, limit, stop, workers);
    if (stop()) return "time ran out";
    if (undecided >= 0) return problem.events[static_cast<std::size_t>(undecided)].name;
    for (const auto& [clause, paths] : left)
        if (!paths.empty())
            return "no lemma for '" + problem.events[static_cast<std::size_t>(problem.paths[*paths.begin()].event)].name + "'";
    for (const auto& [claim, paths] : steps_left)
        if (!paths.empty()) return "no lemma for " + problem.claims[static_cast<std::size_t>(claim)].name;
    return std::nullopt;
}

namespace {

/// Combined in halves: what is combined one by one is as deep as there are facts, and each walk through it as well.
template <class Combine>
Expression in_halves(std::vector<Expression> all, Expression none, const Combine& combine) {
    if (all.empty()) return none;
    while (all.size() > 1) {
        std::vector<Expression> half;
        for (std::size_t i = 0; i < all.size(); i += 2)
            half.push_back(i + 1 < all.size() ? combine(all[i], all[i + 1]) : all[i]);
        all = std::move(half);
    }
    return all[0];
}

/// By path: that it breaks one of the clauses, or a claim of steps. Only one of the clauses that renaming exchanges is asked for.
std::vector<Expression> broken_by_path(const Problem& problem, const std::vector<Clause>& invariant,
                                       const std::vector<Renaming>& group, const std::vector<int>& claims) {
    const auto together = [](const std::vector<Expression>& all) { return in_halves(all, 1, conjunction); };
    std::vector<std::vector<Expression>> ways(problem.paths.size());
    const PathsByVariable assigning = assigning_paths(problem);
    for (const Clause& clause : invariant) {
        if (representative(clause, group) != clause) continue;
        for (const std::size_t p : concerned(clause, assigning))
            ways[p].push_back(together(broken_after(problem, clause, problem.paths[p])));
    }
    for (std::size_t p = 0; p < problem.paths.size(); ++p) {
        const Path& path = problem.paths[p];
        for (std::size_t i = 0; i < path.broken.size(); ++i)
            if (std::find(claims.begin(), claims.end(), path.broken_claim[i]) != claims.end())
                ways[p].push_back(together(path.broken[i]));
    }
    std::vector<Expression> broken;
    for (std::vector<Expression>& all : ways) broken.push_back(in_halves(std::move(all), 0, disjunction));
    return broken;
}

}  // namespace

std::optional<std::size_t> kept_by_each_path(const Problem& problem, const std::vector<Clause>& invariant,
                                             const std::vector<int>& claims, unsigned limit, const std::function<bool()>& stop,
                                             int workers) {
    const std::set<Clause> all(invariant.begin(), invariant.end());
    const std::vector<Renaming> group = renamings(problem);
    for (const Clause& clause : invariant)
        for (const Renaming& r : group)
            if (!all.contains(r.of(clause))) return std::nullopt;
    if (!holds_at_first(problem, invariant, limit)) return std::nullopt;

    const std::vector<Expression> broken = broken_by_path(problem, invariant, group, claims);
    FactsOfState before;
    for (const Clause& clause : invariant)
        before.push_back(
            as_expression(clause, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; }));
    std::atomic<std::size_t> next{0}, asked{0};
    std::atomic<bool> failed{false};
    const auto work = [&] {
        Solver solver(problem);
        solver.set_limit(limit);
        for (const Expression& e : before) solver.require(e);
        for (std::size_t p; !failed && (p = next++) < broken.size();) {
            FactsOfState facts = problem.paths[p].conditions;
            facts.push_back(broken[p]);
            if (std::any_of(facts.begin(), facts.end(), [](const Expression& e) { return e.is(0); })) continue;
            ++asked;
            if (stop() || solver.check(facts, {}) != Solver::Answer::unsatisfiable) failed = true;
        }
    };
    std::vector<std::future<void>> others;
    for (int w = 1; w < workers; ++w) others.push_back(std::async(std::launch::async, work));
    work();
    for (auto& other : others) other.get();
    if (failed) return std::nullopt;
    return asked.load();
}

std::optional<ExcludedSample> excluded(const std::vector<Clause>& invariant, const SampleTable& samples) {
    for (const Clause& clause : invariant) {
        if (SampleTable::tells(clause)) {
            if (const auto sample = samples.refuting(clause, 0, samples.size())) return ExcludedSample{clause, *sample};
            continue;
        }
        for (std::size_t i = 0; i < samples.size(); ++i)
            if (!clause.holds(samples.state(i).data())) return ExcludedSample{clause, i};
    }
    return std::nullopt;
}

}  // namespace tandem::smt
