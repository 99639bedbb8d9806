#include "checker/drain.hpp"

#include <algorithm>
#include <map>

namespace tandem::checker {

namespace {

/// Of a system that does not rest, so many states are looked at, at most.
constexpr std::size_t states_beyond = 4000;

}  // namespace

void Drain::fair_steps(const Parts& from, std::vector<PathStep>& steps) {
    steps.clear();
    for_each_successor(components_, from, [&](const Move& move, const Parts& next) {
        PathStep& step = steps.emplace_back();
        step.move = move;
        std::copy_n(next.begin(), components_.slots(), step.after.begin());
    }, [](const Move&) {}, Steps::fair);
}

std::vector<LeftUndone> Drain::from(const Parts& state, Random& random) {
    std::vector<PathStep> path;
    Parts here = state;
    const auto same = [&](const Parts& a, const Parts& b) {
        return std::equal(a.begin(), a.begin() + components_.slots(), b.begin());
    };
    for (;;) {
        fair_steps(here, steps_);
        if (std::all_of(steps_.begin(), steps_.end(), [&](const PathStep& step) { return same(step.after, here); })) {
            std::vector<LeftUndone> found = judge_.in(std::span(&here, 1));
            for (LeftUndone& left : found) {
                left.path = path;
                left.cycle_from = path.size();
                left.path.insert(left.path.end(), steps_.begin(), steps_.end());  // they change nothing, and repeat
            }
            return found;
        }
        if (path.size() == steps_to_rest) break;
        path.push_back(steps_[random.below(steps_.size())]);
        here = path.back().after;
    }
    // It does not rest. All that can follow is looked at.
    StepGraph graph;
    std::map<std::vector<Number>, std::size_t> numbers;
    const auto number_of = [&](const Parts& parts) {
        const auto [at, added] =
            numbers.try_emplace(std::vector<Number>(parts.begin(), parts.begin() + components_.slots()), graph.states.size());
        if (added) graph.states.push_back(parts);
        return at->second;
    };
    number_of(here);
    for (std::size_t s = 0; s < graph.states.size(); ++s) {
        if (graph.states.size() > states_beyond) return {};
        const Parts from = graph.states[s];
        fair_steps(from, steps_);
        auto& edges = graph.edges.emplace_back();
        for (const PathStep& step : steps_) edges.push_back({number_of(step.after), step});
    }
    for (const std::vector<std::size_t>& members : graph.bottoms()) {
        std::vector<Parts> states;
        for (const std::size_t m : members) states.push_back(graph.states[m]);
        std::vector<LeftUndone> found = judge_.in(states);
        if (found.empty()) continue;
        // The way from the start of the graph to the component, and round in it.
        const std::size_t entry = members.back();
        const std::vector<PathStep> approach = graph.way(0, entry);
        path.insert(path.end(), approach.begin(), approach.end());
        const std::size_t cycle_from = path.size();
        graph.close(components_.network(), entry, members, path);
        for (LeftUndone& left : found) left.path = path, left.cycle_from = cycle_from;
        return found;
    }
    return {};
}

}  // namespace tandem::checker
