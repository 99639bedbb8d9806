#include "smt/prove/branching.hpp"

#include <algorithm>

namespace tandem::smt {

const std::vector<int>& choices_for(const Choices& choices, Expression input) {
    return input.type().name == "value" ? choices.data : choices.moments;
}

Branching::Branching(const Problem& problem, Choices choices)
    : problem_(problem),
      choices_(std::move(choices)),
      tree_(problem),
      leaves_(problem.variables.size() - problem.defined.size()),
      inputs_(problem.events.size()) {
    std::vector<std::vector<const Path*>> paths(problem.events.size());
    for (const Path& path : problem.paths) paths[static_cast<std::size_t>(path.event)].push_back(&path);
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        const std::set<Expression> inputs = inputs_of(paths[e]);
        inputs_[e].assign(inputs.begin(), inputs.end());
    }
}

std::vector<RelationStep> Branching::steps(std::size_t event, const StateVector& before) const {
    std::vector<RelationStep> found;
    Chosen chosen;
    const auto choose = [&](const auto& self, std::size_t next) -> void {
        if (next == inputs_[event].size()) return add_steps(event, before, chosen, found);
        const Expression input = inputs_[event][next];
        for (const int n : choices_for(choices_, input)) {
            chosen.emplace_back(input.place(), n);
            self(self, next + 1);
            chosen.pop_back();
        }
    };
    choose(choose, 0);
    return found;
}

void Branching::add_steps(std::size_t event, const StateVector& before, const Chosen& chosen,
                          std::vector<RelationStep>& out) const {
    const auto value = [&](Expression e) {
        return evaluate(e, [&](Place place) {
            for (const auto& [input, n] : chosen)
                if (input == place) return n;
            return before[static_cast<std::size_t>(problem_.variable_of(place))];
        });
    };
    std::vector<int> enabled;
    tree_.enabled(event, value, enabled);
    for (const int p : enabled) {
        const Path& path = problem_.paths[static_cast<std::size_t>(p)];
        RelationStep step{path.outcomes, {before.begin(), before.begin() + static_cast<std::ptrdiff_t>(leaves_)}, p, chosen};
        for (std::size_t i = 0; i < path.broken.size(); ++i)
            if (std::all_of(path.broken[i].begin(), path.broken[i].end(), value)) step.broken |= 1u << path.broken_claim[i];
        for (const Assignment& a : path.assignments)
            if (static_cast<std::size_t>(a.variable) < leaves_) step.after[static_cast<std::size_t>(a.variable)] = value(a.value);
        const bool known = std::any_of(out.begin(), out.end(),
                                       [&](const RelationStep& other) { return other.path == p && other.after == step.after; });
        if (!known) out.push_back(std::move(step));
    }
}

}  // namespace tandem::smt
