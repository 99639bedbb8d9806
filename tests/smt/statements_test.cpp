// Statements in the names of variables, against what they say, in every state of three small variables.
#include <doctest/doctest.h>

#include <stdexcept>

#include "smt/prove/statements.hpp"

namespace tandem::tests {

namespace {

struct OfThree {
    smt::Problem problem;
    OfThree() {
        for (const char* name : {"x", "y", "z"}) problem.variables.push_back({name, nullptr, 0, 2, {}});
    }
};

struct Said : OfThree, smt::Statements {
    Said() : Statements(problem) {}
    using Statements::clauses, Statements::is, Statements::isnt, Statements::known, Statements::more, Statements::same, Statements::say;

    bool hold(const smt::StateVector& state) const {
        return std::all_of(clauses().begin(), clauses().end(), [&](const smt::Clause& clause) { return clause.holds(state.data()); });
    }
};

template <class F>
void in_every_state(F&& f) {
    for (int x = 0; x <= 2; ++x)
        for (int y = 0; y <= 2; ++y)
            for (int z = 0; z <= 2; ++z) f(x, y, z);
}

}  // namespace

TEST_SUITE("smt/prove statements") {
    TEST_CASE("where the premises hold one of the conclusions does") {
        Said both, none_of_it, nothing, never;
        both.say(both.is("x", 1) & both.isnt("y", 0), {both.more("z", 1), both.same("x", "y") & both.is("z", 0)});
        none_of_it.say({}, no(none_of_it.is("x", 1) & none_of_it.is("y", 2)) | smt::Terms{none_of_it.is("z", 2)});
        nothing.say(nothing.is("x", 1), {nothing.is("x", 1)});
        never.say(never.same("x", "z"), {});
        in_every_state([&](int x, int y, int z) {
            CAPTURE(x);
            CAPTURE(y);
            CAPTURE(z);
            CHECK(both.hold({x, y, z}) == (!(x == 1 && y != 0) || z > 1 || (x == y && z == 0)));
            CHECK(none_of_it.hold({x, y, z}) == (x != 1 || y != 2 || z == 2));
            CHECK(never.hold({x, y, z}) == (x != z));
        });
        CHECK(both.clauses().size() == 2);  // one for each comparison of the second conclusion
        CHECK(nothing.clauses().empty());
    }

    TEST_CASE("a name that no variable has is an error of whoever states it") {
        Said said;
        CHECK(said.known("y"));
        CHECK(!said.known("CU0"));
        CHECK_THROWS_WITH_AS(said.is("CU0", 1), "a statement about CU0, which is no variable", std::logic_error);
    }
}

}  // namespace tandem::tests
