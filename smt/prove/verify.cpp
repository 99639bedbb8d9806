#include "smt/prove/verify.hpp"

#include <set>

#include "smt/prove/event_relation.hpp"

namespace tandem::smt {

std::vector<Clause> whole_invariant(const Problem& problem, const std::vector<Clause>& found, const std::vector<int>& claims) {
    std::set<Clause> all(problem.typing.begin(), problem.typing.end());
    for (const int c : claims)
        for (const Clause& clause : problem.claims[static_cast<std::size_t>(c)].clauses) all.insert(normalised(clause));
    for (const Renaming& r : renamings(problem))
        for (const Clause& clause : found) all.insert(r.of(clause));
    return {all.begin(), all.end()};
}

namespace {

Expression some_fails(const std::vector<Clause>& clauses, const std::function<Expression(int)>& value_of) {
    Expression any = 0;
    for (const Clause& clause : clauses) any = disjunction(any, negation(as_expression(clause, value_of)));
    return any;
}

bool holds_at_first(const Problem& problem, const std::vector<Clause>& invariant, unsigned limit) {
    Solver solver(problem);
    solver.set_limit(limit);
    const auto now = [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; };
    for (const StateVector& initial : problem.initial) {
        std::vector<Expression> facts;
        for (std::size_t v = 0; v < initial.size(); ++v)
            if (initial[v] < 0) facts.push_back(negation(equal(now(static_cast<int>(v)), problem.singled_out)));
        facts.push_back(some_fails(invariant, [&](int v) {
            return initial[static_cast<std::size_t>(v)] < 0 ? now(v) : Expression(initial[static_cast<std::size_t>(v)]);
        }));
        if (facts.back().is(0)) continue;
        if (solver.check(facts, {}) != Solver::Answer::unsatisfiable) return false;
    }
    return true;
}

}  // namespace

std::optional<std::string> flaw(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<int>& claims, unsigned limit,
                                const std::function<bool()>& stop) {
    if (!holds_at_first(problem, invariant, limit)) return "an initial state";
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        if (stop()) return "time ran out before '" + problem.events[e].name + "'";
        EventRelation relation(problem, static_cast<int>(e), limit);
        for (const Clause& clause : invariant) relation.solver().require(as_expression(clause, [&](int v) { return relation.before(v); }));
        for (const Clause& clause : invariant) {
            const Expression after = as_expression(clause, [&](int v) { return relation.after(v); });
            if (after == as_expression(clause, [&](int v) { return relation.before(v); })) continue;
            const Expression broken = negation(after);
            if (relation.solver().check({&broken, 1}, {}) != Solver::Answer::unsatisfiable) return problem.events[e].name;
        }
        for (const int c : claims) {
            const Expression broken = relation.breaks(c);
            if (!broken.is(0) && relation.solver().check({&broken, 1}, {}) != Solver::Answer::unsatisfiable) return problem.events[e].name;
        }
    }
    return std::nullopt;
}

}  // namespace tandem::smt
