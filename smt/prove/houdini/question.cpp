#include "smt/prove/houdini/question.hpp"

#include <utility>

namespace tandem::smt {

Question::Question(const Problem& problem, unsigned limit) : solver(problem), problem_(problem) { solver.set_limit(limit); }

int Question::assume(const Clause& clause) {
    if (const auto known = assumption_of_.find(clause); known != assumption_of_.end()) return known->second;
    const auto now = [&](int variable) { return problem_.variables[static_cast<std::size_t>(variable)].expression; };
    const int a = solver.assumption(as_expression(clause, now));
    assumed_.try_emplace(a, clause);
    assumption_of_.emplace(clause, a);
    return a;
}

const std::set<int>& Question::helpful(Obligations& obligations) {
    if (std::exchange(dead_known_, obligations.dead()) < obligations.dead())
        std::erase_if(helpful_, [&](int a) { return obligations.is_dead(obligations.least(assumed(a))); });
    return helpful_;
}

}  // namespace tandem::smt
