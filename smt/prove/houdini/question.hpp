// What one worker asks Z3 about one event, with the clauses that its questions have needed so far.
//
// What helped one question often helps the next, so it is assumed from the start. The solver keeps what it has learnt, too.
#pragma once

#include <map>

#include "smt/prove/houdini/obligations.hpp"
#include "smt/prove/solver.hpp"

namespace tandem::smt {

class Question {
public:
    /// `problem` must outlive it; `limit` is that of each check (Solver::set_limit).
    Question(const Problem& problem, unsigned limit);

    /// What to pass to the solver so that the clause holds.
    int assume(const Clause& clause);
    /// The clause that an assumption stands for.
    const Clause& assumed(int assumption) const { return assumed_.at(assumption); }

    /// Assumptions that have helped, of clauses that are not dead.
    const std::set<int>& helpful(Obligations& obligations);
    void note_helpful(int assumption) { helpful_.insert(assumption); }

    /// How often paths were tried together, and how often what their conditions have in common sufficed.
    struct Together {
        int tried = 0, sufficed = 0;
        bool in_vain() const { return tried >= 4 && 4 * sufficed < tried; }
    };
    Together& together(const std::vector<std::size_t>& paths) { return together_[{paths[0], paths.size()}]; }

    Solver solver;

private:
    const Problem& problem_;
    std::map<int, Clause> assumed_;                           // by assumption
    std::unordered_map<Clause, int, ClauseHash> assumption_of_;
    std::set<int> helpful_;
    std::size_t dead_known_ = 0;                              // clauses that were dead when `helpful_` was gone through last
    std::map<std::pair<std::size_t, std::size_t>, Together> together_;  // by the first path, and how many they are
};

}  // namespace tandem::smt
