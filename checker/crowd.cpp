#include "checker/crowd.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>

#include "checker/fair_classes.hpp"

namespace tandem::checker {

namespace {

/// Operations that are asked for again and again, at most.
constexpr std::size_t most_asked = 4;

bool same(const Components& components, const Parts& a, const Parts& b) {
    return std::equal(a.begin(), a.begin() + components.slots(), b.begin());
}

/// The states of a cycle, and all steps between them.
struct Cycle {
    StepGraph graph;
    std::vector<std::size_t> order;  // the states as they follow each other
    bool fair = true;                // strongly
    bool closed = true;              // a step that no monitor sees leads from each to the next
};

Cycle cycle_of(Components& components, std::span<const Parts> states) {
    Cycle cycle;
    std::map<std::vector<Number>, std::size_t> numbers;
    const auto key = [&](const Parts& parts) { return std::vector<Number>(parts.begin(), parts.begin() + components.slots()); };
    for (const Parts& parts : states) {
        const auto [at, added] = numbers.try_emplace(key(parts), cycle.graph.states.size());
        if (added) cycle.graph.states.push_back(parts);
        cycle.order.push_back(at->second);
    }
    liveness::FairClasses classes(components.network());
    liveness::ClassSet possible, taken;
    for (const Parts& from : cycle.graph.states) {
        auto& edges = cycle.graph.edges.emplace_back();
        for_each_successor(components, from, [&](const Move& move, const Parts& next) {
            const int c = classes.of(move);
            if (c >= 0) possible.insert(c);
            const auto to = numbers.find(key(next));
            if (to == numbers.end()) return;
            if (c >= 0) taken.insert(c);
            PathStep step{move, {}};
            std::copy_n(next.begin(), components.slots(), step.after.begin());
            edges.push_back({to->second, step});
        }, [](const Move&) {}, Steps::unwatched);
    }
    for (std::size_t i = 0; i < cycle.order.size(); ++i) {
        const std::size_t from = cycle.order[i], to = cycle.order[(i + 1) % cycle.order.size()];
        const auto& edges = cycle.graph.edges[from];
        const auto leads = [&](const StepGraph::Edge& edge) { return edge.to == to; };
        cycle.closed = cycle.closed && (from == to || std::any_of(edges.begin(), edges.end(), leads));
    }
    cycle.fair = std::all_of(possible.list().begin(), possible.list().end(), [&](int c) { return taken.contains(c); });
    return cycle;
}

}  // namespace

std::vector<LeftUndone> never_done_in_cycle(Components& components, const NeverDone& judge, std::span<const Parts> states) {
    if (states.empty()) return {};
    std::vector<LeftUndone> found = judge.owed_in(states);
    if (found.empty()) return {};
    const Cycle cycle = cycle_of(components, states);
    if (!cycle.fair || !cycle.closed) return {};
    std::vector<std::size_t> members(cycle.graph.states.size());
    for (std::size_t i = 0; i < members.size(); ++i) members[i] = i;
    for (LeftUndone& left : found) {
        left.cycle_from = 0;
        cycle.graph.close(components.network(), cycle.order.back(), members, left.path);
    }
    return found;
}

PathStep step_between(Components& components, const Parts& from, const Parts& to) {
    PathStep found{};
    bool any = false;
    for_each_successor(components, from, [&](const Move& move, const Parts& next) {
        if (any || !same(components, next, to)) return;
        any = true;
        found.move = move;
        std::copy_n(next.begin(), components.slots(), found.after.begin());
    }, [](const Move&) {}, Steps::unwatched);
    if (!any) throw std::logic_error("a round of turns takes a step that the search does not have");
    return found;
}

Crowd::Crowd(const Network& network, const WalkInPlace& walk, Random& random) {
    std::vector<Turn> asked;
    for (const Attempt& attempt : walk.labels_of_nodes()) {
        const Turn turn{.node = attempt.node, .label = attempt.label};
        (walk.fair(attempt) ? turns_ : asked).push_back(turn);
    }
    for (int c = 0; c < static_cast<int>(network.channels().size()); ++c)
        turns_.push_back({.channel = c, .ordered = network.channels()[static_cast<std::size_t>(c)].ordered});
    if (network.time_passes()) turns_.push_back({});
    for (std::size_t left = asked.empty() ? 0 : 1 + random.below(most_asked); left > 0; --left)
        turns_.push_back(asked[random.below(asked.size())]);
    for (std::size_t i = turns_.size(); i > 0; --i)
        if (random.below(4) == 0) turns_.push_back(turns_[i - 1]);
    for (std::size_t i = turns_.size(); i > 1; --i) std::swap(turns_[random.below(i)], turns_[i - 1]);
    for (Turn& turn : turns_) turn.choices = random.state() += model::golden_ratio;
}

}  // namespace tandem::checker
