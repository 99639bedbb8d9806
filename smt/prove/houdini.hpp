// Houdini, led by what is to be proved: finds among candidates an inductive invariant that implies the claims.
//
// Flanagan and Leino's Houdini (FME 2001) throws out candidates until the rest is inductive. Here the candidates are very many, and
// nearly all are of no use, so each is tried only when it is needed. To prove a clause over a path, Z3 looks for a state before
// that allows the clause to be broken. Candidates that this state violates are assumed, and what the proof used of them is to be
// proved next. A state that violates no candidate shows that the clause is not inductive, with all candidates to help: the
// clause is thrown out, and what was proved with its help is tried again. The end is the same as Houdini's: a set of candidates
// that together are inductive, or a claim that cannot be proved from any of them, with the step that breaks it. Who gives a learner
// has a clause made of such a state (learned.hpp), as long as no sample is like it.
//
// Several workers prove a clause each. All that they know in common is under one lock, which is open only while Z3 thinks; so a clause may have been
// thrown out when Z3 answers, and then what the answer relied on is asked for again. Which candidates are found depends on who is faster.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "smt/prove/candidates.hpp"
#include "smt/prove/learned.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::smt {

/// A step from a state that no candidate excludes to one that breaks a claim.
struct CounterexampleToInduction {
    int claim;
    int path;
    StateVector before, after;
};

/// Why steps do not break a clause of the invariant, or a property of steps: the conditions that the paths have in common, and the hints,
/// rule it out. Anyone can check that who has the problem.
struct Lemma {
    Clause clause;
    int claim = -1;                    // instead of a clause
    std::vector<std::size_t> paths;
    std::vector<Clause> hints;         // of the invariant
};

/// What was still to be shown: that this event keeps this clause; with no clause, that it does not break a property of steps.
struct Subgoal {
    int event = -1;  // -1: that it holds at first
    std::optional<Clause> clause{};
};

struct Proof {
    enum class Verdict : std::uint8_t { proved, not_inductive, undecided };
    std::vector<Verdict> verdicts;             // by claim
    std::vector<Clause> invariant;             // representatives, claims and typing left out
    std::vector<Lemma> lemmas;
    std::vector<CounterexampleToInduction> counterexamples;
    std::size_t suggested = 0, suggested_in_vain = 0;   // clauses, and how many that were tried (of images one) a sample or a step refuted
    std::optional<std::pair<Clause, CounterexampleToInduction>> lost_suggestion;  // the first that a step did
    std::optional<Subgoal> left;               // undecided for want of time, or of an answer from Z3: one that was left
    std::size_t open = 0;                      // how many clauses were, which time did not suffice for
    std::size_t died_in_induction = 0, learnt = 0, checks = 0;
};

class Houdini {
public:
    /// With one worker a run is like the other. What the problem suggests is tried before candidates.
    Houdini(const Problem& problem, Candidates* candidates, unsigned limit, int workers = 1);
    /// To be tried before candidates, instead of what was suggested before: an invariant of a system much like this one.
    void suggest(const std::vector<Clause>& clauses);
    /// What no candidate excludes is learnt from. The learner must outlive this.
    void learn_with(Learner& learner) { learner_ = &learner; }
    /// Proves the claims with these numbers, as far as it can. `stop` is asked now and then, and `progress` is called, by whichever thread works.
    Proof prove(const std::vector<int>& claims, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress);

    std::size_t proved() const { return proved_; }
    std::size_t open() const { return open_.size(); }
    std::size_t dead() const { return dead_.size(); }
    std::size_t checks() const { return checks_; }

private:
    /// What the proof for some paths relied on.
    struct Support {
        std::vector<std::size_t> paths;
        std::set<std::size_t> used;         // obligations
        std::vector<Clause> hints;          // their instances
    };
    struct Obligation {
        Clause clause;                      // a representative
        std::vector<Clause> instances;      // its images
        std::set<int> claims;               // that need it; all need typing
        std::set<std::size_t> open;         // paths that are to be tried
        std::vector<Support> lemmas{};      // that are known
        bool done = false, candidate = true;
    };
    /// How often paths were tried together, and how often what their conditions have in common sufficed.
    struct Together {
        int tried = 0, sufficed = 0;
        bool in_vain() const { return tried >= 4 && 4 * sufficed < tried; }
    };
    /// An event, and the clauses that questions about it have needed so far.
    struct Question {
        Solver solver;
        std::map<int, Clause> assumed{};    // by the solver's assumption: the instance
        std::unordered_map<Clause, int, ClauseHash> assumption_of{};
        std::set<int> helpful{};            // of the assumptions
        std::size_t dead_known = 0;         // clauses that were dead when `helpful` was gone through last
        std::map<std::pair<std::size_t, std::size_t>, Together> together{};  // by the first path, and how many they are
    };
    /// Who proves one clause at a time.
    struct Worker {
        explicit Worker(const Problem& problem) : initial(problem), questions(problem.events.size()) {}
        Solver initial;
        std::vector<std::unique_ptr<Question>> questions;  // by event
        CounterexampleToInduction last;
        int asked = -1;  // event
    };
    struct Busy;
    enum class Outcome : std::uint8_t { proved, refuted, unknown, dropped };
    enum class Effort : std::uint8_t { what_is_known, all_candidates };
    static constexpr int irrelevant = 1000;  // more than any merit

    std::size_t need(const Clause& clause, bool candidate);
    void discharge_all(Worker& worker, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress);
    void settle(Worker& worker, std::size_t o, Outcome outcome);
    Outcome discharge(Worker& worker, std::size_t o);
    template <class F> static Outcome unless_stopped(F&& f);
    Outcome initiation(Worker& worker, const Clause& clause);
    Outcome excluded(Worker& worker, Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, Effort effort, Support& support);
    Solver::Answer ask(Solver& solver, const std::vector<Expression>& facts, const std::vector<int>& assumptions);
    void reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core);
    std::vector<Clause> blocking(const StateVector& state, bool of_monitor);
    std::optional<Clause> learnt(Worker& worker, Question& question, const std::vector<Expression>& goal);
    bool confirmed(const Clause& clause);
    std::vector<Clause> judged_by_samples(const Clause& clause) const;
    bool suggested(const Clause& clause) const { return std::binary_search(suggested_.begin(), suggested_.end(), clause); }
    bool given_up(const Clause& clause);
    void learn(const StateVector& state);
    static std::vector<Literal> family(const Clause& clause);
    int merit(const Clause& clause) const;
    bool mentions_monitor(const Clause& clause) const;
    Outcome steps(Worker& worker, int claim, std::vector<Support>& supports);
    void prove_steps(const std::vector<int>& claims, const std::function<bool()>& stop, std::vector<std::vector<Support>>& supports);
    /// Whether no claim is left that may be proved.
    bool hopeless() const { return claims_ != 0 && lost_.size() == claims_; }
    void kill(std::size_t o);
    void kill_broken(const StateVector& after);
    Question& question(Worker& worker, std::size_t event);
    int assume(Question& question, const Clause& clause) const;
    const Clause& least(const Clause& clause);
    std::vector<std::size_t> alike(std::size_t path, const Obligation& obligation) const;
    Outcome kept(Worker& worker, std::size_t o, const std::vector<Expression>& broken, const std::vector<std::size_t>& paths);
    Expression now(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].expression; }

    const Problem& problem_;
    Candidates* candidates_;
    Learner* learner_ = nullptr;
    unsigned limit_;
    std::vector<std::unique_ptr<Worker>> workers_;
    std::mutex mutex_;  // held by all that does not wait for Z3
    std::condition_variable_any something_open_;
    int busy_ = 0;      // workers that may yet open what is proved
    std::vector<Renaming> group_;
    std::set<int> cleared_;             // names of cores that are sometimes out of use
    std::vector<Clause> suggested_;     // with all images
    std::vector<Obligation> obligations_;
    std::unordered_map<Clause, Clause, ClauseHash> least_;  // of the images of a clause that was asked for
    std::unordered_map<Clause, std::size_t, ClauseHash> by_clause_;
    std::unordered_set<Clause, ClauseHash> dead_;     // obligations
    std::unordered_set<Clause, ClauseHash> refuted_;  // by samples, before they were obligations
    std::map<std::vector<Literal>, int> deaths_of_;  // by family
    std::deque<std::size_t> open_;
    PathsByVariable paths_of_;
    std::size_t proved_ = 0, checks_ = 0;
    Proof proof_;
    std::set<int> lost_;  // claims that have a clause which was not proved
    std::size_t claims_ = 0;
};

}  // namespace tandem::smt
