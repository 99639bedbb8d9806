// Choices between numbers, some of which look like truths.
#include <doctest/doctest.h>

#include "smt/expression.hpp"

using namespace tandem;

TEST_CASE("a choice of 0 and 1 beside another number is a number") {
    smt::Expressions pool;
    const smt::ValueType& boolean = pool.type({smt::ValueType::Kind::boolean, "boolean", 2, {}});
    const smt::Expression first = pool.variable({0, 0}, boolean), second = pool.variable({0, 1}, boolean);
    const smt::Expression truth = smt::conditional(second, 1, 0);
    CHECK(truth.type().kind == smt::ValueType::Kind::boolean);
    for (const smt::Expression e : {smt::conditional(first, 9, truth), smt::conditional(first, truth, 9)}) {
        CHECK(e.type().kind == smt::ValueType::Kind::number);
        for (const int is_first : {0, 1})
            for (const int is_second : {0, 1}) {
                const auto value = [&](smt::Expression of) {
                    return smt::evaluate(of, [&](smt::Place place) { return place.leaf == 0 ? is_first : is_second; });
                };
                for (const int k : {0, 1, 9}) CHECK(value(smt::equal(e, k)) == (value(e) == k));
            }
    }
}

TEST_CASE("a sum of truths is a number") {
    smt::Expressions pool;
    const smt::ValueType& boolean = pool.type({smt::ValueType::Kind::boolean, "boolean", 2, {}});
    const smt::Expression truth = smt::conditional(pool.variable({0, 0}, boolean), 1, 0);
    for (const smt::Expression e : {smt::sum(truth, 1), smt::maximum(truth, smt::sum(truth, 1))}) {
        CHECK(e.type().kind == smt::ValueType::Kind::number);
        for (const int is : {0, 1}) {
            const auto value = [&](smt::Expression of) {
                return smt::evaluate(of, [&](smt::Place) { return is; });
            };
            for (const int k : {1, 2}) CHECK(value(smt::equal(e, k)) == (value(e) == k));
        }
    }
}
