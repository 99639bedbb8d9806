// Paths of ordinary code over symbolic values: which exist, and which are known to be impossible.
#include "smt/symbolic.hpp"

#include <vector>

#include <doctest/doctest.h>

#include "exports/decision_diagram.hpp"

namespace {

using namespace tandem::smt;

struct Leaves {
    Expressions expressions;
    const ValueType& clock = expressions.type({ValueType::Kind::number, "time", 6, {}});
    const ValueType& flag = expressions.type({ValueType::Kind::boolean, "boolean", 2, {}});
    const ValueType& thread = expressions.type({ValueType::Kind::name, "thread", 3, {"0", "1", "2"}});
    Expression variable(int leaf, const ValueType& type) { return expressions.variable({0, leaf}, type); }
    Time x{variable(0, clock)}, y{variable(1, clock)};
    Flag p{variable(2, flag)}, q{variable(3, flag)};
};

/// The number of paths of `code`.
template <class Code>
int paths(Code&& code) {
    int count = 0;
    explore({}, [&] {
        code();
        ++count;
        return Effect{};
    });
    return count;
}

TEST_CASE("every feasible path is taken once") {
    Leaves v;
    std::vector<int> sums;
    paths([&] {
        int sum = 0;
        if (v.p) sum += 1;
        if (v.q) sum += 2;
        sums.push_back(sum);
    });
    CHECK(sums == std::vector{3, 1, 2, 0});
}

TEST_CASE("a condition is asked once on a path") {
    Leaves v;
    CHECK(paths([&] {
        if (v.p == v.q) (void)bool(v.q == v.p);
        if (v.p != v.q) return;
    }) == 2);
}

TEST_CASE("constants and bounds decide without asking") {
    Leaves v;
    CHECK(paths([&] { (void)bool(Time(2) < Time(3)); }) == 1);
    CHECK(paths([&] { (void)bool(v.x > 5); }) == 1);
    CHECK(paths([&] { (void)bool(v.x + 1 > 0); }) == 1);
    CHECK(paths([&] { (void)bool(Time::later(v.x, 3) < 3); }) == 1);
    CHECK(paths([&] {
        if (v.x > 2) (void)bool(v.x + 1 > 3), (void)bool(v.x == 2);
        else (void)bool(v.x <= 4);
    }) == 2);
    CHECK(paths([&] {
        if (v.x < v.y) (void)bool(v.x == v.y), (void)bool(v.y < v.x);
    }) == 2);
}

TEST_CASE("a name that indexes takes each of its values, the last without asking") {
    Leaves v;
    const Name<tandem::model::Sort::thread> name = [&] {
        Name<tandem::model::Sort::thread> n;
        n.value = v.variable(4, v.thread);
        return n;
    }();
    std::vector<std::size_t> indices;
    paths([&] {
        if (name == 1) return;
        indices.push_back(name.index());
    });
    CHECK(indices == std::vector<std::size_t>{0, 2});
}

TEST_CASE("the environment chooses in every way") {
    std::vector<int> chosen;
    paths([&] {
        const int first = PathOracle::current().choose(2);
        chosen.push_back(10 * first + (first ? PathOracle::current().choose(2) : 0));
    });
    CHECK(chosen == std::vector{0, 10, 11});
}

TEST_CASE("a visit of more paths than anyone waits for can be ended, and is only while that is wanted") {
    Leaves v;
    const auto many = [&] {
        return paths([&] {
            for (int i = 0; i < 10; ++i) static_cast<void>(bool(Flag(v.expressions.variable({1, i}, v.flag))));
        });
    };
    int questions = 0;
    {
        const PathOracle::Until until([&] { return ++questions > 100; });
        CHECK_THROWS_AS(many(), VisitStopped);
    }
    CHECK(questions == 101);
    CHECK(many() == 1024);
}

TEST_CASE("what a leaf never holds is not asked for") {
    Leaves v;
    int runs = 0;
    explore({{v.x.value, 3}, {v.x.value, 5}}, [&] {
        ++runs;
        CHECK(!bool(v.x == 3));
        CHECK(!bool(v.x > 4));
        return Effect{};
    });
    CHECK(runs == 1);
}

TEST_CASE("equal expressions are one, and simplify") {
    Leaves v;
    CHECK(sum(sum(v.x.value, 2), 3) == sum(v.x.value, 5));
    CHECK(sum(v.x.value, v.y.value) == sum(v.y.value, v.x.value));
    CHECK(maximum(v.x.value, maximum(v.y.value, v.x.value)) == maximum(v.x.value, v.y.value));
    CHECK(maximum(v.x.value, 0) == v.x.value);
    CHECK(negation(negation(v.p.value)) == v.p.value);
    CHECK(equal(v.p.value, 1) == v.p.value);
    CHECK(conjunction(v.p.value, negation(v.p.value)) == Expression(0));
    CHECK(conditional(v.p.value, v.x.value, v.x.value) == v.x.value);
    const Expression larger = maximum(v.x.value, sum(v.y.value, 2));
    CHECK(evaluate(larger, [](Place place) { return place.leaf == 0 ? 4 : 3; }) == 5);
}

TEST_CASE("a decision diagram forgets tests that do not matter") {
    Leaves v;
    tandem::exports::DecisionDiagram diagram;
    const auto leaf = tandem::exports::DecisionDiagram::leaf;
    const auto inner = diagram.test(v.q.value, leaf(1), leaf(2));
    const auto outer = diagram.test(v.p.value, inner, diagram.test(v.q.value, leaf(1), leaf(3)));
    CHECK(diagram.size(outer) == 3);
    CHECK(diagram.test(v.p.value, inner, inner) == inner);
    CHECK(diagram.test(v.p.value, inner, leaf(tandem::exports::DecisionDiagram::unreachable)) == inner);
    const auto low_bit = diagram.map(outer, [](int value) { return value % 2; });
    CHECK(diagram.size(low_bit) == 2);
    CHECK(diagram.map(outer, [](int value) { return value < 4; }) == leaf(1));
}

}  // namespace
