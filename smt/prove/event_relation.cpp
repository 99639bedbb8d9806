#include "smt/prove/event_relation.hpp"

namespace tandem::smt {

namespace {

constexpr int primed_place = -2'000'000, selector_place = -3'000'000;

Expression selector(const Problem& problem, int path) {
    return problem.expressions->variable({selector_place, path}, problem.expressions->type({ValueType::Kind::boolean, "boolean", 2, {}}));
}

}  // namespace

EventRelation::EventRelation(const Problem& problem, int event, unsigned limit) : problem_(problem), solver_(problem) {
    solver_.set_limit(limit);
    for (std::size_t p = 0; p < problem.paths.size(); ++p) {
        if (problem.paths[p].event != event) continue;
        paths_.push_back(static_cast<int>(p));
        for (const Assignment& a : problem.paths[p].assignments) {
            const StateVariable& v = problem.variables[static_cast<std::size_t>(a.variable)];
            // Without limits: what a step leaves in a variable is what it is.
            primed_.try_emplace(a.variable, problem.expressions->variable({primed_place, a.variable}, *v.type, v.type->kind == ValueType::Kind::boolean ? 0 : -unbounded,
                                                                          v.type->kind == ValueType::Kind::boolean ? 1 : unbounded));
        }
    }
    Expression some = 0;
    for (const int p : paths_) {
        const Path& path = problem.paths[static_cast<std::size_t>(p)];
        const Expression taken = selector(problem, p);
        some = disjunction(some, taken);
        std::map<int, Expression> values;
        for (const auto& [v, primed] : primed_) values[v] = before(v);
        for (const Assignment& a : path.assignments) values[a.variable] = a.value;
        Expression all = 1;
        for (const Expression& condition : path.conditions) all = conjunction(all, condition);
        for (const auto& [v, value] : values) all = conjunction(all, equal(primed_.at(v), value));
        solver_.require(disjunction(negation(taken), all));
    }
    solver_.require(some);
}

Expression EventRelation::after(int variable) const {
    const auto found = primed_.find(variable);
    return found == primed_.end() ? before(variable) : found->second;
}

Expression EventRelation::breaks(int claim) const {
    Expression any = 0;
    for (const int p : paths_) {
        const Path& path = problem_.paths[static_cast<std::size_t>(p)];
        for (std::size_t i = 0; i < path.broken.size(); ++i) {
            if (path.broken_claim[i] != claim) continue;
            Expression all = selector(problem_, p);
            for (const Expression& e : path.broken[i]) all = conjunction(all, e);
            any = disjunction(any, all);
        }
    }
    return any;
}

int EventRelation::path() const {
    for (const int p : paths_)
        if (solver_.value(selector(problem_, p))) return p;
    return paths_.front();
}

}  // namespace tandem::smt
