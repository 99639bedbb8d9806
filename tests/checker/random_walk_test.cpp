// Random walks on toys: failures are found, with a path that can be followed.
#include "checker/random_walk.hpp"

#include <set>

#include <doctest/doctest.h>

#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/parcels.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Ending;
using checker::Parts;
using checker::RandomWalk;
using checker::WalkOptions;
using checker::WalkResult;
using Algorithm = Mutex::Algorithm;

WalkOptions few_walks(std::vector<int> properties, int threads = 1) {
    WalkOptions options;
    options.walks = 200;
    options.depth = 100;
    options.properties = std::move(properties);
    options.threads = threads;
    return options;
}

/// Follows the path: each step is possible, and no state except perhaps the last occurs twice.
void check_path(RandomWalk& walks, const checker::WalkViolation& violation) {
    Parts at = violation.start;
    std::set<Parts> before{at};
    for (std::size_t i = 0; i < violation.path.size(); ++i) {
        const checker::PathStep& step = violation.path[i];
        bool possible = false;
        checker::for_each_successor(walks.components(), at, [&](const checker::Move& move, const Parts& next) {
            // Two threads may each have made the row of the same situation.
            const checker::Step &here = *move.step, &there = *step.move.step;
            const bool same = here.label == there.label && here.outcomes == there.outcomes && here.next == there.next &&
                              here.channel == there.channel && here.message == there.message;
            possible = possible || (same && move.node == step.move.node &&
                                    std::equal(next.begin(), next.begin() + walks.components().slots(), step.after.begin()));
        });
        CHECK(possible);
        at = step.after;
        CHECK((before.insert(at).second || i + 1 == violation.path.size()));
    }
}

}  // namespace

TEST_CASE("random walks refute an invariant with a path to where it fails") {
    const MutexSystem selfish(Algorithm::selfish);
    for (const int threads : {1, 2}) {
        RandomWalk walks(selfish.system, few_walks({MutexSystem::exclusion}, threads));
        const WalkResult result = walks.run();
        CHECK(result.ending == Ending::refuted);
        REQUIRE(result.violations.size() == 1);
        const checker::WalkViolation& violation = result.violations[0];
        CHECK(violation.property == MutexSystem::exclusion);
        CHECK(violation.path.size() >= 6);
        check_path(walks, violation);
        std::vector<const void*> objects;
        std::vector<model::MessageInFlight> messages;
        CHECK_FALSE(selfish.system.holds(0, walks.components().raw(violation.path.back().after, objects, messages)));
    }
}

TEST_CASE("random walks take all their steps where nothing fails") {
    const MutexSystem peterson(Algorithm::peterson);
    RandomWalk walks(peterson.system, few_walks({MutexSystem::exclusion}));
    const WalkResult result = walks.run();
    CHECK(result.ending == Ending::complete);
    CHECK(result.violations.empty());
    CHECK(result.walks == 200);
    CHECK(result.steps == 200 * 100);
    CHECK(result.outcomes == 0b11111);  // every outcome of the handler
}

TEST_CASE("random walks refute a step property with the step as the end of the path") {
    const CountersSystem counters(2, 3);
    RandomWalk walks(counters.system, few_walks({CountersSystem::forwards, CountersSystem::below_two}));
    const WalkResult result = walks.run();
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations[0].property == CountersSystem::below_two);
    CHECK(result.violations[0].path.back().move.step->broken != 0);
    check_path(walks, result.violations[0]);
}

TEST_CASE("random walks find a deadlock and take a quiescent end for none") {
    const CrossedCallsSystem calls(1);
    RandomWalk stuck(calls.system, few_walks({CrossedCallsSystem::no_deadlock}));
    const WalkResult result = stuck.run();
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations[0].path.size() == 2);  // without the detours of calls that were answered
    const ParcelsSystem parcels(true, 2);
    RandomWalk done(parcels.system, few_walks({ParcelsSystem::no_deadlock}));
    const WalkResult ended = done.run();
    CHECK(ended.ending == Ending::complete);
    CHECK(ended.steps == 200 * 4);
}

TEST_CASE("random walks that keep going report each property once") {
    const CountersSystem counters(2, 3);
    WalkOptions options = few_walks({CountersSystem::in_step, CountersSystem::in_range, CountersSystem::below_two});
    options.keep_going = true;
    RandomWalk walks(counters.system, options);
    const WalkResult result = walks.run();
    CHECK(result.ending == Ending::complete);
    CHECK(result.walks == 200);
    CHECK(result.violations.size() == 2);
}

TEST_CASE("the seed alone decides the random walks") {
    const MutexSystem selfish(Algorithm::selfish);
    const auto length = [&](std::uint64_t seed, int threads) {
        WalkOptions options = few_walks({MutexSystem::exclusion}, threads);
        options.seed = seed;
        RandomWalk walks(selfish.system, options);
        const WalkResult result = walks.run();
        REQUIRE(result.violations.size() == 1);
        return std::pair(result.violations[0].walk, result.violations[0].path.size());
    };
    std::set<std::pair<std::uint64_t, std::size_t>> found;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        found.insert(length(seed, 1));
        CHECK(length(seed, 1) == length(seed, 1));
        CHECK(length(seed, 1) == length(seed, 4));
    }
    CHECK(found.size() > 1);
}

TEST_CASE("random walks end when their time is over or they are interrupted") {
    const CountersSystem counters(4, 4095);
    WalkOptions options;
    options.walks = ~std::uint64_t{0};
    options.seconds = 0.1;
    CHECK(RandomWalk(counters.system, options).run().ending == Ending::out_of_time);
    const std::atomic<bool> interrupt = true;
    options.interrupt = &interrupt;
    CHECK(RandomWalk(counters.system, options).run().ending == Ending::interrupted);
}
