// What walks see of liveness: whatever they refute the exhaustive judge refutes, and often the other way round.
#include "checker/drain.hpp"

#include <random>
#include <set>

#include <doctest/doctest.h>

#include "checker/random_walk.hpp"
#include "tests/toys/automaton.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/egg_timer.hpp"
#include "tests/toys/lossy.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Verdict;

/// The property of a system that is of what must happen in the end.
int eventual(const model::Network& network) {
    for (std::size_t p = 0; p < network.properties().size(); ++p)
        if (network.properties()[p].kind == model::PropertyKind::always_eventually) return static_cast<int>(p);
    throw std::logic_error("this toy owes nothing");
}

checker::WalkOptions some_walks(const model::Network& network, std::uint64_t depth) {
    checker::WalkOptions options;
    options.walks = 20;
    options.depth = depth;
    options.properties = {eventual(network)};
    return options;
}

Verdict exhaustive(const model::Network& network, checker::Fairness fairness) {
    checker::SearchOptions options;
    options.symmetry = false;
    checker::Search search(network, options);
    const checker::SearchResult searched = search.run();
    checker::LivenessOptions liveness;
    liveness.fairness = fairness;
    return judge_liveness(search, searched, liveness).verdict;
}

/// Follows the cycle: it closes, owes in all its states, and takes each class of fair steps that is possible in one.
void check_cycle(checker::RandomWalk& walks, const checker::WalkViolation& violation) {
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
        });
        if (i == violation.path.size()) continue;
        const checker::Move& move = violation.path[i].move;
        taken.insert({move.channel, move.channel < 0 ? move.step->label + 100 * move.node : 0});
    }
    CHECK(possible == taken);
    const checker::Parts first = state_at(violation.cycle_from), last = state_at(violation.path.size());
    CHECK(std::equal(first.begin(), first.begin() + static_cast<std::ptrdiff_t>(slots), last.begin()));
}

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

TEST_CASE("walks take a lost request that is asked again for one that can be answered") {
    const LossySystem lossy(true);
    checker::RandomWalk walks(lossy.system, some_walks(lossy.system, 100));
    CHECK(walks.run().violations.empty());
}

TEST_CASE("time passes while threads ask for nothing, so what waits for it is done") {
    const EggTimersSystem eggs(2);
    checker::RandomWalk walks(eggs.system, some_walks(eggs.system, 100));
    CHECK(walks.run().violations.empty());
}
