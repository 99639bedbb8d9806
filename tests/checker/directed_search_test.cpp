// The search that takes what is new first, beside the search in levels: the same states, and the same is refuted.
#include "checker/directed_search.hpp"

#include <doctest/doctest.h>

#include "apps/common/catalog.hpp"
#include "tests/toys/careless.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/greetings.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/parcels.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::DirectedSearch;
using checker::Ending;
using checker::Search;
using checker::SearchOptions;
using checker::SearchResult;

SearchOptions judging(std::vector<int> properties, bool symmetry = true) {
    SearchOptions options;
    options.properties = std::move(properties);
    options.symmetry = symmetry;
    return options;
}

void check_same_result(const SearchResult& levels, const SearchResult& found) {
    CHECK(levels.ending == Ending::complete);
    CHECK(found.ending == Ending::complete);
    CHECK(found.states == levels.states);
    CHECK(found.full_states == levels.full_states);
    CHECK(found.transitions == levels.transitions);
    CHECK(found.outcomes == levels.outcomes);
    CHECK(found.violations.empty());
}

/// Both find the same, to the end.
void check_same(const model::Network& network, const std::vector<int>& properties = {}) {
    for (const bool symmetry : {false, true}) {
        const SearchResult levels = Search(network, judging(properties, symmetry)).run();
        const SearchResult found = DirectedSearch(network, judging(properties, symmetry)).run();
        CAPTURE(symmetry);
        check_same_result(levels, found);
    }
}

/// Both refute the property, and the directed search with a trace of `steps` steps at least.
void check_refuted(const model::Network& network, int property) {
    for (const bool symmetry : {false, true}) {
        Search search(network, judging({property}, symmetry));
        const SearchResult levels = search.run();
        DirectedSearch directed(network, judging({property}, symmetry));
        const SearchResult found = directed.run();
        CHECK(found.ending == Ending::refuted);
        REQUIRE(levels.violations.size() == 1);
        REQUIRE(found.violations.size() == 1);
        CHECK(found.violations[0].property == property);
        const checker::Trace shortest = trace_to(search, levels.violations[0]), trace = directed.trace(found.violations[0]);
        CHECK(trace.property == shortest.property);
        CHECK(trace.steps.size() >= shortest.steps.size());
        CHECK_FALSE(trace.shortest);
    }
}

/// Those that the states decide.
std::vector<int> of_states(const model::Network& network) {
    std::vector<int> properties;
    for (int p = 0; p < static_cast<int>(network.properties().size()); ++p) {
        const auto kind = network.properties()[static_cast<std::size_t>(p)].kind;
        if (kind != model::PropertyKind::always_eventually && kind != model::PropertyKind::always_accepted)
            properties.push_back(p);
    }
    return properties;
}

}  // namespace

TEST_CASE("what is new first or level by level, the states are the same") {
    check_same(MutexSystem(Mutex::Algorithm::peterson).system, {MutexSystem::exclusion});
    check_same(CountersSystem(3, 4).system);
    check_same(CountersSystem(5, 3).system);  // its cores are sorted
    check_same(GreetingsSystem(3).system);
    check_same(ParcelsSystem(true, 2).system, {ParcelsSystem::in_order});
}

TEST_CASE("what is new first or level by level, invariants, steps and deadlocks are refuted") {
    check_refuted(MutexSystem(Mutex::Algorithm::selfish).system, MutexSystem::exclusion);
    check_refuted(CountersSystem(3, 4).system, CountersSystem::in_step);
    check_refuted(CountersSystem(3, 4).system, CountersSystem::below_two);
    check_refuted(CrossedCallsSystem(1).system, CrossedCallsSystem::no_deadlock);
    check_refuted(ParcelsSystem(false, 2).system, ParcelsSystem::in_order);
}

TEST_CASE("a protocol that is right has the same states and outcomes whichever are looked at first") {
    struct Right {
        const char *protocol, *variant;
    };
    for (const Right& right : {Right{"gtsc", ""}, {"tc", ""}, {"moesi", ""}}) {
        CAPTURE(right.protocol);
        const auto network = apps::protocol(right.protocol).make({right.variant, "tiny"}, true);
        const SearchOptions options = judging(of_states(*network));
        check_same_result(Search(*network, options).run(), DirectedSearch(*network, options).run());
    }
}

TEST_CASE("a protocol that is wrong is refuted whichever states are looked at first, and the path leads from a start to a step") {
    for (const char* variant : {"unsafe", "paper-reset"}) {
        CAPTURE(variant);
        const auto network = apps::protocol("gtsc").make({variant, "small"}, true);
        Search search(*network, judging(of_states(*network)));
        const SearchResult levels = search.run();
        DirectedSearch directed(*network, judging(of_states(*network)));
        const SearchResult found = directed.run();
        CHECK(levels.ending == Ending::refuted);
        REQUIRE(found.ending == Ending::refuted);
        REQUIRE_FALSE(found.violations.empty());
        const checker::Trace trace = directed.trace(found.violations[0]);
        CHECK(trace.steps.size() >= trace_to(search, levels.violations[0]).steps.size());
    }
}

TEST_CASE("an error of the text ends the directed search too, with a way there") {
    Careless::Config config;
    config.fault = Fault::counts_beyond;
    const model::System<Careless> system(config);
    DirectedSearch search(system, {});
    const SearchResult found = search.run();
    CHECK(found.ending == Ending::refuted);
    REQUIRE(found.text_error);
    CHECK(search.trace(*found.text_error).steps.back().error == "act of counter leaves count at 4, beyond its limit of 3");
}

TEST_CASE("limits end the directed search undecided") {
    const CountersSystem counters(4, 30);
    SearchOptions little = judging({});
    little.memory = std::size_t{1} << 20;
    CHECK(DirectedSearch(counters.system, little).run().ending == Ending::out_of_memory);
    SearchOptions short_time = judging({});
    short_time.seconds = 1e-6;
    CHECK(DirectedSearch(counters.system, short_time).run().ending == Ending::out_of_time);
    const std::atomic<bool> stop = true;
    SearchOptions interrupted = judging({});
    interrupted.interrupt = &stop;
    CHECK(DirectedSearch(counters.system, interrupted).run().ending == Ending::interrupted);
}
