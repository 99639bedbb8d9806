#include "smt/prove/problem.hpp"

#include <algorithm>

#include "smt/prove/explicit_state.hpp"
#include "smt/substitution.hpp"

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

std::set<Expression> inputs_of(const std::vector<const Path*>& paths) {
    std::set<Expression> inputs;
    std::set<int> seen;
    for (const Path* path : paths) {
        for (const Expression& e : path->conditions) note_inputs(e, inputs, seen);
        for (const Assignment& a : path->assignments) note_inputs(a.value, inputs, seen);
        for (const auto& broken : path->broken)
            for (const Expression& e : broken) note_inputs(e, inputs, seen);
    }
    return inputs;
}

std::set<Expression> inputs_of(const Problem& problem) {
    std::vector<const Path*> all;
    for (const Path& path : problem.paths) all.push_back(&path);
    return inputs_of(all);
}

bool limited(const Problem& problem) {
    return std::all_of(problem.variables.begin(), problem.variables.end(),
                       [](const StateVariable& v) { return v.low > -unbounded && v.high < unbounded; });
}

PathsByVariable assigning_paths(const Problem& problem) {
    PathsByVariable assigning(problem.variables.size());
    for (std::size_t p = 0; p < problem.paths.size(); ++p)
        for (const Assignment& a : problem.paths[p].assignments) assigning[static_cast<std::size_t>(a.variable)].insert(p);
    return assigning;
}

std::set<std::size_t> concerned(const Clause& clause, const PathsByVariable& assigning) {
    std::set<std::size_t> paths;
    for (const Literal& l : clause.literals)
        for (const int v : {l.a, l.b})
            if (v >= 0)
                paths.insert(assigning[static_cast<std::size_t>(v)].begin(), assigning[static_cast<std::size_t>(v)].end());
    return paths;
}

Expression at_first(const Problem& problem, std::size_t which, int variable) {
    const std::vector<int>& initial = problem.initial[which];
    const auto v = static_cast<std::size_t>(variable);
    if (v >= initial.size())
        return substituted(problem.variables[v].expression,
                           [&](Expression e) { return at_first(problem, which, problem.variable_of(e.place())); });
    return initial[v] < 0 ? problem.variables[static_cast<std::size_t>(first_with_datum_of(initial, variable))].expression
                          : Expression(initial[v]);
}

int first_with_datum_of(const std::vector<int>& initial, int variable) {
    return static_cast<int>(std::find(initial.begin(), initial.end(), initial[static_cast<std::size_t>(variable)]) -
                            initial.begin());
}

std::vector<Expression> facts_at_first(const Problem& problem, std::size_t which) {
    const std::vector<int>& initial = problem.initial[which];
    std::vector<Expression> facts;
    for (int v = 0; v < static_cast<int>(initial.size()); ++v)
        if (initial[static_cast<std::size_t>(v)] < 0 && first_with_datum_of(initial, v) == v)
            facts.push_back(negation(equal(at_first(problem, which, v), problem.singled_out)));
    return facts;
}

StateVector state_at_first(const Problem& problem, std::size_t which, const std::function<int()>& datum) {
    const std::vector<int>& initial = problem.initial[which];
    StateVector state = initial;
    for (int v = 0; v < static_cast<int>(initial.size()); ++v) {
        if (initial[static_cast<std::size_t>(v)] >= 0) continue;
        const int first = first_with_datum_of(initial, v);
        state[static_cast<std::size_t>(v)] = first == v ? datum() : state[static_cast<std::size_t>(first)];
    }
    add_defined_values(problem, state);
    return state;
}

std::vector<Expression> broken_after(const Problem& problem, const Clause& clause, const Path& path) {
    const auto after = [&](int v) {
        const auto found =
            std::find_if(path.assignments.begin(), path.assignments.end(), [&](const Assignment& a) { return a.variable == v; });
        return found != path.assignments.end() ? found->value : problem.variables[static_cast<std::size_t>(v)].expression;
    };
    std::vector<Expression> facts;
    for (const Literal& l : clause.literals) facts.push_back(as_expression(negated(l), after));
    return facts;
}

std::vector<Expression> common_conditions(const Problem& problem, const std::vector<std::size_t>& paths) {
    std::vector<Expression> common = problem.paths[paths[0]].conditions;
    for (const std::size_t p : paths)
        std::erase_if(common, [&](const Expression& condition) {
            const auto& others = problem.paths[p].conditions;
            return std::find(others.begin(), others.end(), condition) == others.end();
        });
    return common;
}

}  // namespace tandem::smt
