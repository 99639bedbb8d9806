// A walk in place, and the same walk among the components of a search.
#pragma once

#include <doctest/doctest.h>

#include "checker/walk_in_place.hpp"

namespace tandem::tests {

/// Each step that is taken in place must be one of the search's, lead to the same state, and be judged alike; where none is found
/// the search must have none.
inline void walk_beside_search(const model::Network& network, int steps, std::uint64_t seed = 1) {
    checker::Components components(network, true);
    checker::WalkInPlace walk(network);
    checker::Follower follower(components, walk.state());
    checker::Random random(seed, 1);
    walk.start(0);
    checker::Parts here = components.initial(0);
    checker::Attempt attempt;
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    int taken = 0;
    const auto take = [&] {
        return walk.step(random, attempt, [&](const checker::Attempt& next) { follower.before(next); }) ==
               model::InPlace::Tried::taken;
    };
    while (taken < steps && take()) {
        ++taken;
        const checker::PathStep step = follower.taken(here, attempt, checker::Steps::all);
        here = step.after;
        CHECK(components.numbered(walk.state()) == here);
        CHECK(walk.state().last().broken == (step.move.step ? step.move.step->broken : 0));
        for (const model::Property& property : network.properties())
            if (property.kind == model::PropertyKind::invariant)
                CHECK(network.holds(property.number, walk.state().raw()) ==
                      network.holds(property.number, components.raw(here, objects, messages)));
    }
    bool possible = false;
    checker::for_each_successor(components, here, [&](const checker::Move&, const checker::Parts&) { possible = true; });
    CHECK((taken == steps || !possible));
}

}  // namespace tandem::tests
