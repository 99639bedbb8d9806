// What the stores of the finite search refuse, and how a value out of range is named.
#include <doctest/doctest.h>

#include "model/range.hpp"

using namespace tandem::model;

namespace {

struct Line {
    Count<5> readers{};
    Time until{};
    BOOST_DESCRIBE_CLASS(Line, (), (readers, until), (), ())
};
struct Node {
    Table<Concrete, Sort::address, Line> lines;
    Array<Concrete, Sort::thread, Count<3>> waits;
    Set<Concrete, Sort::core> sharers;
    Fifo<Concrete, Count<2>, 3> queue;
    BOOST_DESCRIBE_CLASS(Node, (), (lines, waits, sharers, queue), (), ())
};
const Shape shape_of_errors{{2, 2, 2, 2}, 7};

std::string error(const Node& node) {
    try {
        pack_whole(node, shape_of_errors, "leaves ");
    } catch (const TextError& e) {
        return e.what();
    }
    return "";
}

}  // namespace

TEST_CASE("a counter shows that it has left its range, on both sides and at any width") {
    Count<5> small = 0;
    small -= 1;
    CHECK(number_of(small) == -1);
    small += 7;
    CHECK(number_of(small) == 6);
    Count<255> byte = 255;
    byte += 1;
    CHECK(number_of(byte) == 256);
    byte -= 257;
    CHECK(number_of(byte) == -1);
    Count<100> far = 100;
    for (int i = 0; i < 100; ++i) far += 100;
    CHECK(number_of(far) > 100);
}

TEST_CASE("a place that is not there is an error, and not memory of something else") {
    Fifo<Concrete, Count<2>, 2> queue;
    CHECK_THROWS_WITH_AS(queue.pop(), "takes from an empty queue", TextError);
    CHECK_THROWS_AS(queue.front(), TextError);
    queue.push(1), queue.push(2);
    CHECK_THROWS_WITH_AS(queue.push(1), "pushes into a queue that is full with 2 items", TextError);
    Array<Concrete, Sort::core, Count<2>> array;
    CHECK_THROWS_WITH_AS(array[Id<Sort::core>(4)], "uses core 4, where 3 is the last that there can be", TextError);
    CHECK_THROWS_AS(array[Id<Sort::core>(-1)], TextError);
    Array<Wide, Sort::core, Count<2>> wide;
    CHECK_NOTHROW(wide[Id<Sort::core>(7)]);
    CHECK_THROWS_WITH_AS(wide[Id<Sort::core>(8)], "uses core 8, where 7 is the last that there can be", TextError);
    Fifo<Wide, Count<2>, 2> wide_queue;
    CHECK_THROWS_WITH_AS(wide_queue.pop(), "takes from an empty queue", TextError);
}

TEST_CASE("a field out of range is named as traces name it") {
    Node node;
    CHECK(error(node).empty());
    node.lines.place(1).readers = 6;
    CHECK(error(node) == "leaves lines.B.readers at 6, beyond its limit of 5");
    node = {};
    node.waits[1] -= 1;
    CHECK(error(node) == "leaves waits.1 at -1, below 0");
    node = {};
    node.lines.place(0).until = 9;
    CHECK(error(node) == "leaves lines.A.until at 9, beyond its limit of 7");
    node = {};
    node.queue.push(1);
    node.queue.push(3);
    CHECK(error(node) == "leaves queue[1] at 3, beyond its limit of 2");
}

TEST_CASE("what is kept for a name that the shape lacks would be lost, and is an error") {
    Node node;
    node.sharers.insert(1);
    CHECK(error(node).empty());
    node.sharers.insert(2);
    CHECK(error(node) == "leaves sharers.2, for a name that the shape does not have");
    node = {};
    node.lines.place(3);
    CHECK(error(node) == "leaves lines.D, for a name that the shape does not have");
}
