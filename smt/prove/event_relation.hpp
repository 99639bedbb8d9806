// One event as a relation between a state and the next, in a solver of its own.
//
// All paths of the event are asserted together, each under a selector, so that one question covers them all and what Z3 learns from
// one question serves the next. Variables that the event may change have a primed copy.
#pragma once

#include "smt/prove/solver.hpp"

namespace tandem::smt {

class EventRelation {
public:
    /// `limit` is on each question, in Z3's units of work.
    EventRelation(const Problem& problem, int event, unsigned limit);

    bool changes(int variable) const { return primed_.contains(variable); }
    Expression before(int variable) const { return problem_.variables[static_cast<std::size_t>(variable)].expression; }
    Expression after(int variable) const;
    /// That a step of this event breaks the claim.
    Expression breaks(int claim) const;

    Solver& solver() { return solver_; }
    /// After `satisfiable`: the path taken.
    int path() const;

private:
    const Problem& problem_;
    std::vector<int> paths_;
    std::map<int, Expression> primed_;
    Solver solver_;
};

}  // namespace tandem::smt
