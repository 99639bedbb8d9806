// What nodes do in the states that a search has found: each local step once, with the first level in which it is possible.
//
// A node's step depends on nothing but the node and at most one message (components.hpp), so millions of states have a few
// thousand of these. That a row of the tables has a step is not enough: a full channel or the monitor may forbid it wherever it
// would occur. So all states are looked at again, each of their steps is taken, and those that have been seen are passed over.
#pragma once

#include <unordered_set>

#include "checker/search.hpp"

namespace tandem::checker {

struct FirstSteps {
    std::vector<int> outcome_levels;  // by outcome: the first level in which a handler has it, or stalls with it; -1 for none
    bool all = true;                  // false: `proceed` has ended it
};

/// Calls visit(move, slot, before, after, level) for each step of a node when it first occurs, level by level, with the states
/// before and after it. Where time passes
/// (`move.node` is no_node) that is each node which becomes older. Calls proceed(level, states) now and then, with the states
/// that have been looked at, and ends where it returns false. `search` has run.
template <class Visit, class Proceed>
FirstSteps for_each_first_step(Search& search, Visit&& visit, Proceed&& proceed) {
    constexpr std::uint64_t between = 4096;  // states between two calls of `proceed`
    Components& components = search.components();
    const FoundStates& found = search.found();
    FirstSteps result;
    result.outcome_levels.assign(components.network().outcomes().size(), -1);
    std::unordered_set<const Step*> seen;
    std::vector<std::unordered_set<Number>> aged(static_cast<std::size_t>(components.nodes()));
    std::uint64_t outcomes = 0, states = 0;
    Parts parts{};
    const auto& levels = found.levels();
    for (int level = 0; level + 1 < static_cast<int>(levels.size()); ++level) {
        std::uint64_t here = 0;
        for (Position at = levels[static_cast<std::size_t>(level)]; at < levels[static_cast<std::size_t>(level) + 1]; ++at) {
            if (!found.state(at, parts)) continue;
            here |= for_each_successor(components, parts, [&](const Move& move, const Parts& next) {
                here |= move.step->outcomes;
                if (move.node != no_node) {
                    if (move.node < components.nodes() && seen.insert(move.step).second)
                        visit(move, move.node, parts, next, level);
                    return;
                }
                for (int node = 0; node < components.nodes(); ++node) {
                    const auto n = static_cast<std::size_t>(node);
                    if (next[n] != parts[n] && aged[n].insert(parts[n]).second) visit(move, node, parts, next, level);
                }
            });
            if (++states % between == 0 && !proceed(level, states)) return result.all = false, result;
        }
        for (std::size_t o = 0; o < result.outcome_levels.size(); ++o)
            if ((here & ~outcomes) >> o & 1) result.outcome_levels[o] = level;
        outcomes |= here;
    }
    return result;
}

}  // namespace tandem::checker
