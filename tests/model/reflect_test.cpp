// Packing and counting: a value as bits, and the number of values.
#include <doctest/doctest.h>

#include <set>

#include "tests/model/random_value.hpp"

using namespace tandem::model_tests;

namespace {

const Shape small{{2, 3, 2, 3}, 5};

template <Reflected T>
void packs_and_unpacks() {
    std::mt19937 random(1);
    for (const Shape& shape : {small, Shape{}, Shape{{4, 4, 4, 4}, max_time}})
        for (int i = 0; i < 200; ++i) {
            const T value = random_value<T>(shape, random);
            const Packed words = pack(value, shape);
            CHECK(static_cast<int>(words.size()) == (packed_bits<T>(shape) + 31) / 32);
            CHECK(equal(unpack<T>(words, shape), value));
        }
}

struct Line3 {
    Line a, b, c;
    BOOST_DESCRIBE_CLASS(Line3, (), (a, b, c), (), ())
};

}  // namespace

TEST_CASE("a leaf survives packing") {
    packs_and_unpacks<bool>();
    packs_and_unpacks<Phase>();
    packs_and_unpacks<Id<Sort::address>>();
    packs_and_unpacks<tandem::model::Time>();
    packs_and_unpacks<Count<9>>();
}

TEST_CASE("a container survives packing") {
    packs_and_unpacks<Array<Concrete, Sort::value, tandem::model::Time>>();
    packs_and_unpacks<Table<Concrete, Sort::thread, Waiter>>();
    packs_and_unpacks<Set<Concrete, Sort::core>>();
    packs_and_unpacks<Maybe<Concrete, Line>>();
    packs_and_unpacks<Fifo<Concrete, Waiter, 5>>();
}

TEST_CASE("whole caches survive packing") {
    packs_and_unpacks<PrivateCache>();
    packs_and_unpacks<SharedCache>();
}

TEST_CASE("values have equal bits exactly when they are equal") {
    std::mt19937 random(2);
    int equals = 0;
    for (int i = 0; i < 2000; ++i) {
        const Shape shape{{1, 2, 1, 2}, 1};
        const auto a = random_value<Line>(shape, random), b = random_value<Line>(shape, random);
        CHECK((pack(a, shape) == pack(b, shape)) == equal(a, b));
        equals += equal(a, b);
    }
    CHECK(equals > 0);
    CHECK(equals < 2000);
}

TEST_CASE("a sort of one name needs no bits") {
    CHECK(packed_bits<Id<Sort::core>>(Shape{}) == 0);
    CHECK(packed_bits<Id<Sort::core>>(Shape{{3, 1, 1, 1}, 1}) == 2);
    CHECK(packed_bits<Line>(Shape{{1, 2, 1, 4}, 1}) == 2 + 2 + 1 + (1 + 2));
}

TEST_CASE("a field beyond its range is not packed") {
    const auto says = "a field holds 3, beyond its limit of 2";
    CHECK_THROWS_WITH_AS(pack(Id<Sort::value>(3), small), says, std::out_of_range);
    CHECK_THROWS_WITH_AS(pack(Count<2>(3), small), says, std::out_of_range);
    CHECK_THROWS_WITH_AS(pack(static_cast<Phase>(3), small), says, std::out_of_range);
    CHECK_THROWS_WITH_AS(pack(tandem::model::Time(6), small), "a field holds 6, beyond its limit of 5", std::out_of_range);
    CHECK_THROWS_AS(pack(tandem::model::Time(-1), small), std::out_of_range);
}

TEST_CASE("what lies beyond the extents is not packed") {
    Array<Concrete, Sort::address, tandem::model::Time> times;
    times.items[3] = 77;
    CHECK(pack(times, small) == pack(Array<Concrete, Sort::address, tandem::model::Time>{}, small));
}

TEST_CASE("all values of a type are listed once") {
    CHECK(all_values<bool>(small).size() == 2);
    CHECK(all_values<Phase>(small).size() == 3);
    CHECK(all_values<Set<Concrete, Sort::thread>>(small).size() == 8);
    CHECK(all_values<Array<Concrete, Sort::address, Id<Sort::value>>>(small).size() == 9);
    const auto waiters = all_values<Waiter>(small);
    CHECK(waiters.size() == 2 * 3 * 6);
    std::vector<Packed> packed;
    for (const Waiter& waiter : waiters) packed.push_back(pack(waiter, small));
    std::sort(packed.begin(), packed.end());
    CHECK(std::adjacent_find(packed.begin(), packed.end()) == packed.end());
}

TEST_CASE("an enumerator is found by its name") {
    Phase phase{};
    CHECK(enum_from("done", phase));
    CHECK(phase == Phase::done);
    CHECK_FALSE(enum_from("gone", phase));
    CHECK(std::string(name_of(Phase::waiting)) == "waiting");
}

TEST_CASE("memory is given every contents once") {
    const auto memories = all_memories(small);
    CHECK(memories.size() == 9);
    CHECK(std::set<std::vector<int>>(memories.begin(), memories.end()).size() == 9);
}

TEST_CASE("normalising clears what is absent or unused and nothing else") {
    Line line{.phase = Phase::done, .data = 2, .writer = 1, .new_data = {.present = false, .item = 1}};
    CHECK(equal(normalised(line), Line{.phase = Phase::done, .data = 2, .writer = {}, .new_data = {}}));
    line.phase = Phase::waiting;
    CHECK(normalised(line).writer == 1);

    Line3 lines{line, line, line};
    lines.b.phase = Phase::idle;
    CHECK(normalised(lines).a.writer == 1);
    CHECK(normalised(lines).b.writer == 0);

    Fifo<Concrete, Line, 3> fifo;
    fifo.push(line);
    fifo.items[2] = line;
    CHECK(normalised(fifo).items[0].writer == 1);
    CHECK(is_default(normalised(fifo).items[2]));

    Table<Concrete, Sort::address, Line> table;
    table.place(1) = line;
    table.slots[0].item = line;
    CHECK(normalised(table).find(1)->writer == 1);
    CHECK(is_default(normalised(table).slots[0].item));
}

TEST_CASE("normalising twice is normalising once") {
    std::mt19937 random(3);
    for (int i = 0; i < 200; ++i) {
        const auto cache = random_value<PrivateCache>(small, random);
        CHECK(equal(normalised(cache), cache));
    }
}
