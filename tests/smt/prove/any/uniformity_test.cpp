// What relations show of a text that is not the same in each size.
#include "smt/prove/any/uniformity.hpp"

#include <doctest/doctest.h>

#include "smt/prove/any/claims.hpp"
#include "smt/prove/any/path_text.hpp"
#include "smt/uniformity_watch.hpp"
#include "tests/smt/prove/any/toy.hpp"

using namespace tandem;
namespace any = smt::any;

namespace {

/// Each node that is not busy becomes the hub's owner, and the hub has none again: name 0.
tests::Toy owned(int nodes) {
    tests::Toy toy(nodes);
    for (int i = 0; i < nodes; ++i) {
        toy.add_path(i, {smt::negation(toy.value(toy.busy(i)))}, {{toy.busy(i), 1}, {toy.owner(), i}});
        toy.add_path(i, {toy.value(toy.busy(i)), smt::equal(toy.value(toy.owner()), i)}, {{toy.busy(i), 0}, {toy.owner(), 0}});
    }
    return toy;
}

}  // namespace

TEST_SUITE("smt/prove/any") {
    TEST_CASE("relations with the same paths do not differ, and one path more or less is told by its event") {
        const tests::Toy one = owned(3);
        tests::Toy other = owned(3);
        CHECK(!any::differs(any::Roles(one.problem), any::Roles(other.problem)));
        other.add_path(3, {other.value(other.marked(2))}, {{other.owner(), 0}});
        CHECK(any::differs(any::Roles(one.problem), any::Roles(other.problem)) == "hub acts");
        CHECK(any::differs(any::Roles(other.problem), any::Roles(one.problem)) == "hub acts");
    }

    TEST_CASE("a pointer that goes out of use tells no names apart, and a step of one name alone does") {
        tests::Toy toy = owned(3);
        CHECK(!any::tells_names_apart(any::Roles(toy.problem), 0));
        toy.add_path(2, {toy.value(toy.marked(2))}, {{toy.busy(2), 0}});
        CHECK(any::tells_names_apart(any::Roles(toy.problem), 0) == "node 2 acts");
    }

    TEST_CASE("a pointer that goes out of use under a condition tells no names apart, unless the condition does") {
        tests::Toy toy(3);
        for (int i = 0; i < 3; ++i)
            toy.add_path(i, {}, {{toy.owner(), smt::conditional(toy.value(toy.busy(i)), 0, toy.value(toy.owner()))}});
        CHECK(!any::tells_names_apart(any::Roles(toy.problem), 0));
        toy.add_path(3, {}, {{toy.owner(), smt::conditional(smt::equal(toy.value(toy.owner()), 1), 0, toy.value(toy.owner()))}});
        CHECK(any::tells_names_apart(any::Roles(toy.problem), 0) == "hub acts");
    }

    TEST_CASE("a step that asks for name 0, whoever acts, tells names apart") {
        tests::Toy toy = owned(3);
        toy.add_path(3, {smt::equal(toy.value(toy.owner()), 0)}, {{toy.marked(0), 1}});
        CHECK(any::tells_names_apart(any::Roles(toy.problem), 0) == "hub acts");
    }

    TEST_CASE("first states are alike if they say the same of each name, and of fewer names in a smaller size") {
        tests::Toy three(3), two(2);
        CHECK(any::starts_alike(any::Roles(three.problem), any::Roles(two.problem), 0));
        three.problem.initial[0][static_cast<std::size_t>(three.busy(2))] = 1;
        CHECK(!any::starts_alike(any::Roles(three.problem), any::Roles(two.problem), 0));
        for (const int node : {0, 1, 2}) three.problem.initial[0][static_cast<std::size_t>(three.busy(node))] = 1;
        CHECK(!any::starts_alike(any::Roles(three.problem), any::Roles(two.problem), 0));
    }

    TEST_CASE("first states may point to any name, and what they hold counts by which data are equal") {
        // The node pointed to is busy with a datum, others with another.
        const auto pointing = [](int nodes, bool also_to_last = true) {
            tests::Toy toy(nodes);
            toy.problem.initial.clear();
            for (int owner = 0; owner < nodes - !also_to_last; ++owner) {
                auto& state = toy.problem.initial.emplace_back(toy.problem.variables.size(), 0);
                for (int n = 0; n < nodes; ++n)
                    state[static_cast<std::size_t>(toy.busy(n))] = (n == owner) == (owner % 2 == 0) ? -1 : -2;
                state[static_cast<std::size_t>(toy.owner())] = owner;
            }
            return toy;
        };
        const tests::Toy four = pointing(4), three = pointing(3), not_last = pointing(4, false);
        CHECK(any::starts_alike(any::Roles(four.problem), any::Roles(three.problem), 0));
        CHECK(!any::starts_alike(any::Roles(not_last.problem), any::Roles(three.problem), 0));
        tests::Toy fixed = pointing(4);  // whoever is busy, the pointer is to 1
        for (auto& state : fixed.problem.initial) state[static_cast<std::size_t>(fixed.owner())] = 1;
        CHECK(!any::starts_alike(any::Roles(fixed.problem), any::Roles(three.problem), 0));
    }

    TEST_CASE("that a counter without a limit stays in its room is a claim, for larger sizes may count further") {
        tests::Toy toy(2);
        CHECK(!any::claim_ranges(toy.problem));
        CHECK(toy.problem.claims.empty());
        toy.problem.variables[0].low = -smt::unbounded;
        REQUIRE(any::claim_ranges(toy.problem) == 0);
        const smt::Claim& claim = toy.problem.claims[0];
        const auto holds = [&](int counted) {
            std::vector<int> state(toy.problem.variables.size());
            state[0] = counted;
            return std::all_of(claim.clauses.begin(), claim.clauses.end(),
                               [&](const smt::Clause& c) { return c.holds(state.data()); });
        };
        CHECK(holds(0));
        CHECK(holds(1));  // the toy's room
        CHECK(!holds(2));
        CHECK(!holds(-1));
    }

    TEST_CASE("name 0 of an action that speaks of no name is forgotten, and that of one that does is not") {
        tests::Toy toy(2);
        toy.problem.events = {
            {"hub fills A", 2, -1, 0, {1}}, {"hub tells node 0", 2, -1, 1, {1}}, {"hub tells node 1", 2, -1, 2, {2}}};
        any::forget_unused_names(toy.problem);
        CHECK(toy.problem.events[0].names[0] == 0);
        CHECK(toy.problem.events[1].names[0] == 1);
        CHECK(toy.problem.events[2].names[0] == 2);
    }

    TEST_CASE("what an action says of one sort is not forgotten with what it does not say of another") {
        tests::Toy toy(2);
        toy.problem.shape.extent = {2, 1, 2, 1};
        toy.problem.events = {{"hub fills A", 2, -1, 0, {1, 0, 1}}, {"hub fills B", 2, -1, 1, {1, 0, 2}}};
        any::forget_unused_names(toy.problem);
        CHECK(toy.problem.events[0].names == std::array<std::uint32_t, model::sort_count>{0, 0, 1});
        CHECK(toy.problem.events[1].names == std::array<std::uint32_t, model::sort_count>{0, 0, 2});
    }

    TEST_CASE("who watches is told once, and the watch before goes on when one ends") {
        CHECK(smt::UniformityWatch::current() == nullptr);
        smt::UniformityWatch outer;
        {
            smt::UniformityWatch inner;
            inner.shown[0] = 7;
            CHECK(smt::UniformityWatch::current() == &inner);
            CHECK(inner.seen({{2, 1, 1, 2}})[model::Sort::core] == 7);
            CHECK(inner.seen({{2, 1, 1, 2}})[model::Sort::value] == 2);
            inner.note("a number"), inner.note("a number");
            CHECK(inner.against.size() == 1);
        }
        CHECK(smt::UniformityWatch::current() == &outer);
        CHECK(outer.against.empty());
    }
}
