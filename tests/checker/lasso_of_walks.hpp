// What walks refute of what must happen in the end, held against the exhaustive judge and followed step by step.
#pragma once

#include <set>
#include <stdexcept>
#include <utility>

#include <doctest/doctest.h>

#include "checker/random_walk.hpp"

namespace tandem::tests {

/// The property of a system that is of what must happen in the end.
inline int eventual(const model::Network& network) {
    for (std::size_t p = 0; p < network.properties().size(); ++p)
        if (network.properties()[p].kind == model::PropertyKind::always_eventually) return static_cast<int>(p);
    throw std::logic_error("this toy owes nothing");
}

inline checker::WalkOptions some_walks(const model::Network& network, std::uint64_t depth, std::uint64_t walks = 20) {
    checker::WalkOptions options;
    options.walks = walks;
    options.depth = depth;
    options.properties = {eventual(network)};
    return options;
}

inline checker::Verdict exhaustive(const model::Network& network, checker::Fairness fairness) {
    checker::SearchOptions options;
    options.symmetry = false;
    checker::Search search(network, options);
    const checker::SearchResult searched = search.run();
    checker::LivenessOptions liveness;
    liveness.fairness = fairness;
    return judge_liveness(search, searched, liveness).verdict;
}

/// Follows the cycle: it closes, owes in all its states, and takes each class of fair steps that is possible in one of them.
inline void check_cycle(checker::RandomWalk& walks, const checker::WalkViolation& violation) {
    checker::Components& components = walks.components();
    const auto slots = static_cast<std::size_t>(components.slots());
    const auto state_at = [&](std::size_t step) { return step == 0 ? violation.start : violation.path[step - 1].after; };
    REQUIRE(violation.obligation);
    std::set<std::pair<int, int>> possible, taken;  // channel and label: the toys' channels keep their order
    for (std::size_t i = violation.cycle_from; i <= violation.path.size(); ++i) {
        const checker::Parts at = state_at(i);
        const auto& node = components.node(violation.obligation->node, at[static_cast<std::size_t>(violation.obligation->node)]);
        CHECK((node.owes >> violation.obligation->bit & 1) == 1);
        checker::for_each_successor(components, at, [&](const checker::Move& move, const checker::Parts&) {
            if (move.step->fair) possible.insert({move.channel, move.channel < 0 ? move.step->label + 100 * move.node : 0});
        }, checker::Steps::unwatched);
        if (i == violation.path.size()) continue;
        const checker::Move& move = violation.path[i].move;
        if (move.step->fair) taken.insert({move.channel, move.channel < 0 ? move.step->label + 100 * move.node : 0});
    }
    CHECK(possible == taken);
    const checker::Parts first = state_at(violation.cycle_from), last = state_at(violation.path.size());
    CHECK(std::equal(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(slots), last.begin()));
}

}  // namespace tandem::tests
