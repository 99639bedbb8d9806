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

TEST_CASE("something in an array has what is asked for, or nothing has") {
    Array<Concrete, Sort::core, Count<9>> counts;
    const auto more = [](const Count<9>& count, int least) { return count > least; };
    CHECK(!some_satisfies(counts, more, 0));
    counts[Id<Sort::core>(2)] = 4;
    CHECK(some_satisfies(counts, more, 3));
    CHECK(!some_satisfies(counts, more, 4));
}

TEST_CASE("what a table holds is changed, or asked for, by items that are there") {
    Table<Concrete, Sort::address, Count<9>> counts;
    CHECK(each_satisfies(counts, [](const Count<9>& count) { return count > 5; }));
    counts.place(2) = 3, counts.place(3) = 7;
    do_with_all(
        counts, [](auto& count, int more) { count += more; }, 1);
    CHECK(*counts.find(2) == 4);
    CHECK(counts.find(0) == nullptr);
    CHECK(!each_satisfies(
        counts, [](const Count<9>& count, int least) { return count > least; }, 5));
    CHECK(each_satisfies(
        counts, [](const Count<9>& count, int least) { return count > least; }, 3));
}

TEST_CASE("an array is assigned from a list, and names are dealt out in turn") {
    Array<Concrete, Sort::address, Count<9>> held;
    assign_all(held, {4, 5});
    CHECK(held[1] == 5);
    CHECK(held[2] == 0);
    CHECK(dealt_to(Id<Sort::address>(3), 2) == 1);
    CHECK(dealt_to(Id<Sort::address>(3), 1) == 0);
    CHECK(dealt_to(AnyName<Sort::address>(), 2) == 0);
}

namespace {

/// Notes to whom something is sent.
template <class D>
struct Noting {
    std::vector<std::string> sent{};
    void send(char kind, Core<D> core, int message) {
        if constexpr (finite<D>) sent.push_back(kind + std::to_string(core.number) + ":" + std::to_string(message));
        else sent.push_back("any");
    }
};

}  // namespace

TEST_CASE("a message goes to each core in a set, and to no other") {
    Set<Concrete, Sort::core> set;
    Noting<Concrete> ctx;
    send_to_all(set, 'c', 7, ctx);
    CHECK(ctx.sent.empty());
    set.insert(1), set.insert(3);
    send_to_all(set, 'c', 7, ctx);
    CHECK(ctx.sent == std::vector<std::string>{"c1:7", "c3:7"});
    Noting<AnyNumber<Sort::core>> any;
    send_to_all(Set<AnyNumber<Sort::core>, Sort::core>(), 'c', 7, any);
    CHECK(any.sent.size() == 1);
}

TEST_CASE("a set is empty or not, and loses whoever is in another") {
    Set<Concrete, Sort::core> set, others;
    CHECK(none_in(set));
    set.insert(0), set.insert(2);
    others.insert(2), others.insert(3);
    CHECK(!none_in(set));
    erase_all(set, others);
    CHECK(set.contains(0));
    CHECK(!set.contains(2));
    CHECK(!set.contains(3));
    erase_all(set, set);
    CHECK(none_in(set));
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
