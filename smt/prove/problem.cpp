#include "smt/prove/problem.hpp"

namespace tandem::smt {

namespace {

void note_inputs(Expression e, std::set<Expression>& inputs, std::set<int>& seen) {
    if (e.is_constant() || !seen.insert(e.number()).second) return;
    if (e.op() == Operator::variable) {
        if (e.place().node < 0) inputs.insert(e);
        return;
    }
    for (int i = 0; i < 3; ++i) note_inputs(e.operand(i), inputs, seen);
}

}  // namespace

std::set<Expression> inputs_of(const Problem& problem) {
    std::set<Expression> inputs;
    std::set<int> seen;
    for (const Path& path : problem.paths) {
        for (const Expression& e : path.conditions) note_inputs(e, inputs, seen);
        for (const Assignment& a : path.assignments) note_inputs(a.value, inputs, seen);
        for (const auto& broken : path.broken)
            for (const Expression& e : broken) note_inputs(e, inputs, seen);
    }
    return inputs;
}

}  // namespace tandem::smt
