// What counts as new in a state.
#include "checker/novelty.hpp"

#include <doctest/doctest.h>

#include "checker/successors.hpp"
#include "tests/toys/counters.hpp"

namespace {

using namespace tandem;
using checker::Novelty;

/// The state with these counts of two counters.
checker::Parts counted(checker::Components& components, int first, int second) {
    checker::Parts parts = components.initial(0);
    const auto count = [&](int node) {
        for_each_successor(components, checker::Parts(parts), [&](const checker::Move& move, const checker::Parts& next) {
            if (move.node == node) parts = next;
        });
    };
    for (int i = 0; i < first; ++i) count(0);
    for (int i = 0; i < second; ++i) count(1);
    return parts;
}

}  // namespace

TEST_CASE("a state is as new as the fewest things in it that were never together") {
    const toys::CountersSystem counters(2, 3);
    checker::Components components(counters.system, false);
    checker::NoveltyTable table(components);
    const auto see = [&](int first, int second) { return table.see(counted(components, first, second)); };
    CHECK(see(0, 0) == Novelty::thing);
    CHECK(see(0, 0) == Novelty::none);
    CHECK(see(1, 0) == Novelty::thing);
    CHECK(see(0, 1) == Novelty::thing);
    CHECK(see(1, 1) == Novelty::pair);
    CHECK(see(1, 1) == Novelty::none);
}
