// Z3's answers about expressions, as integers and as bits, against their true values.
#include "smt/prove/solver.hpp"

#include <doctest/doctest.h>

#include <array>
#include <chrono>
#include <random>
#include <thread>

namespace {

using namespace tandem::smt;

/// A problem of a few variables with limits, some of them below 0, and nothing else.
Problem variables() {
    Problem problem;
    const std::array<std::array<int, 2>, 5> limits{{{0, 1}, {0, 5}, {-3, 4}, {-8, -2}, {3, 16}}};
    problem.segments.push_back({Segment::Kind::node, "n", "n", -1, 0, 0, {}, 1, static_cast<int>(limits.size())});
    for (std::size_t v = 0; v < limits.size(); ++v) {
        const auto [low, high] = limits[v];
        const ValueType& type =
            problem.expressions->type({v == 0 ? ValueType::Kind::boolean : ValueType::Kind::number, "", high + 1, {}});
        problem.variables.push_back({"v" + std::to_string(v), &type, low, high,
                                     problem.expressions->variable({0, static_cast<int>(v)}, type, low, high)});
    }
    return problem;
}

struct Maker {
    const Problem& problem;
    std::mt19937 random;

    int below(int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); }
    Expression number(int depth) {
        if (depth == 0)
            return below(4) == 0 ? Expression(below(12) - 4)
                                 : problem.variables[static_cast<std::size_t>(1 + below(4))].expression;
        switch (below(4)) {
            case 0: return sum(number(depth - 1), number(depth - 1));
            case 1: return maximum(number(depth - 1), number(depth - 1));
            case 2: return conditional(truth(depth - 1), number(depth - 1), number(depth - 1));
            default: return number(0);
        }
    }
    Expression truth(int depth) {
        switch (depth == 0 ? below(3) : 1 + below(6)) {
            case 0: return problem.variables[0].expression;
            case 1: return less(number(depth), number(depth));
            case 2: return equal(number(depth), number(depth));
            case 3: return negation(truth(depth - 1));
            case 4: return conjunction(truth(depth - 1), truth(depth - 1));
            case 5: return disjunction(truth(depth - 1), truth(depth - 1));
            default: return conditional(truth(depth - 1), truth(depth - 1), truth(depth - 1));
        }
    }
};

TEST_CASE("a model with a number that is no int is no model") {
    Problem problem;
    problem.segments.push_back({Segment::Kind::node, "n", "n", -1, 0, 0, {}, 1, 6});
    const ValueType& type = problem.expressions->type({ValueType::Kind::number, "", 2, {}});
    for (int v = 0; v < 6; ++v)
        problem.variables.push_back(
            {"v" + std::to_string(v), &type, 0, unbounded, problem.expressions->variable({0, v}, type, 0, unbounded)});
    const auto variable = [&](int v) { return problem.variables[static_cast<std::size_t>(v)].expression; };
    Solver solver(problem);
    std::vector<Expression> apart;  // each by half a billion from the one before
    for (int v = 1; v < 6; ++v) apart.push_back(less(sum(variable(v - 1), 500'000'000), variable(v)));
    REQUIRE(solver.check(std::span(apart).first(4), {}) == Solver::Answer::satisfiable);
    CHECK(solver.value(variable(4)) > 2'000'000'000);
    REQUIRE(solver.check(apart, {}) == Solver::Answer::satisfiable);
    CHECK_THROWS_AS(solver.value(variable(5)), Solver::Stopped);
}

TEST_CASE("numbers as bits and as integers have the same answers, and models in which they hold") {
    const Problem problem = variables();
    Solver integers(problem), bits(problem, Arithmetic::bits);
    Maker make{problem, std::mt19937(5)};
    int can = 0, cannot = 0;
    for (int i = 0; i < 400; ++i) {
        const std::array facts{make.truth(2), make.truth(2), make.truth(1)};
        const auto answer = bits.check(facts, {});
        REQUIRE(answer == integers.check(facts, {}));
        if (answer != Solver::Answer::satisfiable) {
            ++cannot;
            continue;
        }
        ++can;
        for (const Solver* solver : {&integers, &bits}) {
            const StateVector state = solver->state();
            for (std::size_t v = 0; v < state.size(); ++v) {
                REQUIRE(state[v] >= problem.variables[v].low);
                REQUIRE(state[v] <= problem.variables[v].high);
            }
            const auto value = [&](Expression e) {
                return evaluate(e, [&](Place place) { return state[static_cast<std::size_t>(place.leaf)]; });
            };
            for (const Expression& fact : facts) REQUIRE(value(fact) == 1);
            const Expression number = make.number(3);
            REQUIRE(solver->value(number) == value(number));
        }
    }
    CHECK(can > 50);
    CHECK(cannot > 50);
}

TEST_CASE("a solver that is interrupted answers rightly, does not know, or says that it was interrupted") {
    const Problem problem = variables();
    Maker make{problem, std::mt19937(6)};
    int interrupted = 0;
    const std::jthread others([](const std::stop_token& done) {
        for (; !done.stop_requested(); std::this_thread::sleep_for(std::chrono::microseconds(20))) Solver::interrupt_all();
    });
    for (int i = 0; i < 5000 && interrupted < 5; ++i) {
        Solver solver(problem);
        const Expression fact = make.truth(2);
        const std::array facts{fact};
        try {
            const std::array assumed{solver.assumption(fact)};
            solver.require(fact);
            if (solver.check(facts, assumed) != Solver::Answer::satisfiable) continue;
            const int value = solver.value(fact);
            CHECK(value == 1);
        } catch (const Solver::Stopped&) {
            ++interrupted;
        }
    }
    CHECK(interrupted == 5);
}

}  // namespace
