#include "smt/prove/lifting.hpp"

namespace tandem::smt {

namespace {

bool is_data(const ValueType& type) { return type.name == "value"; }

/// What the environment has chosen: of data only what is equal to what, for that is all that facts say of the state's.
std::vector<Expression> choices(const Problem& problem, const Solver& solver, const std::vector<Expression>& goal,
                                const StateVector& state) {
    std::vector<Expression> chosen;
    std::vector<std::pair<Expression, int>> data;
    const auto compare = [&](Expression a, Expression b, bool same) {
        chosen.push_back(same ? equal(a, b) : negation(equal(a, b)));
    };
    Path asked{};
    asked.conditions = goal;
    for (const Expression& input : inputs_of({&asked})) {
        const int value = solver.value(input);
        if (is_data(input.type())) data.emplace_back(input, value);
        else chosen.push_back(equal(input, value));
    }
    for (std::size_t i = 0; i < data.size(); ++i) {
        const auto& [input, value] = data[i];
        compare(input, problem.singled_out, value == problem.singled_out);
        for (std::size_t j = 0; j < i; ++j) compare(input, data[j].first, value == data[j].second);
        for (std::size_t v = 0; v < state.size(); ++v)
            if (is_data(*problem.variables[v].type)) compare(input, problem.variables[v].expression, value == state[v]);
    }
    return chosen;
}

}  // namespace

Lifting::Lifting(const Problem& problem, Solver& solver, const std::vector<Expression>& goal, const StateVector& state,
                 const std::vector<Literal>& facts)
    : question_(choices(problem, solver, goal, state)) {
    Expression met = 1;
    for (const Expression& e : goal) met = conjunction(met, e);
    question_.push_back(negation(met));
    for (const Literal& fact : facts) {
        const int a = solver.assumption(
            as_expression(fact, [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; }));
        if (fact_of_.emplace(a, fact).second) assumptions_.push_back(a);
    }
}

std::vector<Literal> Lifting::sufficient(const std::vector<int>& core) const {
    std::vector<Literal> facts;
    for (const int a : core) facts.push_back(fact_of_.at(a));
    return facts;
}

}  // namespace tandem::smt
