// Houdini, led by what is to be proved: finds among candidates an inductive invariant that implies the claims.
//
// Flanagan and Leino's Houdini (FME 2001) throws out candidates until the rest is inductive. Here the candidates are very many,
// and nearly all are of no use, so each is tried only when it is needed. To prove a clause over a path, Z3 looks for a state
// before that allows the clause to be broken. Candidates that this state violates are assumed, and what the proof used of them is
// to be proved next. A state that violates no candidate shows that the clause is not inductive, with all candidates to help: the
// clause is thrown out, and what was proved with its help is tried again. The end is the same as Houdini's: a set of candidates
// that together are inductive, or a claim that cannot be proved from any of them, with the step that breaks it. Who gives a
// learner has a clause made of such a state (learned.hpp), as long as no sample is like it.
//
// Several workers prove a clause each (houdini/worker.hpp). What they know in common is under one lock (houdini/common.hpp): the
// clauses that are needed (houdini/obligations.hpp), and those that may help (houdini/hints.hpp). Which candidates are found
// depends on who is faster.
#pragma once

#include <functional>

#include "smt/prove/houdini/worker.hpp"

namespace tandem::smt {

class Houdini {
public:
    using Stop = std::function<bool()>;
    using Progress = std::function<void(const Houdini&)>;

    /// With one worker a run is like the other. What the problem suggests is tried before candidates.
    Houdini(const Problem& problem, Candidates* candidates, unsigned limit, int workers = 1);
    /// To be tried before candidates, instead of what was suggested before: an invariant of a system much like this one.
    void suggest(const std::vector<Clause>& clauses) { common_.hints.suggest(clauses); }
    /// To be tried with candidates, made for a state that they have to exclude.
    void make_with(Hints::Maker maker) { common_.hints.make_with(std::move(maker)); }
    /// Clauses that share a fate.
    void tie(Kin kin) { common_.obligations.tie(std::move(kin)); }
    /// What no candidate excludes is learnt from. The learner must outlive this.
    void learn_with(Learner& learner) { common_.hints.learn_with(learner); }
    /// Proves the claims with these numbers, as far as it can. `stop` is asked now and then, and `progress` is called, by
    /// whichever thread works.
    Proof prove(const std::vector<int>& claims, const Stop& stop, const Progress& progress);

    std::size_t proved() const { return common_.obligations.proved(); }
    std::size_t open() const { return common_.obligations.open(); }
    std::size_t dead() const { return common_.obligations.dead(); }
    std::size_t checks() const { return common_.checks; }

private:
    struct Busy;
    using Outcome = ProofWorker::Outcome;
    using SupportsOfSteps = std::vector<std::vector<Support>>;  // by claim; of properties of steps

    void need(const std::vector<int>& claims);
    void discharge_all(ProofWorker& worker, const Stop& stop, const Progress& progress);
    void settle(const ProofWorker& worker, std::size_t o, Outcome outcome);
    void kill_broken(const StateVector& after);
    void prove_steps(const std::vector<int>& claims, const Stop& stop, SupportsOfSteps& supports);
    bool relies_on_dead(const std::vector<Support>& supports);
    Proof conclusion(const std::vector<int>& claims, const SupportsOfSteps& supports);
    /// Whether no claim is left that may be proved.
    bool hopeless() const { return claims_ != 0 && lost_.size() == claims_; }

    const Problem& problem_;
    Common common_;
    std::vector<std::unique_ptr<ProofWorker>> workers_;
    int busy_ = 0;        // workers that may yet open what is proved
    std::size_t claims_ = 0;
    std::set<int> lost_;  // claims that have a clause which was not proved
    Proof proof_;
};

}  // namespace tandem::smt
