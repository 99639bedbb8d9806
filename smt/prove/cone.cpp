#include "smt/prove/cone.hpp"

#include <algorithm>

namespace tandem::smt {

namespace {

class Cone {
public:
    explicit Cone(const Problem& problem) : problem_(problem), inside_(problem.variables.size()) {
        for (const Path& path : problem.paths)
            for (const Assignment& a : path.assignments) values_[a.variable].push_back(a.value);
        for (std::size_t v = 0; v < inside_.size(); ++v) inside_[v] = problem.variables[v].expression.is_constant();
    }

    void add(int variable) {
        if (variable >= 0) open_.push_back(variable);
    }
    void add(Expression e) {
        if (e.is_constant() || !seen_.insert(e.number()).second) return;
        if (e.op() != Operator::variable) {
            for (int i = 0; i < 3; ++i) add(e.operand(i));
        } else if (e.place().node >= 0) {
            add(problem_.variable_of(e.place()));
        }
    }
    std::vector<bool> closed() {
        while (!open_.empty()) {
            const int v = open_.back();
            open_.pop_back();
            if (inside_[static_cast<std::size_t>(v)]) continue;
            inside_[static_cast<std::size_t>(v)] = true;
            for (const Expression& value : values_[v]) add(value);
        }
        return std::move(inside_);
    }

private:
    const Problem& problem_;
    std::vector<bool> inside_;
    std::map<int, std::vector<Expression>> values_;  // that paths assign
    std::set<int> seen_;                             // expressions
    std::vector<int> open_;
};

}  // namespace

std::vector<bool> cone_of_influence(const Problem& problem, const std::vector<int>& claims) {
    Cone cone(problem);
    for (const int c : claims)
        for (const Clause& clause : problem.claims[static_cast<std::size_t>(c)].clauses)
            for (const Literal& l : clause.literals) cone.add(l.a), cone.add(l.b);
    for (const Path& path : problem.paths) {
        for (const Expression& condition : path.conditions) cone.add(condition);
        for (std::size_t i = 0; i < path.broken.size(); ++i)
            if (std::find(claims.begin(), claims.end(), path.broken_claim[i]) != claims.end())
                for (const Expression& e : path.broken[i]) cone.add(e);
    }
    return cone.closed();
}

}  // namespace tandem::smt
