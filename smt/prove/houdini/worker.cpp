#include "smt/prove/houdini/worker.hpp"

#include <algorithm>

#include "smt/prove/lifting.hpp"

namespace tandem::smt {

namespace {

/// Several paths of one event, parted by the first condition that not all of them have.
std::vector<std::vector<std::size_t>> parted(const Problem& problem, const std::vector<std::size_t>& paths) {
    const auto condition = [&](std::size_t path, std::size_t at) {
        const auto& all = problem.paths[path].conditions;
        return at < all.size() ? std::optional(all[at]) : std::nullopt;
    };
    const auto alike_at = [&](std::size_t at) {
        const auto first = condition(paths[0], at);
        return first && std::all_of(paths.begin(), paths.end(), [&](std::size_t p) { return condition(p, at) == first; });
    };
    std::size_t at = 0;
    while (alike_at(at)) ++at;
    const bool all_alike = std::none_of(paths.begin(), paths.end(), [&](std::size_t p) { return condition(p, at); });
    std::vector<std::vector<std::size_t>> parts;
    for (const std::size_t p : paths) {
        const auto with_same = [&](const auto& other) { return !all_alike && condition(other[0], at) == condition(p, at); };
        const auto part = std::find_if(parts.begin(), parts.end(), with_same);
        if (part == parts.end()) parts.push_back({p});
        else part->push_back(p);
    }
    return parts;
}

/// What f says, or `unknown` if Z3 stops.
template <class F>
ProofWorker::Outcome unless_stopped(F&& f) try {
    return f();
} catch (const Solver::Stopped&) {
    return ProofWorker::Outcome::unknown;
}

}  // namespace

ProofWorker::ProofWorker(const Problem& problem, Common& common, unsigned limit)
    : problem_(problem), common_(common), limit_(limit), initial_(problem), questions_(problem.events.size()) {
    initial_.set_limit(limit);
}

CounterexampleToInduction ProofWorker::refuting(int claim) const {
    CounterexampleToInduction step = last_;
    step.claim = claim;
    return step;
}

Question& ProofWorker::question_about(int event) {
    asked_ = event;
    auto& question = questions_[static_cast<std::size_t>(event)];
    if (!question) question = std::make_unique<Question>(problem_, limit_);
    return *question;
}

// ---- a clause -------------------------------------------------------------------------------------------------------

ProofWorker::Outcome ProofWorker::discharge(std::size_t o) {
    return unless_stopped([&] { return all_paths_keep(o); });
}

ProofWorker::Outcome ProofWorker::all_paths_keep(std::size_t o) {
    Obligations& obligations = common_.obligations;
    const Clause clause = obligations[o].clause;
    last_.path = asked_ = -1;
    if (const Outcome first = initiation(clause); first != Outcome::proved) return first;
    while (!obligations[o].open.empty()) {
        if (obligations.is_dead(clause)) return Outcome::dropped;
        const std::size_t first = *obligations[o].open.begin();
        const std::vector<Expression> broken = broken_after(problem_, clause, problem_.paths[first]);
        if (const Outcome outcome = kept(o, broken, alike(first, obligations[o])); outcome != Outcome::proved) return outcome;
    }
    return Outcome::proved;
}

/// Whether the clause holds at first.
ProofWorker::Outcome ProofWorker::initiation(const Clause& clause) {
    for (std::size_t which = 0; which < problem_.initial.size(); ++which) {
        std::vector<Expression> facts = facts_at_first(problem_, which);
        const auto first = [&](int v) { return at_first(problem_, which, v); };
        for (const Literal& l : clause.literals) facts.push_back(as_expression(negated(l), first));
        if (std::any_of(facts.begin(), facts.end(), [](const Expression& e) { return e.is(0); })) continue;
        const auto answer = common_.ask(initial_, facts, {});
        if (answer == Solver::Answer::satisfiable) return Outcome::refuted;
        if (answer == Solver::Answer::unknown) return Outcome::unknown;
    }
    return Outcome::proved;
}

/// The open paths of the same event that do the same to the clause.
std::vector<std::size_t> ProofWorker::alike(std::size_t path, const Obligation& obligation) const {
    const Path& first = problem_.paths[path];
    const std::vector<Expression> broken = broken_after(problem_, obligation.clause, first);
    std::vector<std::size_t> found;
    for (const std::size_t p : obligation.open) {
        const Path& other = problem_.paths[p];
        if (other.event == first.event && broken_after(problem_, obligation.clause, other) == broken) found.push_back(p);
    }
    return found;
}

/// Whether these paths, which do the same to an obligation's clause, keep it. What they have in common may suffice, with what is
/// known; or else it may for parts of them.
ProofWorker::Outcome ProofWorker::kept(std::size_t o, const std::vector<Expression>& broken,
                                       const std::vector<std::size_t>& paths) {
    const bool one = paths.size() == 1;
    last_.path = one ? static_cast<int>(paths[0]) : -1;
    Question& question = question_about(problem_.paths[paths[0]].event);
    Question::Together& together = question.together(paths);
    if (one || !together.in_vain()) {
        std::vector<Expression> goal = broken;
        const std::vector<Expression> common = common_conditions(problem_, paths);
        goal.insert(goal.end(), common.begin(), common.end());
        const Clause clause = common_.obligations[o].clause;
        Support support{paths};
        const Effort effort = one ? Effort::all_candidates : Effort::what_is_known;
        const Outcome outcome = excluded(question, goal, &clause, effort, support);
        ++together.tried;
        if (outcome == Outcome::proved) {
            ++together.sufficed;
            support.used.erase(o);
            Obligation& obligation = common_.obligations[o];
            for (const std::size_t p : paths) obligation.open.erase(p);
            obligation.lemmas.push_back(std::move(support));
        }
        if (one || outcome == Outcome::proved) return outcome;
    }
    for (const auto& part : parted(problem_, paths))
        if (const Outcome outcome = kept(o, broken, part); outcome != Outcome::proved) return outcome;
    return Outcome::proved;
}

// ---- a property of steps --------------------------------------------------------------------------------------------

ProofWorker::Outcome ProofWorker::steps(int claim, std::vector<Support>& supports) {
    return unless_stopped([&] { return no_path_breaks(claim, supports); });
}

ProofWorker::Outcome ProofWorker::no_path_breaks(int claim, std::vector<Support>& supports) {
    for (std::size_t p = 0; p < problem_.paths.size(); ++p) {
        const Path& path = problem_.paths[p];
        Support support{{p}};
        bool judged = false;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != claim) continue;
            judged = true;
            std::vector<Expression> goal = path.conditions;
            goal.insert(goal.end(), path.broken[i].begin(), path.broken[i].end());
            last_.path = static_cast<int>(p);
            const Outcome outcome = excluded(question_about(path.event), goal, nullptr, Effort::all_candidates, support);
            if (outcome != Outcome::proved) return outcome;
        }
        if (judged) supports.push_back(std::move(support));
    }
    return Outcome::proved;
}

// ---- a question -----------------------------------------------------------------------------------------------------

/// Whether no state that the obligations and candidates allow satisfies the goal.
ProofWorker::Outcome ProofWorker::excluded(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis,
                                           Effort effort, Support& support) {
    if (std::any_of(goal.begin(), goal.end(), [](const Expression& e) { return e.is(0); })) return Outcome::proved;
    std::vector<int> assumptions;
    if (hypothesis) assumptions.push_back(question.assume(*hypothesis));
    const std::set<int>& helpful = question.helpful(common_.obligations);
    assumptions.insert(assumptions.end(), helpful.begin(), helpful.end());
    for (;;) {
        const Solver::Answer answer = common_.ask(question.solver, goal, assumptions);
        if (answer == Solver::Answer::unknown) return Outcome::unknown;
        if (answer == Solver::Answer::unsatisfiable) {
            if (relied_on(question, goal, assumptions, support)) return Outcome::proved;
            continue;
        }
        if (effort == Effort::what_is_known) return Outcome::refuted;
        const std::vector<Clause> clauses = excluding_what_was_met(question, goal, hypothesis);
        if (clauses.empty()) return Outcome::refuted;
        for (const Clause& clause : clauses) assumptions.push_back(question.assume(clause));
    }
}

/// Z3 has refuted the goal: what that used is to be proved from now on. False if some of it cannot be relied on; then it is
/// assumed no more.
bool ProofWorker::relied_on(Question& question, const std::vector<Expression>& goal, std::vector<int>& assumptions,
                            Support& support) {
    std::vector<int> core = question.solver.core();
    reduce(question, goal, core);
    bool refuted = false;
    for (const int a : core) {
        if (common_.hints.confirmed(question.assumed(a))) continue;
        std::erase(assumptions, a);
        refuted = true;
    }
    if (refuted) return false;
    for (const int a : core) {
        question.note_helpful(a);
        support.used.insert(common_.obligations.need(question.assumed(a), true));
        support.hints.push_back(question.assumed(a));
    }
    return true;
}

/// Leaves out of a refutation the candidates that it can do without.
void ProofWorker::reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core) {
    Obligations& obligations = common_.obligations;
    std::vector<std::pair<int, int>> fresh;
    for (const int a : core)
        if (const Clause& clause = question.assumed(a); !obligations.contains(obligations.least(clause)))
            fresh.emplace_back(-common_.hints.cost(clause), a);
    std::sort(fresh.begin(), fresh.end());
    for (const auto& [cost, a] : fresh) {
        if (std::find(core.begin(), core.end(), a) == core.end()) continue;
        std::vector<int> without = core;
        std::erase(without, a);
        if (common_.ask(question.solver, goal, without) == Solver::Answer::unsatisfiable) core = question.solver.core();
    }
}

/// Z3 has found a step: notes it, and gives clauses that exclude the state before.
std::vector<Clause> ProofWorker::excluding_what_was_met(Question& question, const std::vector<Expression>& goal,
                                                        const Clause* hypothesis) {
    last_.before = last_.after = question.solver.state();
    for (const Assignment& a : problem_.paths[static_cast<std::size_t>(last_.path)].assignments)
        last_.after[static_cast<std::size_t>(a.variable)] = question.solver.value(a.value);
    const bool of_monitor = !hypothesis || common_.hints.mentions_monitor(*hypothesis);
    std::vector<Clause> clauses = common_.hints.excluding(last_.before, of_monitor);
    if (clauses.empty())
        if (const auto clause = learnt(question, goal)) clauses.push_back(*clause);
    return clauses;
}

/// A clause that excludes the state which was met, made of what it has of it that the goal needs; nothing if a sample has that,
/// too.
std::optional<Clause> ProofWorker::learnt(Question& question, const std::vector<Expression>& goal) {
    Hints& hints = common_.hints;
    if (!hints.can_learn()) return std::nullopt;
    std::vector<Literal> facts = hints.facts_of(last_.before);
    const Lifting lifting(problem_, question.solver, goal, last_.before, facts);
    if (common_.ask(question.solver, lifting.question(), lifting.assumptions()) == Solver::Answer::unsatisfiable)
        facts = lifting.sufficient(question.solver.core());
    return hints.learnt_from(facts);
}

}  // namespace tandem::smt
