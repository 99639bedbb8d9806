// Which facts of a state suffice for a step from it: the same step is possible wherever they hold.
//
// As in IC3 on predicates (Cimatti et al., TACAS 2014) a solver is asked whether the goal can fail where all the facts hold, with
// what the environment has chosen; it cannot, and the facts that the refutation used are few.
#pragma once

#include "smt/prove/solver.hpp"

namespace tandem::smt {

class Lifting {
public:
    /// The solver has just found `state` with all of `goal`; `facts` hold there.
    Lifting(const Problem& problem, Solver& solver, const std::vector<Expression>& goal, const StateVector& state,
            const std::vector<Literal>& facts);

    /// To be checked with the solver. It is unsatisfiable, unless the facts do not tell enough.
    const std::vector<Expression>& question() const { return question_; }
    const std::vector<int>& assumptions() const { return assumptions_; }
    /// The facts that these assumptions, of a refutation, stand for.
    std::vector<Literal> sufficient(const std::vector<int>& core) const;

private:
    std::vector<Expression> question_;
    std::vector<int> assumptions_;
    std::map<int, Literal> fact_of_;  // by assumption
};

}  // namespace tandem::smt
