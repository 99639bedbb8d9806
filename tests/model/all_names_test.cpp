// What is done with all names at once.
#include "model/all_names.hpp"

#include <doctest/doctest.h>

#include "model/any_number.hpp"

using namespace tandem::model;

TEST_CASE("all names of the shape are put in a set, and none beyond") {
    Shape shape;
    shape[Sort::core] = 3;
    Set<Concrete, Sort::core> set;
    insert_all(set, shape);
    for (int i = 0; i < 3; ++i) CHECK(set.contains(i));
    CHECK(!set.contains(3));
    shape[Sort::core] = max_extent;  // more than the set has room for
    insert_all(set, shape);
    CHECK(set.contains(3));
}

TEST_CASE("the same is done with what belongs to each name, and may ask for more") {
    Array<Concrete, Sort::core, Count<9>> counts;
    counts[Id<Sort::core>(1)] = 4;
    do_with_all(
        counts, [](auto& count, int more) { count += more; }, 2);
    CHECK(counts[Id<Sort::core>(0)] == 2);
    CHECK(counts[Id<Sort::core>(1)] == 6);
    CHECK(counts[Id<Sort::core>(3)] == 2);
}

TEST_CASE("of a sort that is not any, names are numbers as ever") {
    using D = AnyNumber<Sort::core>;
    static_assert(std::is_same_v<Core<D>, AnyName<Sort::core>>);
    static_assert(std::is_same_v<Address<D>, Id<Sort::address>>);
    static_assert(!std::is_constructible_v<int, Core<D>>);
    Set<D, Sort::address> blocks;
    blocks.insert(1);
    CHECK(blocks.contains(1));
    CHECK(!blocks.contains(0));
}
