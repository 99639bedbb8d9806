#include "smt/prove/houdini.hpp"

#include <algorithm>
#include <future>

namespace tandem::smt {

Houdini::Houdini(const Problem& problem, Candidates* candidates, unsigned limit, int workers)
    : problem_(problem), common_(problem, candidates) {
    for (int w = 0; w < workers; ++w) workers_.push_back(std::make_unique<ProofWorker>(problem, common_, limit));
    for (const Clause& clause : problem.typing) common_.obligations.need(clause, false);
    if (candidates) suggest(problem.suggested);
}

Proof Houdini::prove(const std::vector<int>& claims, const Stop& stop, const Progress& progress) {
    need(claims);
    SupportsOfSteps supports(problem_.claims.size());
    for (bool again = true; again && !stop();) {
        std::vector<std::future<void>> others;
        for (std::size_t w = 1; w < workers_.size(); ++w)
            others.push_back(std::async(std::launch::async, [&, w] { discharge_all(*workers_[w], stop, progress); }));
        discharge_all(*workers_[0], stop, progress);
        for (auto& other : others) other.get();
        prove_steps(claims, stop, supports);
        again = open() > 0;
    }
    return conclusion(claims, supports);
}

/// Opens the clauses of the claims, and of typing, which all claims need.
void Houdini::need(const std::vector<int>& claims) {
    claims_ = claims.size();
    proof_.verdicts.assign(problem_.claims.size(), Proof::Verdict::undecided);
    Obligations& obligations = common_.obligations;
    for (const int c : claims)
        for (const auto* clauses : {&problem_.typing, &problem_.claims[static_cast<std::size_t>(c)].clauses})
            for (const Clause& clause : *clauses) obligations[obligations.need(clause, false)].claims.insert(c);
}

/// Counts a worker as busy, whichever way it ends: the others wait for it.
struct Houdini::Busy {
    explicit Busy(Houdini& h) : houdini(h) { ++houdini.busy_; }
    ~Busy() {
        if (--houdini.busy_ == 0) houdini.common_.obligations.wake_all();
    }
    Houdini& houdini;
};

/// Takes what is open until nothing is, and no worker may open more.
void Houdini::discharge_all(ProofWorker& worker, const Stop& stop, const Progress& progress) {
    Obligations& obligations = common_.obligations;
    const std::lock_guard lock(common_.mutex);
    for (;;) {
        obligations.wait(common_.mutex, [&] { return busy_ == 0 || stop(); });
        if (obligations.open() == 0 || stop()) break;
        const std::size_t o = obligations.take();
        if (obligations[o].dead || obligations[o].done) continue;
        progress(*this);
        const Busy busy(*this);
        settle(worker, o, worker.discharge(o));
    }
    obligations.wake_all();
}

/// What becomes of a clause that a worker has looked at.
void Houdini::settle(const ProofWorker& worker, std::size_t o, Outcome outcome) {
    Obligations& obligations = common_.obligations;
    const Clause clause = obligations[o].clause;
    if (outcome == Outcome::dropped || obligations.is_dead(clause)) return;
    if (outcome == Outcome::proved) return obligations.note_proved(o);
    if (outcome == Outcome::unknown) proof_.left = Subgoal{worker.asked(), clause};
    for (const int c : obligations[o].claims) {
        lost_.insert(c);
        if (outcome == Outcome::unknown) continue;
        proof_.counterexamples.push_back(worker.refuting(c));
        proof_.verdicts[static_cast<std::size_t>(c)] = Proof::Verdict::not_inductive;
    }
    const CounterexampleToInduction step = worker.refuting(-1);
    const bool broken_by_step = outcome == Outcome::refuted && step.path >= 0;
    if (common_.hints.was_suggested(clause)) {
        common_.hints.note_in_vain();
        if (!proof_.lost_suggestion && broken_by_step) proof_.lost_suggestion.emplace(clause, step);
    }
    obligations.kill(o);
    if (broken_by_step && common_.hints.has_candidates()) kill_broken(step.after);
    if (hopeless()) obligations.drop_open();
}

/// Houdini's step: all that allows the state before and not the state after is dead, and no candidate will say it again.
void Houdini::kill_broken(const StateVector& after) {
    Obligations& obligations = common_.obligations;
    for (std::size_t o = 0; o < obligations.all().size(); ++o) {
        const Obligation& obligation = obligations[o];
        if (!obligation.candidate || obligation.dead) continue;
        const auto broken = [&](const Clause& c) { return !c.holds(after.data()); };
        if (std::any_of(obligation.instances.begin(), obligation.instances.end(), broken)) obligations.kill(o);
    }
    common_.hints.hold_in(after);
}

/// Tries the properties of steps, of which some may rely on what has been thrown out since.
void Houdini::prove_steps(const std::vector<int>& claims, const Stop& stop, SupportsOfSteps& supports) {
    const std::lock_guard lock(common_.mutex);
    ProofWorker& worker = *workers_[0];
    for (const int claim : claims) {
        const auto c = static_cast<std::size_t>(claim);
        if (!problem_.claims[c].of_steps || stop()) continue;
        if (proof_.verdicts[c] != Proof::Verdict::undecided && !relies_on_dead(supports[c])) continue;
        supports[c].clear();
        const Outcome outcome = worker.steps(claim, supports[c]);
        if (outcome == Outcome::refuted) {
            proof_.counterexamples.push_back(worker.refuting(claim));
            proof_.verdicts[c] = Proof::Verdict::not_inductive;
        } else if (outcome == Outcome::proved) {
            proof_.verdicts[c] = Proof::Verdict::proved;
        } else {
            proof_.left = Subgoal{worker.asked(), {}};
        }
    }
}

bool Houdini::relies_on_dead(const std::vector<Support>& supports) {
    Obligations& obligations = common_.obligations;
    return std::any_of(supports.begin(), supports.end(), [&](const Support& s) {
        const auto dead = [&](std::size_t o) { return obligations[o].dead; };
        return std::any_of(s.used.begin(), s.used.end(), dead);
    });
}

/// The proof, as far as it goes.
Proof Houdini::conclusion(const std::vector<int>& claims, const SupportsOfSteps& supports) {
    const Obligations& obligations = common_.obligations;
    for (const int claim : claims) {
        const auto c = static_cast<std::size_t>(claim);
        Proof::Verdict& verdict = proof_.verdicts[c];
        const bool all_clauses = open() == 0 && !lost_.contains(claim) && !problem_.claims[c].of_steps;
        if (all_clauses && verdict == Proof::Verdict::undecided) verdict = Proof::Verdict::proved;
    }
    for (const Obligation& o : obligations.all()) {
        if (!o.done && !o.dead && !hopeless()) {
            ++proof_.open;
            if (!proof_.left) proof_.left = Subgoal{o.open.empty() ? -1 : problem_.paths[*o.open.begin()].event, o.clause};
        }
        if (!o.done) continue;
        // Others may rely on what was proved of a claim that was not proved as a whole.
        const bool of_lost_claims = std::all_of(o.claims.begin(), o.claims.end(), [&](int c) { return lost_.contains(c); });
        if (o.candidate || of_lost_claims) proof_.invariant.push_back(o.clause);
        for (const Support& lemma : o.lemmas) proof_.lemmas.push_back({o.clause, -1, lemma.paths, lemma.hints});
    }
    for (const int claim : claims)
        for (const Support& lemma : supports[static_cast<std::size_t>(claim)])
            proof_.lemmas.push_back({{}, claim, lemma.paths, lemma.hints});
    proof_.suggested = common_.hints.suggested();
    proof_.suggested_in_vain = common_.hints.in_vain();
    proof_.learnt = common_.hints.learnt();
    proof_.died_in_induction = dead();
    proof_.checks = checks();
    return std::move(proof_);
}

}  // namespace tandem::smt
