// Physical time: one step makes all moments older, in nodes and in messages on their way.
#include <doctest/doctest.h>

#include "checker/liveness.hpp"
#include "checker/random_walk.hpp"
#include "checker/trace.hpp"
#include "tests/agreement/reference_search.hpp"
#include "tests/toys/egg_timer.hpp"

namespace {

using namespace tandem;
using toys::EggTimersSystem;

checker::SearchResult search(const model::Network& network, bool symmetry) {
    checker::SearchOptions options;
    options.symmetry = symmetry;
    return checker::Search(network, options).run();
}

}  // namespace

TEST_CASE("the search lets time pass as it was counted by hand") {
    const EggTimersSystem eggs(1);
    const auto found = search(eggs.system, false);
    CHECK(found.states == 15);
    CHECK(found.transitions == 26);
    CHECK((found.outcomes >> static_cast<int>(toys::EggTimers::Outcome::taken_fresh) & 1) == 1);
    CHECK((found.outcomes >> static_cast<int>(toys::EggTimers::Outcome::taken_stale) & 1) == 1);
}

TEST_CASE("a tick is one step for all nodes and messages, as in the plainest search") {
    for (const int cooks : {1, 2, 3}) {
        const EggTimersSystem eggs(cooks);
        const auto found = search(eggs.system, false);
        const auto reference = agreement::reference_search(eggs.system);
        CHECK(found.states == reference.states);
        CHECK(found.transitions == reference.transitions);
        CHECK(found.level_sizes.size() == reference.levels);
        const auto orbits = search(eggs.system, true);
        CHECK(orbits.full_states == found.states);
        CHECK((orbits.states < found.states) == (cooks > 1));
    }
}

TEST_CASE("a trace shows the ticks") {
    const EggTimersSystem eggs(2);
    checker::SearchOptions options;
    options.properties = {EggTimersSystem::in_time};
    checker::Search search(eggs.system, options);
    const auto result = search.run();
    REQUIRE(result.violations.size() == 1);
    const auto trace = checker::trace_to(search, result.violations[0]);
    REQUIRE(trace.steps.size() == 4);  // the timer is set, and runs for the present tick and two more
    for (std::size_t i = 1; i < 4; ++i) CHECK(trace.steps[i].event == "a tick passes");
    REQUIRE(trace.steps[1].changes.size() == 1);
    CHECK(trace.steps[1].changes[0].field == "rings");
    CHECK(trace.steps[1].changes[0].before == "now+2");
    CHECK(trace.steps[1].changes[0].after == "now+1");
    CHECK(trace.steps[3].changes[0].after == "past");
}

TEST_CASE("what waits for time to pass is served, for ticks are not postponed forever") {
    for (const auto fairness : {checker::Fairness::weak, checker::Fairness::strong}) {
        const EggTimersSystem eggs(2);
        checker::SearchOptions options;
        options.symmetry = false;
        options.properties = {EggTimersSystem::no_deadlock};
        checker::Search search(eggs.system, options);
        const auto result = search.run();
        CHECK(result.violations.empty());
        checker::LivenessOptions liveness;
        liveness.fairness = fairness;
        CHECK(checker::judge_liveness(search, result, liveness).verdict == checker::Verdict::holds);
    }
}

TEST_CASE("random walks let time pass") {
    const EggTimersSystem eggs(1);
    checker::WalkOptions options;
    options.walks = 1;
    options.depth = 1000;
    options.properties = {EggTimersSystem::in_time};
    CHECK(checker::RandomWalk(eggs.system, options).run().violations.size() == 1);
}
