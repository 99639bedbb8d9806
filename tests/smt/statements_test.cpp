// The statements of bodies on symbols, as clauses, against the same bodies judged in every state of three small variables.
#include <doctest/doctest.h>

#include <stdexcept>

#include "smt/prove/statements.hpp"

namespace tandem::tests {

namespace {

using smt::Symbolic;

template <class D>
struct Three {
    using Domain = D;
    model::Counter<D, 2> x{}, y{}, z{};
    model::Flag<D> f{};
};

/// A problem with just these variables.
struct OfThree {
    smt::Problem problem;
    Three<Symbolic> state;

    OfThree() {
        const smt::ValueType& number = problem.expressions->type({smt::ValueType::Kind::number, "", 3, {}});
        const smt::ValueType& truth = problem.expressions->type({smt::ValueType::Kind::boolean, "boolean", 2, {}});
        problem.segments.push_back({smt::Segment::Kind::node, "node", "node", -1, 0, 0, {}, 1, 4});
        int leaf = 0;
        for (const char* name : {"x", "y", "z", "f"}) {
            const smt::ValueType& type = leaf == 3 ? truth : number;
            problem.variables.push_back({name, &type, 0, type.cardinality - 1, problem.expressions->variable({0, leaf}, type)});
            ++leaf;
        }
        const auto symbol = [&](std::size_t v) { return problem.variables[v].expression; };
        state.x.value = symbol(0);
        state.y.value = symbol(1);
        state.z.value = symbol(2);
        state.f = smt::Flag(symbol(3));
        problem.exchanges.push_back({model::Sort::core, {0, 1}});
        problem.initial.push_back({0, 1, 2, 0});
    }
};

/// The clauses of a body, and whether they hold where the body does, in all states.
template <class Body>
std::vector<smt::Clause> agreed(OfThree& of, Body body) {
    smt::Statements says(of.problem);
    const std::vector<smt::Clause> clauses = says.said_by("a body", {}, [&](smt::Statements& s) { body(of.state, s); });
    int held = 0;
    for (int x = 0; x <= 2; ++x)
        for (int y = 0; y <= 2; ++y)
            for (int z = 0; z <= 2; ++z)
                for (const bool f : {false, true}) {
                    smt::StateVector values{x, y, z, f};
                    for (std::size_t v = 4; v < of.problem.variables.size(); ++v)
                        values.push_back(smt::evaluate(of.problem.variables[v].expression, [&](smt::Place place) {
                            return values[static_cast<std::size_t>(place.leaf)];
                        }));
                    model::JudgedStatements<model::Concrete> judged;
                    body(Three<model::Concrete>{x, y, z, f}, judged);
                    CAPTURE(x);
                    CAPTURE(y);
                    CAPTURE(z);
                    CAPTURE(f);
                    CHECK(judged.hold() == std::all_of(clauses.begin(), clauses.end(),
                                                       [&](const smt::Clause& clause) { return clause.holds(values.data()); }));
                    held += judged.hold();
                }
    CHECK(held > 0);
    CHECK(held < 54);
    return clauses;
}

}  // namespace

TEST_SUITE("smt/prove statements") {
    TEST_CASE("a statement is a clause for each choice from its conclusions") {
        OfThree of;
        const auto clauses = agreed(of, []<class S>(const S& s, auto& says) {
            using Fact = model::Fact<typename S::Domain>;
            says(Fact(s.x == 1) & (s.y != 0), Fact(s.z > 1) | (Fact(s.x == s.y) & !Fact(s.f)));
        });
        CHECK(clauses.size() == 2);
        CHECK(of.problem.variables.size() == 4);
        CHECK(!of.problem.exchanges.empty());
    }

    TEST_CASE("what is named is one comparison, of a variable that is defined once") {
        OfThree of;
        const auto clauses = agreed(of, []<class S>(const S& s, auto& says) {
            using Fact = model::Fact<typename S::Domain>;
            const Fact both = says.named(Fact(s.x == 1) & (s.y == 1), "both are {}", 1),
                       more = says.named(both | (s.z == 2), "more");
            says(s.f, more);
            says(says.named(Fact(s.y == 1) & (s.x == 1), "the same"), s.z == 2);
        });
        CHECK(clauses.size() == 2);
        REQUIRE(of.problem.variables.size() == 6);
        CHECK(of.problem.variables[4].name == "both are 1");
        CHECK(of.problem.variables[5].name == "more");
        CHECK(of.problem.initial[0] == std::vector<int>{0, 1, 2, 0});  // definitions are not part of it
        CHECK(of.problem.exchanges.empty());
    }

    TEST_CASE("a fact that is no comparison of variables gets a name of its own") {
        OfThree of;
        agreed(of, [](auto s, auto& says) {
            s.x += 1;
            says(s.f, s.x > s.y);
        });
        REQUIRE(of.problem.variables.size() == 5);
        CHECK(of.problem.variables[4].name == "a body: fact 1");
    }

    TEST_CASE("a body may ask, and what a branch does not matter for is said once") {
        OfThree of;
        const auto clauses = agreed(of, [](const auto& s, auto& says) {
            if (s.x == 1) says(s.y == 2);
            says(s.f, s.z == 0);
        });
        CHECK(clauses.size() == 2);
    }

    TEST_CASE("a name with more places than parts is an error that names the body") {
        OfThree of;
        smt::Statements says(of.problem);
        CHECK_THROWS_WITH_AS(
            says.said_by("a lemma", {},
                         [&](smt::Statements& s) {
                             s(s.named(smt::Statements::Fact(of.state.x == 1) & (of.state.y == 1), "{} of {}", 1));
                         }),
            "a lemma has a name that does not fit its parts, \"{} of {}\": argument not found", std::logic_error);
    }

    TEST_CASE("a body with too many branches, and one with too many clauses, are errors that name it") {
        OfThree of;
        smt::Statements says(of.problem);
        std::vector<smt::Expression> flags;
        const smt::ValueType& truth = *of.problem.variables[3].type;
        for (int i = 0; i < 40; ++i) {
            of.problem.variables.push_back({"more", &truth, 0, 1, of.problem.expressions->variable({0, 4 + i}, truth)});
            flags.push_back(of.problem.variables.back().expression);
        }
        CHECK_THROWS_WITH_AS(
            says.said_by("asks", {},
                         [&](smt::Statements& s) {
                             int so = 0;
                             for (const smt::Expression& e : flags) so += bool(smt::Flag(e));
                             s(so < 99);
                         }),
            "asks asks for too much with `if`, && and ||: it has more than 20000 branches; `&` and `|` of facts have none",
            std::logic_error);
        CHECK_THROWS_AS(says.said_by("combines", {}, [&](smt::Statements& s) {
            smt::Statements::Fact some = false;
            for (std::size_t i = 0; i + 1 < flags.size(); i += 2)
                some = some | (smt::Statements::Fact(smt::Flag(flags[i])) & smt::Flag(flags[i + 1]));
            s(some);
        }), std::logic_error);
    }
}

}  // namespace tandem::tests
