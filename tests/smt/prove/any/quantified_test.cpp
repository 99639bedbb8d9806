// Clauses that are said for all names.
#include <doctest/doctest.h>

#include "smt/prove/any/instances.hpp"
#include "smt/prove/any/readable.hpp"
#include "tests/smt/prove/any/toy.hpp"

using namespace tandem;
using smt::Relation;
namespace any = smt::any;

namespace {

smt::Clause clause(std::vector<smt::Literal> literals) { return smt::normalised({std::move(literals)}); }

}  // namespace

TEST_SUITE("smt/prove/any") {
    TEST_CASE(
        "clauses that differ in names only are one clause for all names, with an instance for each choice of distinct names") {
        const tests::Toy two(2), four(4);
        const any::Roles roles(two.problem), there(four.problem);
        const auto q =
            any::quantified(roles, clause({{Relation::equal, two.busy(0), -1, 0}, {Relation::equal, two.marked(1), -1, 0}}));
        const auto other =
            any::quantified(roles, clause({{Relation::equal, two.marked(0), -1, 0}, {Relation::equal, two.busy(1), -1, 0}}));
        const auto same_node =
            any::quantified(roles, clause({{Relation::equal, two.busy(0), -1, 0}, {Relation::equal, two.marked(0), -1, 0}}));
        REQUIRE((q && other && same_node));
        CHECK(*q == *other);
        CHECK(*q != *same_node);
        CHECK(q->names == any::BySort{2, 0, 0});
        CHECK(any::instances(*q, there, any::all_names(four.problem)).size() == 12);
        CHECK(any::instances(*same_node, there, any::all_names(four.problem)).size() == 4);
        CHECK(any::readable(*q, roles, {"nodes", "", ""}).starts_with("for all nodes c != d: not "));
    }

    TEST_CASE("a size with fewer names than a clause binds has no instance of it") {
        const tests::Toy one(1), two(2);
        const auto q = any::quantified(any::Roles(two.problem),
                                       clause({{Relation::equal, two.busy(0), -1, 0}, {Relation::equal, two.busy(1), -1, 0}}));
        CHECK(any::instances(*q, any::Roles(one.problem), any::all_names(one.problem)).empty());
    }

    TEST_CASE("a clause that orders names speaks of which name it is, and is not said of all") {
        const tests::Toy three(3);
        CHECK(!any::quantified(any::Roles(three.problem), clause({{Relation::less_equal, three.owner(), -1, 1}})));
    }

    TEST_CASE("the outside name is only a pointer's value, in one literal") {
        const tests::Toy three(3);
        const any::Roles roles(three.problem);
        const any::Names names{{2, 1, 1}, {2, -1, -1}};
        const auto pointer =
            any::quantified(roles, clause({{Relation::differ, three.owner(), -1, 0}, {Relation::equal, three.busy(1), -1, 0}}));
        const auto both =
            any::quantified(roles, clause({{Relation::differ, three.owner(), -1, 0}, {Relation::equal, three.busy(0), -1, 0}}));
        CHECK(any::outside_instances(*pointer, roles, names) ==
              std::set{clause({{Relation::differ, three.owner(), -1, 2}, {Relation::equal, three.busy(0), -1, 0}}),
                       clause({{Relation::differ, three.owner(), -1, 2}, {Relation::equal, three.busy(1), -1, 0}})});
        CHECK(any::outside_instances(*both, roles, names).empty());
    }

    TEST_CASE("where there are two names, not the one is read as the other too") {
        const tests::Toy two(2), three(3);
        const auto c = clause({{Relation::differ, 2, -1, 1}});
        const std::vector<smt::Clause> readings = any::readings(any::Roles(two.problem), c);
        CHECK(std::set(readings.begin(), readings.end()) == std::set{c, clause({{Relation::equal, 2, -1, 0}})});
        CHECK(any::readings(any::Roles(three.problem), clause({{Relation::differ, three.owner(), -1, 1}})).size() == 1);
    }

    TEST_CASE("two pointers that differ are said not to be both of any name, and no clause tells them apart") {
        tests::Toy three(3);
        // A second pointer, in a message's place as it were: the hub's twin.
        smt::Segment twin = three.problem.segments[3];
        twin.pattern = "twin", twin.first = static_cast<int>(three.problem.variables.size());
        const int second = twin.first;
        for (int i = 0; i < twin.leaves; ++i)
            three.problem.variables.push_back(three.problem.variables[static_cast<std::size_t>(three.owner() + i)]);
        three.problem.segments.push_back(twin);
        const any::Roles roles(three.problem);
        const auto c = clause({{Relation::differ, three.owner(), second, 0}, {Relation::equal, three.busy(0), -1, 0}});
        const auto whole = any::quantified(roles, c);
        REQUIRE(whole);
        CHECK(any::tells_pointers_apart(*whole, 0));
        const std::vector<smt::Clause> each = any::said_of_each_name(roles, c);
        CHECK(each.size() == 3);
        std::set<any::Quantified> said;
        for (const smt::Clause& one : each) said.insert(any::quantified(roles, one).value());
        CHECK(said.size() == 2);  // of the node that is busy, and of another
        for (const any::Quantified& q : said) CHECK(!any::tells_pointers_apart(q, 0));
        const auto alike = any::quantified(roles, clause({{Relation::equal, three.owner(), second, 0}}));
        CHECK(any::names_to_break(*alike, 0) == 1);
    }
}
