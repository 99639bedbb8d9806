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

#include "smt/prove/candidates.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::smt {

/// A step from a state that no candidate excludes to one that breaks a claim.
struct CounterexampleToInduction {
    int claim;
    int path;
    StateVector before, after;
};

struct Proof {
    enum class Verdict : std::uint8_t { proved, not_inductive, undecided };
    std::vector<Verdict> verdicts;             // by claim
    std::vector<Clause> invariant;             // representatives, claims and typing left out
    std::vector<CounterexampleToInduction> counterexamples;
    std::string left;                          // undecided: the subgoal that was left
    std::size_t died_in_induction = 0, checks = 0;
};

class Houdini {
public:
    Houdini(const Problem& problem, const Candidates* candidates, unsigned limit);
    /// Proves the claims with these numbers, as far as it can. `stop` is asked now and then.
    Proof prove(const std::vector<int>& claims, const std::function<bool()>& stop, const std::function<void(const Houdini&)>& progress);

    std::size_t proved() const { return proved_; }
    std::size_t open() const { return open_.size(); }
    std::size_t dead() const { return dead_.size(); }
    std::size_t checks() const { return checks_; }

private:
    struct Obligation {
        Clause clause;                      // a representative
        std::vector<Clause> instances;      // its images
        std::set<int> claims;               // that need it
        std::set<std::size_t> open;         // paths that are to be tried
        std::map<std::size_t, std::set<std::size_t>> used;  // by path: obligations that the proof relied on
        bool done = false, candidate = true;
    };
    /// An event, and the clauses that questions about it have needed so far.
    struct Question {
        Solver solver;
        std::map<int, Clause> assumed;      // by the solver's assumption: the instance
        std::set<Clause> helpful;
    };
    enum class Outcome : std::uint8_t { proved, refuted, unknown };

    std::size_t need(const Clause& clause, bool candidate);
    Outcome discharge(std::size_t o);
    Outcome initiation(const Clause& clause);
    Outcome excluded(Question& question, const std::vector<Expression>& goal, const Clause* hypothesis, std::set<std::size_t>& used);
    void reduce(Question& question, const std::vector<Expression>& goal, std::vector<int>& core);
    std::vector<Clause> blocking(const StateVector& state);
    bool usable(const Clause& clause);
    std::vector<Literal> family(const Clause& clause) const;
    int merit(const Clause& clause) const;
    Outcome steps(int claim, std::set<std::size_t>& used);
    void kill(std::size_t o);
    Question& question(std::size_t event);
    int assume(Question& question, const Clause& clause) const;
    Expression now(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].expression; }
    Expression later(int variable, const Path& path) const;

    const Problem& problem_;
    const Candidates* candidates_;
    unsigned limit_;
    Solver initial_;
    std::vector<Renaming> group_;
    std::vector<Obligation> obligations_;
    std::map<Clause, std::size_t> by_clause_;
    std::set<Clause> dead_;
    std::map<Clause, bool> plausible_;
    std::map<std::vector<Literal>, int> deaths_of_;  // by family
    std::deque<std::size_t> open_;
    std::vector<std::unique_ptr<Question>> questions_;  // by event
    std::vector<std::set<std::size_t>> paths_of_;       // by variable: those that assign it
    CounterexampleToInduction last_;
    std::size_t proved_ = 0, checks_ = 0;
    std::string left_;
};

}  // namespace tandem::smt
