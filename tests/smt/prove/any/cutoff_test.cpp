// How many names a step depends on, and what becomes of the relation with an outside name.
#include <doctest/doctest.h>

#include "smt/prove/any/cutoff.hpp"
#include "smt/prove/any/induction.hpp"
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

std::vector<any::NamesOfPath> all_names(const tests::Toy& larger, const tests::Toy& smaller) {
    return any::names_of_paths(any::Roles(larger.problem), any::Roles(smaller.problem), 0);
}
/// Of the path that depends on most; one without a bound before all others.
any::NamesOfPath names(const tests::Toy& larger, const tests::Toy& smaller) {
    const auto all = all_names(larger, smaller);
    return *std::max_element(all.begin(), all.end(), [](const any::NamesOfPath& a, const any::NamesOfPath& b) {
        return std::pair(!a.bounded, a.of_step()) < std::pair(!b.bounded, b.of_step());
    });
}

/// The hub goes wrong once three pointers are to three names. In two names they never are.
tests::Toy three_apart() {
    tests::Toy toy(2);
    const auto apart = [&](int a, int b) { return smt::negation(smt::equal(toy.value(a), toy.value(b))); };
    toy.add_path(2, {apart(toy.owner(), toy.next()), apart(toy.next(), toy.third()), apart(toy.owner(), toy.third())},
                 {{toy.bad(), 1}});
    const smt::Clause never{{{smt::Relation::equal, toy.bad(), -1, 0}}};
    toy.problem.claims.push_back({"never-bad", "", false, {never}});
    return toy;
}

bool never_bad(any::Size& size) {
    const smt::Clause never = size.problem.claims[0].clauses[0];
    const any::QuantifiedClaim claim{"never-bad", false, {*any::quantified(size.roles, never)}};
    return any::inductive(size, {claim}, {}, {10'000'000, 1, 10, [] { return false; }}).holds;
}

}  // namespace

TEST_SUITE("smt/prove/any") {
    TEST_CASE("what is asked of all names, or done to all, depends on none, and an actor is one") {
        const any::NamesOfPath of = names(uniform(3), uniform(2));
        CHECK(of.actors == 1);
        CHECK(of.of_step() == 1);
        CHECK(of.bounded);
    }

    TEST_CASE("a step and a clause that it breaks have a name in common, unless it changes what is nobody's or of all") {
        const auto of = [](auto change) {
            const auto toy = [&](int nodes) {
                tests::Toy made(nodes);
                for (int i = 0; i < nodes; ++i) made.add_path(i, {smt::negation(made.value(made.busy(i)))}, change(made, i));
                return made;
            };
            const tests::Toy three = toy(3);
            const any::Roles roles(three.problem);
            // Not two are busy while the hub is bad, nor is who is marked.
            const auto is = [](int variable) { return smt::Literal{smt::Relation::equal, variable, -1, 0}; };
            const auto clause =
                any::quantified(roles, {{is(three.busy(1)), is(three.busy(2)), is(three.marked(2)), is(three.bad())}});
            return any::names_needed(all_names(three, toy(2)), {*clause}, 0);
        };
        const any::NamesNeeded own = of([](const tests::Toy& toy, int i) {
            return std::vector<smt::Assignment>{{toy.busy(i), 1}};
        });
        CHECK(own.size == 2);
        const any::NamesNeeded nobodys = of([](const tests::Toy& toy, int i) {
            return std::vector<smt::Assignment>{{toy.busy(i), 1}, {toy.bad(), 1}};
        });
        CHECK(nobodys.size == 3);
        CHECK(!nobodys.in_common);
        const any::NamesNeeded of_all = of([](const tests::Toy& toy, int i) {
            std::vector<smt::Assignment> changed{{toy.busy(i), 1}};
            for (int n = 0; n < toy.nodes; ++n) changed.push_back({toy.marked(n), 1});
            return changed;
        });
        CHECK(of_all.size == 3);
        const any::NamesNeeded untouched = of([](const tests::Toy& toy, int) {
            return std::vector<smt::Assignment>{{toy.owner(), 0}};
        });
        CHECK(untouched.size == 0);
    }

    TEST_CASE("a step that breaks a property of steps counts, though it changes nothing") {
        const auto toy = [](int nodes) {
            tests::Toy made(nodes);
            made.problem.claims.push_back({"never", "", true, {}});
            for (int i = 0; i < nodes; ++i)
                for (int k = 0; k < nodes; ++k) {
                    made.add_path(i, {smt::equal(made.value(made.owner()), k)}, {});
                    made.problem.paths.back().broken.push_back({made.value(made.busy(i))});
                    made.problem.paths.back().broken_claim.push_back(0);
                }
            return made;
        };
        CHECK(any::names_needed(all_names(toy(4), toy(3)), {}, 0).size == 2);
    }

    TEST_CASE("a name that a pointer holds is one more, and so is a witness that the outside name cannot be") {
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
        CHECK(names(some(3), some(2)).witnesses == 0);  // the outside name is it
        // Two terms may have two witnesses.
        const auto some_and_some = [](int nodes) {
            tests::Toy toy(nodes);
            smt::Expression any_busy = 0, any_marked = 0;
            for (int i = 0; i < nodes; ++i) {
                any_busy = smt::disjunction(any_busy, toy.value(toy.busy(i)));
                any_marked = smt::disjunction(any_marked, toy.value(toy.marked(i)));
            }
            toy.add_path(nodes, {any_busy, any_marked}, {{toy.owner(), 0}});
            return toy;
        };
        CHECK(names(some_and_some(3), some_and_some(2)).witnesses == 1);
        // Some name but the owner: if both were dropped, both would be the outside name.
        const auto some_other = [](int nodes) {
            tests::Toy toy(nodes);
            smt::Expression any_busy = 0;
            for (int i = 0; i < nodes; ++i)
                any_busy = smt::disjunction(
                    any_busy, smt::conjunction(toy.value(toy.busy(i)), smt::negation(smt::equal(toy.value(toy.owner()), i))));
            toy.add_path(nodes, {any_busy}, {{toy.bad(), 1}});
            return toy;
        };
        CHECK(names(some_other(3), some_other(2)).witnesses == 1);
    }

    TEST_CASE("a path without a bound is not hidden by one that depends on more") {
        const auto both = [](int nodes) {
            tests::Toy toy(nodes);
            std::vector<smt::Expression> terms;
            for (int k = 0; k < 4; ++k) {
                smt::Expression some = 0;
                for (int i = 0; i < nodes; ++i) {
                    const smt::Expression busy = toy.value(toy.busy(i)), marked = toy.value(toy.marked(i));
                    some = smt::disjunction(
                        some, smt::conjunction(k & 1 ? busy : smt::negation(busy), k & 2 ? marked : smt::negation(marked)));
                }
                terms.push_back(some);
            }
            if (nodes == 3)
                toy.add_path(3, {toy.value(toy.marked(0)), toy.value(toy.marked(1)), toy.value(toy.marked(2))},
                             {{toy.marked(0), 0}});
            toy.add_path(nodes, terms, {{toy.owner(), 0}});
            return toy;
        };
        CHECK(!names(both(3), both(2)).bounded);
    }

    TEST_CASE("pointers that a path only compares need no name: both may be outside, and then it goes either way") {
        const auto comparing = [](int nodes) {
            tests::Toy toy(nodes);
            toy.add_path(nodes, {smt::equal(toy.value(toy.owner()), toy.value(toy.next()))},
                         {{toy.bad(), smt::negation(smt::equal(toy.value(toy.owner()), toy.value(toy.third())))}});
            return toy;
        };
        CHECK(names(comparing(3), comparing(2)).of_step() == 0);
        tests::Toy toy = comparing(3);
        any::Names all = any::all_names(toy.problem);
        all.kept[0] = 2, all.outside[0] = 2;
        CHECK(any::free_comparisons(toy.problem, all) == 2);
        const auto equal = [&](int owner, int next, int either) {
            return smt::evaluate(toy.problem.paths[0].conditions[0], [&](smt::Place place) {
                if (place.node < 0) return either;
                return toy.problem.variable_of(place) == toy.owner() ? owner : next;
            });
        };
        for (const int either : {0, 1}) {
            CHECK(equal(0, 0, either) == 1);
            CHECK(equal(1, 0, either) == 0);
            CHECK(equal(1, 2, either) == 0);
            CHECK(equal(2, 2, either) == either);
        }
    }

    TEST_CASE("three pointers to three names of a larger size are found where two names are kept and outside") {
        any::Size size(three_apart().problem);
        CHECK(never_bad(size));  // over nothing: so without outside names it is no proof of larger sizes
        size.names.kept[0] = 1, size.names.outside[0] = 1;
        CHECK(never_bad(size));
        any::free_comparisons(size.problem, size.names);
        CHECK(!never_bad(size));
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
