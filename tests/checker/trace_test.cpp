// The basis of a violated invariant (Trace::needed): the nodes that, if any one were set back, would mend the last state.
#include "checker/trace.hpp"

#include <doctest/doctest.h>

#include "tests/toys/counters.hpp"

namespace tandem::tests {

namespace {

using checker::Needed;

checker::Trace violation(const model::Network& network, int property) {
    checker::SearchOptions options;
    options.properties = {property};
    options.symmetry = false;
    checker::Search search(network, options);
    const auto result = search.run();
    REQUIRE(result.violations.size() == 1);
    return trace_to(search, result.violations[0]);
}

}  // namespace

TEST_SUITE("checker/trace") {
    TEST_CASE("a violation by two nodes rests on the last step of each") {
        toys::CountersSystem counters(3, 4);
        counters.system.add_invariant("not-both", "the first two counters do not both stand at one", [](const auto& view) {
            int at_one = 0;
            view.template each<toys::Counters::NodeKind::counter>(
                [&](const toys::Counters::Counter& c, int index) { at_one += index < 2 && c.count == 1; });
            return at_one < 2;
        });
        const auto trace = violation(counters.system, static_cast<int>(counters.system.properties().size()) - 1);
        REQUIRE(trace.steps.size() == 2);
        REQUIRE(trace.needed.size() == 2);
        for (int step = 0; step < 2; ++step) {
            CHECK(trace.needed[static_cast<std::size_t>(step)].step == step);
            CHECK(trace.needed[static_cast<std::size_t>(step)].node == trace.steps[static_cast<std::size_t>(step)].node);
        }
    }

    TEST_CASE("what a property says of its failing is kept, and only its first words") {
        toys::CountersSystem counters(3, 4);
        counters.system.add_invariant("none-at-one", "no counter stands at one", [](const auto& view) {
            using enum toys::Counters::NodeKind;
            bool none = true;
            view.template each<counter>([&](const toys::Counters::Counter& c, int index) {
                if (c.count == 1) none = view.refuted(view.template of<counter>(index, "count"), " stands at ", c.count);
            });
            return none;
        });
        const int property = static_cast<int>(counters.system.properties().size()) - 1;
        const auto trace = violation(counters.system, property);
        REQUIRE(trace.reason.size() == 3);
        CHECK(trace.reason[0].kind == model::ReasonPart::Kind::node);
        CHECK(trace.reason[0].number == trace.steps[0].node);
        CHECK(trace.reason[0].text == "count");
        CHECK(trace.reason[1].text + trace.reason[2].text == " stands at 1");
    }

    TEST_CASE("a step property tells its failing of the step, with the values before and after") {
        toys::CountersSystem counters(2, 4);
        counters.system.add_step_property<toys::Counters::NodeKind::counter>(
            "never-two", "no counter comes to two", [](const auto& before, const auto& after, const auto&, const auto& refuted) {
                return after.count != 2 || refuted("the counter goes from ", before.count, " to ", after.count);
            });
        const auto trace = violation(counters.system, static_cast<int>(counters.system.properties().size()) - 1);
        std::string words;
        for (const model::ReasonPart& part : trace.reason) words += part.text;
        CHECK(words == "the counter goes from 1 to 2");
    }

    TEST_CASE("a node whose past would not mend it is not named, nor is the earlier of two steps") {
        const toys::CountersSystem counters(2, 4);
        const auto trace = violation(counters.system, toys::CountersSystem::in_step);
        REQUIRE(trace.steps.size() == 2);
        REQUIRE(trace.needed.size() == 1);
        CHECK(trace.needed[0].node == trace.steps[1].node);
        CHECK(trace.needed[0].step == 1);
    }
}

}  // namespace tandem::tests
