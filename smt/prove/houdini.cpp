#include "smt/prove/houdini.hpp"

#include <algorithm>
#include <future>
#include <utility>

#include "smt/prove/lifting.hpp"

namespace tandem::smt {

namespace {

constexpr std::size_t assumed_at_once = 20;  // of the candidates that a state violates
constexpr std::size_t most_learnt = 5'000;

/// Prefers what is short and general.
bool simpler(const Clause& a, const Clause& b) {
    return a.literals.size() != b.literals.size() ? a.literals.size() < b.literals.size() : a < b;
}

/// Several paths of one event, parted by the first condition that not all of them have.
std::vector<std::vector<std::size_t>> parted(const Problem& problem, const std::vector<std::size_t>& paths) {
    const auto condition = [&](std::size_t path, std::size_t at) {
        const auto& all = problem.paths[path].conditions;
        return at < all.size() ? std::optional(all[at]) : std::nullopt;
    };
    std::size_t at = 0;
    while (std::all_of(paths.begin(), paths.end(), [&](std::size_t p) { return condition(p, at) && condition(p, at) == condition(paths[0], at); })) ++at;
    const bool all_alike = !condition(paths[0], at) && std::none_of(paths.begin(), paths.end(), [&](std::size_t p) { return condition(p, at); });
    std::vector<std::vector<std::size_t>> parts;
    for (const std::size_t p : paths) {
        const auto part = std::find_if(parts.begin(), parts.end(), [&](const auto& other) { return !all_alike && condition(other[0], at) == condition(p, at); });
        if (part == parts.end()) parts.push_back({p});
        else part->push_back(p);
    }
    return parts;
}

}  // namespace

Houdini::Houdini(const Problem& problem, Candidates* candidates, unsigned limit, int workers)
    : problem_(problem), candidates_(candidates), limit_(limit), group_(renamings(problem)), cleared_(cleared_core_names(problem)), paths_of_(assigning_paths(problem)) {
    for (int w = 0; w < workers; ++w) workers_.emplace_back(std::make_unique<Worker>(problem))->initial.set_limit(limit);
    for (const Clause& clause : problem.typing) need(clause, false);
    if (candidates) suggest(problem.suggested);
}

void Houdini::suggest(const std::vector<Clause>& clauses) {
    const std::set<Clause> once(clauses.begin(), clauses.end());
    std::set<Clause> images;
    proof_.suggested = once.size();
    for (const Clause& clause : once)
        for (const Renaming& r : group_) images.insert(r.of(clause));
    suggested_.assign(images.begin(), images.end());
}

std::size_t Houdini::need(const Clause& clause, bool candidate) {
    const Clause least = this->least(clause);
    const auto [found, added] = by_clause_.try_emplace(least, obligations_.size());
    if (added) {
        std::set<Clause> images;
        for (const Renaming& r : group_) images.insert(r.of(least));
        obligations_.push_back({least, {images.begin(), images.end()}, {}, concerned(least, paths_of_), {}, false, candidate});
        open_.push_back(found->second);
        something_open_.notify_one();
    }
    return found->second;
}

Houdini::Question& Houdini::question(Worker& worker, std::size_t event) {
    auto& question = worker.questions[event];
    if (!question) {
        question = std::unique_ptr<Question>(new Question{Solver(problem_)});
        question->solver.set_limit(limit_);
    }
    return *question;
}

/// Asks Z3 while others work.
Solver::Answer Houdini::ask(Solver& solver, const std::vector<Expression>& facts, const std::vector<int>& assumptions) {
    ++checks_;
    struct Open {
        std::mutex& mutex;
        explicit Open(std::mutex& m) : mutex(m) { mutex.unlock(); }
        ~Open() { mutex.lock(); }
    } open(mutex_);
    return solver.check(facts, assumptions);
}

/// The least image under renaming; what images have in common is noted with it.
const Clause& Houdini::least(const Clause& clause) {
    const auto found = least_.find(clause);
    return found != least_.end() ? found->second : least_.emplace(clause, representative(clause, group_)).first->second;
}

int Houdini::assume(Question& question, const Clause& clause) const {
    if (const auto known = question.assumption_of.find(clause); known != question.assumption_of.end()) return known->second;
    const int a = question.solver.assumption(as_expression(clause, [&](int v) { return now(v); }));
    question.assumed.try_emplace(a, clause);
    question.assumption_of.emplace(clause, a);
    return a;
}

/// Whether a clause that a proof wants to rely on is an obligation, or holds in all samples; otherwise it is no candidate any more.
bool Houdini::confirmed(const Clause& clause) {
    const Clause& least = this->least(clause);
    if (by_clause_.contains(least)) return !dead_.contains(least);  // another worker may have thrown it out
    if (refuted_.contains(least)) return false;
    for (const Clause& judged : judged_by_samples(clause)) {
        const auto refuting = candidates_->refuting(judged);
        if (!refuting) continue;
        refuted_.insert(least);
        if (suggested(least)) ++proof_.suggested_in_vain;
        learn(*refuting);
        return false;
    }
    return true;
}

/// Samples need not be closed under renaming, and it is enough that they show the clause; but what it says of a name that is cleared is not so of all its images.
std::vector<Clause> Houdini::judged_by_samples(const Clause& clause) const {
    const auto cleared = [&](const Literal& l) { return cleared_.contains(l.a) || cleared_.contains(l.b); };
    if (std::none_of(clause.literals.begin(), clause.literals.end(), cleared)) return {clause};
    std::vector<Clause> judged;
    for (const Renaming& r : group_) judged.push_back(r.of(clause));
    return judged;
}

/// Whether a clause is not to be relied on any more. What a sample refutes is remembered, though candidates learn from it: samples need not refute the
/// images of a suggestion, nor candidates as they see a sample, which is not quite as it is. What is said again would be refuted again, for ever.
bool Houdini::given_up(const Clause& clause) {
    const Clause& least = this->least(clause);
    return dead_.contains(least) || refuted_.contains(least);
}

/// From now on candidates hold in this state and its images.
void Houdini::learn(const StateVector& state) {
    for (const Renaming& r : group_) {
        candidates_->learn(r.of(state));
        if (learner_) learner_->learn(r.of(state));
    }
}

/// Clauses that exclude the state: obligations first, then candidates, the likely ones first.
std::vector<Clause> Houdini::blocking(const StateVector& state, bool of_monitor) {
    std::vector<Clause> known;
    for (const Obligation& o : obligations_) {
        if (dead_.contains(o.clause)) continue;
        for (const Clause& instance : o.instances)
            if (!instance.holds(state.data())) known.push_back(instance);
    }
    if (known.empty())
        for (const Clause& clause : suggested_)
            if (!clause.holds(state.data()) && !given_up(clause)) known.push_back(clause);
    if (!known.empty() || !candidates_) {
        std::sort(known.begin(), known.end(), simpler);
        if (known.size() > assumed_at_once) known.resize(assumed_at_once);
        return known;
    }
    std::vector<Clause> found;
    candidates_->violated(state, found);
    std::vector<std::pair<int, std::size_t>> order;
    for (std::size_t i = 0; i < found.size(); ++i) order.emplace_back(merit(found[i]) + (!of_monitor && mentions_monitor(found[i]) ? irrelevant : 0), i);
    std::sort(order.begin(), order.end());
    for (const auto& [cost, i] : order) {
        if (cost >= irrelevant && !known.empty()) break;
        if (given_up(found[i])) continue;
        known.push_back(std::move(found[i]));
        if (known.size() == assumed_at_once) break;
    }
    return known;
}

/// What a clause compares, whatever it is guarded by; clauses of one family tend to share their fate.
std::vector<Literal> Houdini::family(const Clause& clause) {
    std::vector<Literal> compared;
    for (const Literal& l : clause.literals)
        if (l.a >= 0 && l.b >= 0) compared.push_back(l);
    return compared;
}

/// Lower is better: short clauses, and not of a family that has died often.
int Houdini::merit(const Clause& clause) const {
    const std::vector<Literal> compared = family(clause);
    const auto deaths = compared.empty() ? deaths_of_.end() : deaths_of_.find(compared);
    return static_cast<int>(clause.literals.size() + 2 * compared.size()) + (deaths == deaths_of_.end() ? 0 : 3 * deaths->second);
}

/// The monitor watches and changes nothing: what does not speak of it seldom needs what does.
bool Houdini::mentions_monitor(const Clause& clause) const {
    return std::any_of(clause.literals.begin(), clause.literals.end(), [&](const Literal& l) {
        return std::any_of(problem_.segments.begin(), problem_.segments.end(), [&](const Segment& s) {
            const auto within = [&](int v) { return v >= s.first && v < s.first + s.leaves; };
            return s.kind == Segment::Kind::monitor && (within(l.a) || within(l.b));
        });
    });
}

/// Leaves out of a refutation the candidates that it can do without.
void Houdini::reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core) {
    std::vector<std::pair<int, int>> fresh;
    for (const int a : core)
        if (!by_clause_.contains(least(question.assumed.at(a)))) fresh.emplace_back(-merit(question.assumed.at(a)), a);
    std::sort(fresh.begin(), fresh.end());
    for (const auto& [cost, a] : fresh) {
        if (std::find(core.begin(), core.end(), a) == core.end()) continue;
        std::vector<int> without = core;
        std::erase(without, a);
        if (ask(question.solver, goal, without) == Solver::Answer::unsatisfiable) core = question.solver.core();
    }
}

/// Whether no state that the obligations and candidates allow satisfies the goal.
Houdini::Outcome Houdini::excluded(Worker& worker, Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, Effort effort, Support& support) {
    if (std::any_of(goal.begin(), goal.end(), [](const Expression& e) { return e.is(0); })) return Outcome::proved;
    std::vector<int> assumptions;
    if (hypothesis) assumptions.push_back(assume(question, *hypothesis));
    if (std::exchange(question.dead_known, dead_.size()) < dead_.size())
        std::erase_if(question.helpful, [&](int a) { return dead_.contains(least(question.assumed.at(a))); });
    assumptions.insert(assumptions.end(), question.helpful.begin(), question.helpful.end());
    for (;;) {
        switch (ask(question.solver, goal, assumptions)) {
            case Solver::Answer::unknown: return Outcome::unknown;
            case Solver::Answer::unsatisfiable: {
                std::vector<int> core = question.solver.core();
                reduce(question, goal, core);
                bool refuted = false;
                for (const int a : core)
                    if (const Clause& clause = question.assumed.at(a); !confirmed(clause)) {
                        std::erase(assumptions, a);
                        refuted = true;
                    }
                if (refuted) continue;
                for (const int a : core) {
                    question.helpful.insert(a);
                    support.used.insert(need(question.assumed.at(a), true));
                    support.hints.push_back(question.assumed.at(a));
                }
                return Outcome::proved;
            }
            case Solver::Answer::satisfiable:
                if (effort == Effort::what_is_known) return Outcome::refuted;
        }
        worker.last.before = worker.last.after = question.solver.state();
        for (const Assignment& a : problem_.paths[static_cast<std::size_t>(worker.last.path)].assignments)
            worker.last.after[static_cast<std::size_t>(a.variable)] = question.solver.value(a.value);
        std::vector<Clause> clauses = blocking(worker.last.before, !hypothesis || mentions_monitor(*hypothesis));
        if (clauses.empty())
            if (const auto clause = learnt(worker, question, goal)) clauses.push_back(*clause);
        if (clauses.empty()) return Outcome::refuted;
        for (const Clause& clause : clauses) assumptions.push_back(assume(question, clause));
    }
}

/// A clause that excludes the state which a worker has met, made of what it has of it that the goal needs; nothing if a sample has that, too.
std::optional<Clause> Houdini::learnt(Worker& worker, Question& question, const std::vector<Expression>& goal) {
    if (!learner_ || proof_.learnt >= most_learnt) return std::nullopt;
    std::vector<Literal> facts = learner_->facts_of(worker.last.before);
    const Lifting lifting(problem_, question.solver, goal, worker.last.before, facts);
    if (ask(question.solver, lifting.question(), lifting.assumptions()) == Solver::Answer::unsatisfiable) facts = lifting.sufficient(question.solver.core());
    std::optional<Clause> clause = learner_->excluding(facts);
    if (!clause || given_up(*clause)) return std::nullopt;
    ++proof_.learnt;
    return clause;
}

Houdini::Outcome Houdini::initiation(Worker& worker, const Clause& clause) {
    for (std::size_t which = 0; which < problem_.initial.size(); ++which) {
        std::vector<Expression> facts = facts_at_first(problem_, which);
        for (const Literal& l : clause.literals) facts.push_back(as_expression(negated(l), [&](int v) { return at_first(problem_, which, v); }));
        if (std::any_of(facts.begin(), facts.end(), [](const Expression& e) { return e.is(0); })) continue;
        const auto answer = ask(worker.initial, facts, {});
        if (answer == Solver::Answer::satisfiable) return Outcome::refuted;
        if (answer == Solver::Answer::unknown) return Outcome::unknown;
    }
    return Outcome::proved;
}

/// The open paths of the same event that do the same to the clause.
std::vector<std::size_t> Houdini::alike(std::size_t path, const Obligation& obligation) const {
    const Path& first = problem_.paths[path];
    const std::vector<Expression> broken = broken_after(problem_, obligation.clause, first);
    std::vector<std::size_t> found;
    for (const std::size_t p : obligation.open)
        if (problem_.paths[p].event == first.event && broken_after(problem_, obligation.clause, problem_.paths[p]) == broken) found.push_back(p);
    return found;
}

Houdini::Outcome Houdini::discharge(Worker& worker, std::size_t o) {
    const Clause clause = obligations_[o].clause;
    worker.last.path = worker.asked = -1;
    if (const Outcome first = initiation(worker, clause); first != Outcome::proved) return first;
    while (!obligations_[o].open.empty()) {
        if (dead_.contains(clause)) return Outcome::dropped;
        const std::size_t first = *obligations_[o].open.begin();
        if (const Outcome outcome = kept(worker, o, broken_after(problem_, clause, problem_.paths[first]), alike(first, obligations_[o])); outcome != Outcome::proved) return outcome;
    }
    return Outcome::proved;
}

/// Whether these paths, which do the same to an obligation's clause, keep it. What they have in common may suffice, with what is known; or else it may for parts of them.
Houdini::Outcome Houdini::kept(Worker& worker, std::size_t o, const std::vector<Expression>& broken, const std::vector<std::size_t>& paths) {
    const bool one = paths.size() == 1;
    worker.last.path = one ? static_cast<int>(paths[0]) : -1;
    worker.asked = problem_.paths[paths[0]].event;
    Question& asked = question(worker, static_cast<std::size_t>(worker.asked));
    Together& together = asked.together[{paths[0], paths.size()}];
    if (one || !together.in_vain()) {
        std::vector<Expression> goal = broken;
        const std::vector<Expression> common = common_conditions(problem_, paths);
        goal.insert(goal.end(), common.begin(), common.end());
        const Clause clause = obligations_[o].clause;
        Support support{paths, {}, {}};
        const Outcome outcome = excluded(worker, asked, goal, &clause, one ? Effort::all_candidates : Effort::what_is_known, support);
        ++together.tried;
        if (outcome == Outcome::proved) {
            ++together.sufficed;
            support.used.erase(o);
            for (const std::size_t p : paths) obligations_[o].open.erase(p);
            obligations_[o].lemmas.push_back(std::move(support));
        }
        if (one || outcome == Outcome::proved) return outcome;
    }
    for (const auto& part : parted(problem_, paths))
        if (const Outcome outcome = kept(worker, o, broken, part); outcome != Outcome::proved) return outcome;
    return Outcome::proved;
}

/// Whether no step breaks the claim.
Houdini::Outcome Houdini::steps(Worker& worker, int claim, std::vector<Support>& supports) {
    for (std::size_t p = 0; p < problem_.paths.size(); ++p) {
        const Path& path = problem_.paths[p];
        Support support{{p}, {}, {}};
        bool judged = false;
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != claim) continue;
            judged = true;
            std::vector<Expression> goal = path.conditions;
            goal.insert(goal.end(), path.broken[i].begin(), path.broken[i].end());
            worker.last.path = static_cast<int>(p);
            worker.asked = path.event;
            const Outcome outcome = excluded(worker, question(worker, static_cast<std::size_t>(path.event)), goal, nullptr, Effort::all_candidates, support);
            if (outcome != Outcome::proved) return outcome;
        }
        if (judged) supports.push_back(std::move(support));
    }
    return Outcome::proved;
}

/// The clause is no invariant: what relied on it is open again.
void Houdini::kill(std::size_t dead) {
    dead_.insert(obligations_[dead].clause);
    std::set<std::vector<Literal>> families;
    for (const Clause& instance : obligations_[dead].instances) families.insert(family(instance));
    for (const auto& family : families) ++deaths_of_[family];
    for (std::size_t o = 0; o < obligations_.size(); ++o) {
        Obligation& obligation = obligations_[o];
        for (const Support& lemma : obligation.lemmas)
            if (lemma.used.contains(dead)) obligation.open.insert(lemma.paths.begin(), lemma.paths.end());
        std::erase_if(obligation.lemmas, [&](const Support& lemma) { return lemma.used.contains(dead); });
        if (obligation.open.empty() || !obligation.done) continue;
        obligation.done = false;
        --proved_;
        open_.push_back(o);
        something_open_.notify_one();
    }
}

/// Houdini's step: all that allows the state before and not the state after is dead, and no candidate will say it again.
void Houdini::kill_broken(const StateVector& after) {
    for (std::size_t o = 0; o < obligations_.size(); ++o) {
        const Obligation& obligation = obligations_[o];
        if (!obligation.candidate || dead_.contains(obligation.clause)) continue;
        if (std::any_of(obligation.instances.begin(), obligation.instances.end(), [&](const Clause& c) { return !c.holds(after.data()); })) kill(o);
    }
    learn(after);
}

/// What becomes of a clause that a worker has looked at.
void Houdini::settle(Worker& worker, std::size_t o, Outcome outcome) {
    if (outcome == Outcome::dropped || dead_.contains(obligations_[o].clause)) return;
    if (outcome == Outcome::proved) {
        obligations_[o].done = true;
        ++proved_;
        return;
    }
    if (outcome == Outcome::unknown) proof_.left = Subgoal{worker.asked, obligations_[o].clause};
    for (const int c : obligations_[o].claims) {
        lost_.insert(c);
        if (outcome == Outcome::unknown) continue;
        worker.last.claim = c;
        proof_.counterexamples.push_back(worker.last);
        proof_.verdicts[static_cast<std::size_t>(c)] = Proof::Verdict::not_inductive;
    }
    if (suggested(obligations_[o].clause)) {
        ++proof_.suggested_in_vain;
        if (!proof_.lost_suggestion && outcome == Outcome::refuted && worker.last.path >= 0) proof_.lost_suggestion.emplace(obligations_[o].clause, worker.last);
    }
    kill(o);
    if (outcome == Outcome::refuted && candidates_ && worker.last.path >= 0) kill_broken(worker.last.after);
    if (hopeless()) open_.clear();
}

/// What f says, or `unknown` if Z3 stops.
template <class F>
Houdini::Outcome Houdini::unless_stopped(F&& f) try {
    return f();
} catch (const Solver::Stopped&) {
    return Outcome::unknown;
}

/// Counts a worker as busy, whichever way it ends: the others wait for it.
struct Houdini::Busy {
    explicit Busy(Houdini& h) : houdini(h) { ++houdini.busy_; }
    ~Busy() {
        if (--houdini.busy_ == 0) houdini.something_open_.notify_all();
    }
    Houdini& houdini;
};

/// Takes what is open until nothing is, and no worker may open more.
void Houdini::discharge_all(Worker& worker, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress) {
    const std::lock_guard lock(mutex_);
    for (;;) {
        something_open_.wait(mutex_, [&] { return !open_.empty() || busy_ == 0 || stop(); });
        if (open_.empty() || stop()) break;
        const std::size_t o = open_.front();
        open_.pop_front();
        if (dead_.contains(obligations_[o].clause) || obligations_[o].done) continue;
        progress(*this);
        const Busy busy(*this);
        settle(worker, o, unless_stopped([&] { return discharge(worker, o); }));
    }
    something_open_.notify_all();
}

Proof Houdini::prove(const std::vector<int>& claims, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress) {
    claims_ = claims.size();
    proof_.verdicts.assign(problem_.claims.size(), Proof::Verdict::undecided);
    for (const int c : claims)
        for (const auto* clauses : {&problem_.typing, &problem_.claims[static_cast<std::size_t>(c)].clauses})
            for (const Clause& clause : *clauses) obligations_[need(clause, false)].claims.insert(c);
    std::vector<std::vector<Support>> supports(problem_.claims.size());  // by claim, of properties of steps
    for (bool again = true; again && !stop();) {
        std::vector<std::future<void>> others;
        for (std::size_t w = 1; w < workers_.size(); ++w) others.push_back(std::async(std::launch::async, [&, w] { discharge_all(*workers_[w], stop, progress); }));
        discharge_all(*workers_[0], stop, progress);
        for (auto& other : others) other.get();
        prove_steps(claims, stop, supports);
        again = !open_.empty();
    }
    for (const int claim : claims)
        if (const auto c = static_cast<std::size_t>(claim); open_.empty() && !lost_.contains(claim) && !problem_.claims[c].of_steps && proof_.verdicts[c] == Proof::Verdict::undecided) proof_.verdicts[c] = Proof::Verdict::proved;
    for (const Obligation& o : obligations_) {
        if (!o.done && !dead_.contains(o.clause) && !hopeless()) {
            ++proof_.open;
            if (!proof_.left) proof_.left = Subgoal{o.open.empty() ? -1 : problem_.paths[*o.open.begin()].event, o.clause};
        }
        if (!o.done) continue;
        // Others may rely on what was proved of a claim that was not proved as a whole.
        if (o.candidate || std::all_of(o.claims.begin(), o.claims.end(), [&](int c) { return lost_.contains(c); })) proof_.invariant.push_back(o.clause);
        for (const Support& lemma : o.lemmas) proof_.lemmas.push_back({o.clause, -1, lemma.paths, lemma.hints});
    }
    for (const int claim : claims)
        for (const Support& lemma : supports[static_cast<std::size_t>(claim)]) proof_.lemmas.push_back({{}, claim, lemma.paths, lemma.hints});
    proof_.died_in_induction = dead_.size();
    proof_.checks = checks_;
    return std::move(proof_);
}

/// Tries the properties of steps, of which some may rely on what has been thrown out since.
void Houdini::prove_steps(const std::vector<int>& claims, const std::function<bool()>& stop, std::vector<std::vector<Support>>& supports) {
    const std::lock_guard lock(mutex_);
    Worker& worker = *workers_[0];
    for (const int claim : claims) {
        const auto c = static_cast<std::size_t>(claim);
        if (!problem_.claims[c].of_steps || stop()) continue;
        const bool stale = proof_.verdicts[c] == Proof::Verdict::undecided || std::any_of(supports[c].begin(), supports[c].end(), [&](const Support& s) {
            return std::any_of(s.used.begin(), s.used.end(), [&](std::size_t o) { return dead_.contains(obligations_[o].clause); });
        });
        if (!stale) continue;
        supports[c].clear();
        const Outcome outcome = unless_stopped([&] { return steps(worker, claim, supports[c]); });
        if (outcome == Outcome::refuted) {
            worker.last.claim = claim;
            proof_.counterexamples.push_back(worker.last);
            proof_.verdicts[c] = Proof::Verdict::not_inductive;
        } else if (outcome == Outcome::proved) {
            proof_.verdicts[c] = Proof::Verdict::proved;
        } else {
            proof_.left = Subgoal{worker.asked, {}};
        }
    }
}

}  // namespace tandem::smt
