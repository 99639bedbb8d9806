#include "smt/prove/run.hpp"

#include <algorithm>
#include <stdexcept>

namespace tandem::smt {

int value(const Problem& problem, Expression e, const StateVector& state, const Inputs& inputs) {
    return evaluate(e, [&](Place place) {
        return place.node < 0 ? inputs(place) : state[static_cast<std::size_t>(problem.variable_of(place))];
    });
}

bool can_be_taken(const Problem& problem, int path, const StateVector& state, const Inputs& inputs) {
    const auto& conditions = problem.paths[static_cast<std::size_t>(path)].conditions;
    return std::all_of(conditions.begin(), conditions.end(), [&](Expression e) { return value(problem, e, state, inputs) != 0; });
}

StateVector after(const Problem& problem, int path, const StateVector& before, const Inputs& inputs) {
    StateVector state = before;
    for (const Assignment& a : problem.paths[static_cast<std::size_t>(path)].assignments)
        state[static_cast<std::size_t>(a.variable)] = value(problem, a.value, before, inputs);
    return state;
}

bool breaks(const Problem& problem, const Run& run, int claim, const Inputs& inputs) {
    for (const Clause& clause : problem.claims[static_cast<std::size_t>(claim)].clauses)
        if (!clause.holds(run.states.back().data())) return true;
    if (run.paths.empty()) return false;
    const Path& last = problem.paths[static_cast<std::size_t>(run.paths.back())];
    const StateVector& before = run.states[run.states.size() - 2];
    for (std::size_t i = 0; i < last.broken.size(); ++i)
        if (last.broken_claim[i] == claim && std::all_of(last.broken[i].begin(), last.broken[i].end(),
                                                         [&](Expression e) { return value(problem, e, before, inputs) != 0; }))
            return true;
    return false;
}

Run shortened(const Problem& problem, const Run& run, int claim) {
    const Inputs none = [](Place) -> int { throw std::logic_error("a run with inputs is to be shortened"); };
    Run best = run;
    for (std::size_t left_out = run.paths.size(); left_out-- > 0;) {
        Run without{{best.states.front()}, {}};
        bool possible = true;
        for (std::size_t i = 0; i < best.paths.size() && possible; ++i) {
            if (i == left_out) continue;
            const StateVector before = without.states.back();
            possible = can_be_taken(problem, best.paths[i], before, none);
            without.paths.push_back(best.paths[i]);
            without.states.push_back(after(problem, best.paths[i], before, none));
        }
        if (possible && breaks(problem, without, claim, none)) best = std::move(without);
    }
    return best;
}

}  // namespace tandem::smt
