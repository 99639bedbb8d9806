// Houdini, led by what is to be proved: finds among candidates an inductive invariant that implies the claims.
//
// Flanagan and Leino's Houdini (FME 2001) throws out candidates until the rest is inductive. Here the candidates are very many, and
// nearly all are of no use, so each is tried only when it is needed. To prove a clause over a path, Z3 looks for a state before
// that allows the clause to be broken. Candidates that this state violates are assumed, and what the proof used of them is to be
// proved next. A state that violates no candidate shows that the clause is not inductive, with all candidates to help: the
// clause is thrown out, and what was proved with its help is tried again. The end is the same as Houdini's: a set of candidates
// that together are inductive, or a claim that cannot be proved from any of them, with the step that breaks it.
#pragma once

#include <deque>
#include <functional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "smt/prove/candidates.hpp"
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

struct Proof {
    enum class Verdict : std::uint8_t { proved, not_inductive, undecided };
    std::vector<Verdict> verdicts;             // by claim
    std::vector<Clause> invariant;             // representatives, claims and typing left out
    std::vector<Lemma> lemmas;
    std::vector<CounterexampleToInduction> counterexamples;
    std::string left;                          // undecided: the subgoal that was left
    std::size_t died_in_induction = 0, checks = 0;
};

class Houdini {
public:
    Houdini(const Problem& problem, Candidates* candidates, unsigned limit);
    /// Proves the claims with these numbers, as far as it can. `stop` is asked now and then.
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
        std::set<int> claims;               // that need it
        std::set<std::size_t> open;         // paths that are to be tried
        std::vector<Support> lemmas{};      // that are known
        bool done = false, candidate = true;
    };
    /// An event, and the clauses that questions about it have needed so far.
    struct Question {
        Solver solver;
        std::map<int, Clause> assumed{};    // by the solver's assumption: the instance
        std::unordered_map<Clause, int, ClauseHash> assumption_of{};
        std::set<Clause> helpful{};
    };
    enum class Outcome : std::uint8_t { proved, refuted, unknown };
    enum class Effort : std::uint8_t { what_is_known, all_candidates };

    std::size_t need(const Clause& clause, bool candidate);
    Outcome discharge(std::size_t o);
    Outcome initiation(const Clause& clause);
    Outcome excluded(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, Effort effort, Support& support);
    void reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core);
    std::vector<Clause> blocking(const StateVector& state);
    bool confirmed(const Clause& clause);
    void learn(const StateVector& state);
    std::vector<Literal> family(const Clause& clause) const;
    int merit(const Clause& clause);
    Outcome steps(int claim, std::vector<Support>& supports);
    void kill(std::size_t o);
    void kill_broken();
    StateVector after(const Solver& solver, const Path& path) const;
    Question& question(std::size_t event);
    int assume(Question& question, const Clause& clause) const;
    const Clause& least(const Clause& clause);
    std::vector<std::size_t> alike(std::size_t path, const Obligation& obligation) const;
    Expression now(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].expression; }

    const Problem& problem_;
    Candidates* candidates_;
    unsigned limit_;
    Solver initial_;
    std::vector<Renaming> group_;
    std::vector<Obligation> obligations_;
    std::unordered_map<Clause, Clause, ClauseHash> least_;  // of the images of a clause that was asked for
    std::unordered_map<Clause, std::size_t, ClauseHash> by_clause_;
    std::unordered_set<Clause, ClauseHash> dead_;
    std::map<std::vector<Literal>, int> deaths_of_;  // by family
    std::deque<std::size_t> open_;
    std::vector<std::unique_ptr<Question>> questions_;  // by event
    PathsByVariable paths_of_;
    CounterexampleToInduction last_;
    std::size_t proved_ = 0, checks_ = 0;
    std::string left_;
};

}  // namespace tandem::smt
