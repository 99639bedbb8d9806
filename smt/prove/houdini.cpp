#include "smt/prove/houdini.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

constexpr std::size_t assumed_at_once = 20;  // of the candidates that a state violates

/// Prefers what is short and general.
bool simpler(const Clause& a, const Clause& b) {
    return a.literals.size() != b.literals.size() ? a.literals.size() < b.literals.size() : a < b;
}

}  // namespace

Houdini::Houdini(const Problem& problem, const Candidates* candidates, unsigned limit)
    : problem_(problem), candidates_(candidates), limit_(limit), initial_(problem), group_(renamings(problem)), paths_of_(problem.variables.size()) {
    initial_.set_limit(limit);
    questions_.resize(problem.events.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        for (const Assignment& a : problem.paths[p].assignments) paths_of_[static_cast<std::size_t>(a.variable)].insert(p);
    for (const Clause& clause : problem.typing) need(clause, false);
}

std::size_t Houdini::need(const Clause& clause, bool candidate) {
    const Clause least = representative(clause, group_);
    const auto [found, added] = by_clause_.try_emplace(least, obligations_.size());
    if (added) {
        std::set<Clause> images;
        std::set<std::size_t> paths;
        for (const Renaming& r : group_) images.insert(r.of(least));
        for (const Literal& l : least.literals)
            for (const int v : {l.a, l.b})
                if (v >= 0) paths.insert(paths_of_[static_cast<std::size_t>(v)].begin(), paths_of_[static_cast<std::size_t>(v)].end());
        obligations_.push_back({least, {images.begin(), images.end()}, {}, paths, {}, false, candidate});
        open_.push_back(found->second);
    }
    return found->second;
}

Houdini::Question& Houdini::question(std::size_t event) {
    if (!questions_[event]) {
        questions_[event] = std::unique_ptr<Question>(new Question{Solver(problem_), {}, {}});
        questions_[event]->solver.set_limit(limit_);
    }
    return *questions_[event];
}

Expression Houdini::later(int variable, const Path& path) const {
    for (const Assignment& a : path.assignments)
        if (a.variable == variable) return a.value;
    return now(variable);
}

int Houdini::assume(Question& question, const Clause& clause) const {
    const int a = question.solver.assumption(as_expression(clause, [&](int v) { return now(v); }));
    question.assumed.try_emplace(a, clause);
    return a;
}

/// Whether a candidate is neither dead nor refuted by a sample that it was not formed from.
bool Houdini::usable(const Clause& clause) {
    const Clause least = representative(clause, group_);
    if (dead_.contains(least)) return false;
    const auto [found, added] = plausible_.try_emplace(least);
    if (added) found->second = candidates_->plausible(clause);
    return found->second;
}

/// Clauses that exclude the state: obligations first, then candidates, the likely ones first.
std::vector<Clause> Houdini::blocking(const StateVector& state) {
    std::vector<Clause> known;
    for (const Obligation& o : obligations_) {
        if (dead_.contains(o.clause)) continue;
        for (const Clause& instance : o.instances)
            if (!instance.holds(state.data())) known.push_back(instance);
    }
    if (!known.empty() || !candidates_) {
        std::sort(known.begin(), known.end(), simpler);
        if (known.size() > assumed_at_once) known.resize(assumed_at_once);
        return known;
    }
    std::vector<Clause> found;
    candidates_->violated(state, found);
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < found.size(); ++i) order.emplace_back(merit(found[i]), i);
    std::sort(order.begin(), order.end());
    for (const auto& [cost, i] : order) {
        if (!usable(found[i])) continue;
        known.push_back(std::move(found[i]));
        if (known.size() == assumed_at_once) break;
    }
    return known;
}

/// What a clause compares, whatever it is guarded by; clauses of one family tend to share their fate.
std::vector<Literal> Houdini::family(const Clause& clause) const {
    std::vector<Literal> compared;
    for (const Literal& l : clause.literals)
        if (l.a >= 0 && l.b >= 0) compared.push_back(l);
    return compared;
}

/// Lower is better: short clauses, and not of a family that has died often.
int Houdini::merit(const Clause& clause) const {
    const std::vector<Literal> compared = family(clause);
    const auto deaths = compared.empty() ? deaths_of_.end() : deaths_of_.find(family(representative(clause, group_)));
    return static_cast<int>(clause.literals.size() + 2 * compared.size()) + (deaths == deaths_of_.end() ? 0 : 3 * deaths->second);
}

/// Leaves out of a refutation the candidates that it can do without.
void Houdini::reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core) {
    std::vector<std::pair<int, int>> fresh;
    for (const int a : core)
        if (!by_clause_.contains(representative(question.assumed.at(a), group_))) fresh.emplace_back(-merit(question.assumed.at(a)), a);
    std::sort(fresh.begin(), fresh.end());
    for (const auto& [cost, a] : fresh) {
        if (std::find(core.begin(), core.end(), a) == core.end()) continue;
        std::vector<int> without = core;
        std::erase(without, a);
        ++checks_;
        if (question.solver.check(goal, without) == Solver::Answer::unsatisfiable) core = question.solver.core();
    }
}

/// Whether no state that the obligations and candidates allow satisfies the goal.
Houdini::Outcome Houdini::excluded(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, std::set<std::size_t>& used) {
    if (std::any_of(goal.begin(), goal.end(), [](const Expression& e) { return e.is(0); })) return Outcome::proved;
    std::vector<int> assumptions;
    if (hypothesis) assumptions.push_back(assume(question, *hypothesis));
    std::erase_if(question.helpful, [&](const Clause& clause) { return dead_.contains(representative(clause, group_)); });
    for (const Clause& clause : question.helpful) assumptions.push_back(assume(question, clause));
    for (;;) {
        ++checks_;
        switch (question.solver.check(goal, assumptions)) {
            case Solver::Answer::unknown: return Outcome::unknown;
            case Solver::Answer::unsatisfiable: {
                std::vector<int> core = question.solver.core();
                reduce(question, goal, core);
                for (const int a : core) {
                    question.helpful.insert(question.assumed.at(a));
                    used.insert(need(question.assumed.at(a), true));
                }
                return Outcome::proved;
            }
            case Solver::Answer::satisfiable: break;
        }
        last_.before = question.solver.state();
        const std::vector<Clause> clauses = blocking(last_.before);
        if (clauses.empty()) return Outcome::refuted;
        for (const Clause& clause : clauses) assumptions.push_back(assume(question, clause));
    }
}

Houdini::Outcome Houdini::initiation(const Clause& clause) {
    for (const StateVector& initial : problem_.initial) {
        Expression broken = 1;
        const auto value = [&](int v) { return initial[static_cast<std::size_t>(v)] < 0 ? now(v) : Expression(initial[static_cast<std::size_t>(v)]); };
        for (const Literal& l : clause.literals) broken = conjunction(broken, as_expression(negated(l), value));
        if (broken.is(0)) continue;
        std::vector<Expression> facts{broken};
        for (std::size_t v = 0; v < initial.size(); ++v)
            if (initial[v] < 0) facts.push_back(negation(equal(now(static_cast<int>(v)), problem_.singled_out)));
        ++checks_;
        const auto answer = initial_.check(facts, {});
        if (answer == Solver::Answer::satisfiable) return Outcome::refuted;
        if (answer == Solver::Answer::unknown) return Outcome::unknown;
    }
    return Outcome::proved;
}

Houdini::Outcome Houdini::discharge(std::size_t o) {
    const Clause clause = obligations_[o].clause;
    if (const Outcome first = initiation(clause); first != Outcome::proved) return first;
    while (!obligations_[o].open.empty()) {
        const std::size_t p = *obligations_[o].open.begin();
        const Path& path = problem_.paths[p];
        std::vector<Expression> goal;
        for (const Literal& l : clause.literals) goal.push_back(as_expression(negated(l), [&](int v) { return later(v, path); }));
        goal.insert(goal.end(), path.conditions.begin(), path.conditions.end());
        std::set<std::size_t> used;
        last_.path = static_cast<int>(p);
        if (const Outcome outcome = excluded(question(static_cast<std::size_t>(path.event)), goal, &clause, used); outcome != Outcome::proved) {
            left_ = problem_.events[static_cast<std::size_t>(path.event)].name;
            return outcome;
        }
        used.erase(o);
        obligations_[o].used[p] = std::move(used);
        obligations_[o].open.erase(p);
    }
    return Outcome::proved;
}

/// Whether no step breaks the claim.
Houdini::Outcome Houdini::steps(int claim, std::set<std::size_t>& used) {
    for (std::size_t p = 0; p < problem_.paths.size(); ++p) {
        const Path& path = problem_.paths[p];
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != claim) continue;
            std::vector<Expression> goal = path.conditions;
            goal.insert(goal.end(), path.broken[i].begin(), path.broken[i].end());
            last_.path = static_cast<int>(p);
            const Outcome outcome = excluded(question(static_cast<std::size_t>(path.event)), goal, nullptr, used);
            if (outcome != Outcome::proved) return outcome;
        }
    }
    return Outcome::proved;
}

/// The clause is no invariant: what relied on it is open again.
void Houdini::kill(std::size_t dead) {
    dead_.insert(obligations_[dead].clause);
    ++deaths_of_[family(obligations_[dead].clause)];
    for (std::size_t o = 0; o < obligations_.size(); ++o) {
        Obligation& obligation = obligations_[o];
        for (const auto& [path, used] : obligation.used)
            if (used.contains(dead)) obligation.open.insert(path);
        if (obligation.open.empty() || !obligation.done) continue;
        obligation.done = false;
        --proved_;
        open_.push_back(o);
    }
}

Proof Houdini::prove(const std::vector<int>& claims, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress) {
    Proof proof;
    proof.verdicts.assign(problem_.claims.size(), Proof::Verdict::undecided);
    for (const int c : claims)
        for (const Clause& clause : problem_.claims[static_cast<std::size_t>(c)].clauses) obligations_[need(clause, false)].claims.insert(c);
    std::vector<std::set<std::size_t>> used(problem_.claims.size());
    std::set<int> lost;  // claims that have a clause which was not proved
    bool again = true;
    while (again && !stop()) {
        while (!open_.empty() && !stop()) {
            const std::size_t o = open_.front();
            open_.pop_front();
            if (dead_.contains(obligations_[o].clause) || obligations_[o].done) continue;
            progress(*this);
            const Outcome outcome = discharge(o);
            if (outcome == Outcome::proved) {
                obligations_[o].done = true;
                ++proved_;
            } else {
                if (outcome == Outcome::unknown) proof.left = left_;
                for (const int c : obligations_[o].claims) {
                    lost.insert(c);
                    if (outcome == Outcome::unknown) continue;
                    last_.claim = c;
                    proof.counterexamples.push_back(last_);
                    proof.verdicts[static_cast<std::size_t>(c)] = Proof::Verdict::not_inductive;
                }
                kill(o);
            }
        }
        again = false;
        for (const int claim : claims) {
            const auto c = static_cast<std::size_t>(claim);
            if (!problem_.claims[c].of_steps || stop()) continue;
            const bool stale = used[c].empty() || std::any_of(used[c].begin(), used[c].end(), [&](std::size_t o) { return dead_.contains(obligations_[o].clause); });
            if (!stale) continue;
            used[c].clear();
            const Outcome outcome = steps(static_cast<int>(c), used[c]);
            if (outcome == Outcome::refuted) {
                last_.claim = static_cast<int>(c);
                proof.counterexamples.push_back(last_);
                proof.verdicts[c] = Proof::Verdict::not_inductive;
            } else if (outcome == Outcome::proved) {
                proof.verdicts[c] = Proof::Verdict::proved;
            }
        }
        again = !open_.empty();
    }
    for (const int claim : claims)
        if (const auto c = static_cast<std::size_t>(claim); open_.empty() && !lost.contains(claim) && !problem_.claims[c].of_steps && proof.verdicts[c] == Proof::Verdict::undecided) proof.verdicts[c] = Proof::Verdict::proved;
    for (const Obligation& o : obligations_)
        if (o.candidate && o.done) proof.invariant.push_back(o.clause);
    proof.died_in_induction = dead_.size();
    proof.checks = checks_;
    return proof;
}

}  // namespace tandem::smt
