// Expressions with other expressions in place of some variables, and trees of what happens then.
#pragma once

#include <map>

#include "smt/decision_tree.hpp"

namespace tandem::smt {

/// `e` with each variable x replaced by replace(x).
template <class F>
Expression substituted(Expression e, const F& replace) {
    if (e.is_constant()) return e;
    const auto operand = [&](int i) { return substituted(e.operand(i), replace); };
    switch (e.op()) {
        case Operator::variable: return replace(e);
        case Operator::sum: return sum(operand(0), operand(1));
        case Operator::maximum: return maximum(operand(0), operand(1));
        case Operator::equal: return equal(operand(0), operand(1));
        case Operator::less: return less(operand(0), operand(1));
        case Operator::negation: return negation(operand(0));
        case Operator::conjunction: return conjunction(operand(0), operand(1));
        case Operator::disjunction: return disjunction(operand(0), operand(1));
        case Operator::conditional: return conditional(operand(0), operand(1), operand(2));
    }
    return e;
}

/// `tree` where some variables have known values.
DecisionTree with_known(const DecisionTree& tree, const std::map<Place, int>& known);

}  // namespace tandem::smt
