// What walks see of liveness: whatever they refute the exhaustive judge refutes, and often the other way round.
#include "checker/drain.hpp"

#include <random>

#include <doctest/doctest.h>

#include "tests/checker/lasso_of_walks.hpp"
#include "tests/toys/automaton.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/egg_timer.hpp"

namespace {

using namespace tandem;
using namespace tandem::tests;
using namespace tandem::toys;
using checker::Verdict;

}  // namespace

TEST_CASE("what walks leave undone on random automata is undone in some strongly fair run") {
    std::mt19937 random(7);
    int broken = 0, seen = 0, with_cycle = 0;
    for (int i = 0; i < 400; ++i) {
        Automaton::Config config;
        const unsigned sparsity = 2 + random() % 4;
        for (auto& row : config.next)
            for (int& to : row)
                to = random() % sparsity < 2 ? static_cast<int>(random() % Automaton::states) : Automaton::nowhere;
        config.owing = random() % 256 | random() % 256;
        model::System<Automaton> system(config);
        system.add_property({"done", "what is owed is done", model::PropertyKind::always_eventually});
        checker::RandomWalk walks(system, some_walks(system, 8));
        const checker::WalkResult result = walks.run();
        const Verdict verdict = exhaustive(system, checker::Fairness::strong);
        broken += verdict == Verdict::refuted;
        if (result.violations.empty()) continue;
        CHECK(verdict == Verdict::refuted);
        check_cycle(walks, result.violations[0]);
        ++seen;
        with_cycle += result.violations[0].cycle_from < result.violations[0].path.size();
    }
    CHECK(broken > 100);
    CHECK(seen > broken / 2);  // the others are broken only where threads go on
    CHECK(with_cycle > 20);
}

TEST_CASE("two calls that wait for each other leave both undone, on the shortest way there") {
    const CrossedCallsSystem calls(1);
    checker::RandomWalk walks(calls.system, some_walks(calls.system, 100));
    const checker::WalkResult result = walks.run();
    REQUIRE(result.violations.size() == 1);
    CHECK(result.violations[0].path.size() == 2);
    check_cycle(walks, result.violations[0]);
}

TEST_CASE("time passes while threads ask for nothing, so what waits for it is done") {
    const EggTimersSystem eggs(2);
    checker::RandomWalk walks(eggs.system, some_walks(eggs.system, 100));
    CHECK(walks.run().violations.empty());
}
