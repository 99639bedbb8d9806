// What others keep from happening, as walks see it: whatever they refute the exhaustive judge refutes under strong fairness.
#include "checker/crowd.hpp"

#include <random>

#include <doctest/doctest.h>

#include "tests/checker/lasso_of_walks.hpp"
#include "tests/toys/automaton.hpp"
#include "tests/toys/lossy.hpp"
#include "tests/toys/mutex.hpp"

namespace tandem::tests {

using namespace toys;
using checker::Verdict;

TEST_CASE("what rounds of turns starve in random automata starves in some strongly fair run") {
    std::mt19937 random(11);
    int broken = 0, seen = 0;
    for (int i = 0; i < 300; ++i) {
        Automaton::Config config;
        const unsigned sparsity = 2 + random() % 4;
        for (auto& row : config.next)
            for (int& to : row)
                to = random() % sparsity < 2 ? static_cast<int>(random() % Automaton::states) : Automaton::nowhere;
        config.owing = random() % 256 | random() % 256;
        model::System<Automaton> system(config);
        system.add_property({"done", "what is owed is done", model::PropertyKind::always_eventually});
        checker::WalkOptions options = some_walks(system, 8, 40);
        options.first = 3;  // each of these walks goes on with a crowd
        options.stride = 4;
        checker::RandomWalk walks(system, options);
        const checker::WalkResult result = walks.run();
        const Verdict verdict = exhaustive(system, checker::Fairness::strong);
        broken += verdict == Verdict::refuted;
        if (result.violations.empty()) continue;
        CHECK(verdict == Verdict::refuted);
        check_cycle(walks, result.violations[0]);
        ++seen;
    }
    CHECK(broken > 100);
    CHECK(seen > broken / 2);  // where nothing moves any more no cycle is seen
}

TEST_CASE("a request that is lost again and again is never answered, and walks see it") {
    const LossySystem lossy(true), careful(false);
    checker::RandomWalk walks(lossy.system, some_walks(lossy.system, 100, 100));
    const checker::WalkResult result = walks.run();
    REQUIRE(result.violations.size() == 1);
    check_cycle(walks, result.violations[0]);
    checker::RandomWalk careful_walks(careful.system, some_walks(careful.system, 100, 100));
    CHECK(careful_walks.run().violations.empty());
}

TEST_CASE("who loses a race only if fairness is weak does not starve in walks") {
    for (const auto algorithm : {Mutex::Algorithm::peterson, Mutex::Algorithm::lock}) {
        const MutexSystem mutex(algorithm);
        checker::RandomWalk walks(mutex.system, some_walks(mutex.system, 100, 400));
        CHECK(walks.run().violations.empty());
    }
    const MutexSystem lock(Mutex::Algorithm::lock);
    CHECK(exhaustive(lock.system, checker::Fairness::weak) == Verdict::refuted);
}

}  // namespace tandem::tests
