// How many names a step depends on, and what becomes of the relation with an outside name.
#include <doctest/doctest.h>

#include "smt/prove/any/cutoff.hpp"
#include "smt/prove/any/outside.hpp"
#include "tests/smt/prove/any/toy.hpp"

using namespace tandem;
namespace any = smt::any;

namespace {

/// Each node becomes busy; the hub unmarks all names when none is marked but the owner.
tests::Toy uniform(int nodes) {
    tests::Toy toy(nodes);
    for (int i = 0; i < nodes; ++i) toy.add_path(i, {smt::negation(toy.value(toy.busy(i)))}, {{toy.busy(i), 1}});
    std::vector<smt::Expression> none;
    std::vector<smt::Assignment> all;
    for (int i = 0; i < nodes; ++i)
        none.push_back(smt::negation(toy.value(toy.marked(i)))), all.push_back({toy.marked(i), toy.value(toy.busy(i))});
    toy.add_path(nodes, none, all);
    return toy;
}

any::NamesOfPath names(const tests::Toy& larger, const tests::Toy& smaller) {
    return any::names_of_paths(any::Roles(larger.problem), any::Roles(smaller.problem), 0);
}

}  // namespace

TEST_SUITE("smt/prove/any") {
    TEST_CASE("what is asked of all names, or done to all, depends on none, and an actor is one") {
        const any::NamesOfPath of = names(uniform(3), uniform(2));
        CHECK(of.actors == 1);
        CHECK(of.of_step() == 1);
        CHECK(of.bounded);
    }

    TEST_CASE("a name that a pointer holds is one more, and so is a witness") {
        const auto following = [](int nodes) {
            tests::Toy toy(nodes);
            for (int i = 0; i < nodes; ++i) toy.add_path(nodes, {smt::equal(toy.value(toy.owner()), i)}, {{toy.marked(i), 1}});
            return toy;
        };
        CHECK(names(following(3), following(2)).followed == 1);
        const auto some = [](int nodes) {
            tests::Toy toy(nodes);
            smt::Expression any_busy = 0;
            for (int i = 0; i < nodes; ++i) any_busy = smt::disjunction(any_busy, toy.value(toy.busy(i)));
            toy.add_path(nodes, {any_busy}, {{toy.owner(), 0}});
            return toy;
        };
        CHECK(names(some(3), some(2)).witnesses == 1);
    }

    TEST_CASE("a step that is possible with three names alone has no bound that two sizes show") {
        tests::Toy three = uniform(3);
        three.add_path(3, {three.value(three.marked(0)), three.value(three.marked(1)), three.value(three.marked(2))},
                       {{three.marked(0), 0}});
        CHECK(!names(three, uniform(2)).bounded);
    }

    TEST_CASE("with an outside name the steps of the others are all there, and its own are not") {
        const tests::Toy three = uniform(3);
        tests::Toy four = uniform(4);
        const any::Roles kept(three.problem);
        any::Names names;
        const any::Dropped dropped = any::put_outside(four.problem, {0}, kept, names);
        CHECK(dropped.acts == 1);
        CHECK(names.kept[0] == 3);
        CHECK(names.outside[0] == 3);
        const any::ComparedPaths compared = any::compared(four.problem, names, kept);
        CHECK(compared.without == 4);
        CHECK(compared.with == 4);
        CHECK(compared.lost == 0);
        CHECK(compared.extra == 0);
    }

    TEST_CASE("a path that is lost with the outside name is seen, and so is one too many") {
        const tests::Toy three = uniform(3);
        tests::Toy four = uniform(4);
        const any::Roles kept(three.problem);
        four.problem.paths.erase(four.problem.paths.begin());
        four.add_path(4, {four.value(four.marked(3))}, {{four.owner(), 0}});
        any::Names names;
        any::put_outside(four.problem, {0}, kept, names);
        const any::ComparedPaths compared = any::compared(four.problem, names, kept);
        CHECK(compared.lost == 1);
        CHECK(compared.first_lost == "node 0 acts");
        CHECK(compared.extra == 1);
        CHECK(compared.first_extra == "hub acts");
    }
}
