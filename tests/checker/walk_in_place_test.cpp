// A system that is changed in place, against the components of a search.
#include "checker/walk_in_place.hpp"

#include <doctest/doctest.h>

#include "tests/checker/walk_beside_search.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/egg_timer.hpp"
#include "tests/toys/lossy.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/parcels.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Parts;
using tests::walk_beside_search;

}  // namespace

TEST_CASE("a walk in place takes the search's steps, judges as it does, and stands still only where it does") {
    walk_beside_search(MutexSystem(Mutex::Algorithm::peterson).system, 300);
    walk_beside_search(CountersSystem(2, 3).system, 300);
    walk_beside_search(CrossedCallsSystem(2).system, 300);
    walk_beside_search(EggTimersSystem(2).system, 300);
    walk_beside_search(LossySystem(true).system, 300);
    walk_beside_search(ParcelsSystem(true, 2).system, 300);
    walk_beside_search(ParcelsSystem(false, 2).system, 300);
}

TEST_CASE("what is not possible leaves the state as it was") {
    const CrossedCallsSystem calls(1);
    checker::Components components(calls.system, false);
    checker::WalkInPlace walk(calls.system);
    walk.start(0);
    std::uint64_t random = 1;
    int refused = 0;
    for (int round = 0; round < 50; ++round)
        for (int n = 0; n < static_cast<int>(calls.system.nodes().size()); ++n)
            for (int l = 0; l < walk.state().labels(n); ++l) {
                const Parts before = components.numbered(walk.state());
                if (walk.state().act(n, l, random) == model::InPlace::Tried::taken) continue;
                ++refused;
                CHECK(components.numbered(walk.state()) == before);
            }
    CHECK(refused > 10);
}
