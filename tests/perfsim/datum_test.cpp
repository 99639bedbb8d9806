// Data: the cost and lifetime of a reference, and the place of the heads.
#include "perfsim/coalescer.hpp"

#include <doctest/doctest.h>

#include <set>
#include <vector>

namespace tandem::tests {

using namespace perfsim;

TEST_SUITE("perfsim/datum") {
    TEST_CASE("every datum has a head of its own, which counts its references") {
        constexpr std::size_t many = 2 * DatumSlab::count + 1;
        std::vector<Value> values;
        std::set<const DatumHead*> heads;
        for (std::size_t i = 0; i < many; ++i) {
            values.emplace_back(static_cast<int>(i + 1));
            heads.insert(&values.back().datum()->head());
        }
        CHECK(heads.size() == many);
        std::vector<Value> copies(values.begin() + 1, values.end());
        CHECK(values[0].datum()->head().references == 1);
        bool twice = true, kept = true;
        for (std::size_t i = 1; i < many; ++i) {
            twice = twice && values[i].datum()->head().references == 2;
            kept = kept && values[i].word(31) == i + 1 && values[i].datum()->head().mask == all_words;
        }
        CHECK(twice);
        CHECK(kept);
        copies.clear();
        CHECK(values[many - 1].datum()->head().references == 1);
    }

    TEST_CASE("a datum that is used again has forgotten what it was") {
        Datum* datum = new_datum();
        datum->head() = {.mask = 3, .is_operation = true, .operation = AtomicOperation::exchange};
        { const Value last(datum); }
        Datum* again = new_datum();
        CHECK(again == datum);
        CHECK(again->head().mask == 0);
        CHECK(!again->head().is_operation);
        CHECK(again->head().references == 0);
        { const Value last(again); }
    }

    TEST_CASE("data that are written down for another thread are read as they were") {
        Datum* const operation = new_datum();
        operation->head().mask = 5;
        operation->head().is_operation = true;
        operation->head().operation = AtomicOperation::compare_and_swap;
        operation->words = {1, 0, 3};
        operation->word_of = {30, 0, 31};
        operation->beyond = 0xffff0000;
        operation->compared = new_datum();
        operation->compared->head().references = 1;
        operation->compared->words.fill(9);
        std::vector<std::uint32_t> written;
        Value().write(written);
        Value(7).write(written);
        {
            const Value atomic(operation);
            atomic.write(written);
        }
        const std::uint32_t* from = written.data();
        CHECK(!Value::read(from).datum());
        CHECK(Value::read(from) == Value(7));
        const Value atomic = Value::read(from);
        CHECK(from == written.data() + written.size());
        const Datum& read = *atomic.datum();
        CHECK(read.head().mask == 5);
        CHECK(read.head().is_operation);
        CHECK(read.head().operation == AtomicOperation::compare_and_swap);
        CHECK(read.words[2] == 3);
        CHECK(read.word_of[2] == 31);
        CHECK(read.beyond == 0xffff0000);
        CHECK(read.compared->words[31] == 9);
    }

    TEST_CASE("a pool that is given up leaves its data to the thread") {
        Value kept;
        {
            DataPool pool;
            pool.exchange();
            kept = Value(3);
            { const Value dropped(4); }
            pool.exchange();
            CHECK(new_datum() != kept.datum());
            pool.give_up();
        }
        CHECK(kept == Value(3));
        Datum* const next = new_datum();  // from the pool, whose data came last
        CHECK((reinterpret_cast<std::uintptr_t>(next) ^ reinterpret_cast<std::uintptr_t>(kept.datum())) < DatumSlab::bytes);
        { const Value last(next); }
    }

    TEST_CASE("each word keeps the number of its store, wherever it is copied") {
        const auto of = [](std::uint32_t first, std::uint32_t lanes) {  // stores lanes 0 .. to the words of their number
            Coalesced touched;
            std::vector<std::uint32_t> addresses(lane_count), data(lane_count, 5), numbers(lane_count);
            for (std::uint32_t l = 0; l < lane_count; ++l) addresses[l] = 4 * l, numbers[l] = first + l;
            coalesce(addresses, lanes, touched);
            return std::array{stored_part(touched, 0, data, numbers),
                              operation_part(touched, 0, AtomicOperation::maximum, numbers, {}, numbers)};
        };
        const auto numbers = [](const Value& value) {
            return std::vector{value.writer(0), value.writer(1), value.writer(2), value.writer(3)};
        };
        using Numbers = std::vector<std::uint32_t>;
        Value block;
        CHECK(numbers(block) == Numbers{0, 0, 0, 0});
        const Value first = of(100, 3)[0];
        Value::overwrite(block, first);
        CHECK(numbers(block) == Numbers{100, 101, 0, 0});
        const Value before = block;
        Value waiting = of(200, 2)[0];
        Value::combine(waiting, of(300, 4)[0]);
        Value::overwrite(block, waiting);
        CHECK(numbers(block) == Numbers{100, 201, 302, 0});
        CHECK(numbers(before) == Numbers{100, 101, 0, 0});
        const Value all = of(400, all_words)[0];
        Value::overwrite(block, all);
        CHECK(numbers(block) == Numbers{400, 401, 402, 403});
        const Value found = Value::perform(block, of(4, 3)[1]);  // the greater of 5 and 4 is there, and of 5 and 5
        CHECK(numbers(block) == Numbers{400, 401, 402, 403});
        CHECK(numbers(found) == Numbers{400, 401, 0, 0});
        const Value old = Value::perform(block, of(6, 9)[1]);
        CHECK(numbers(block) == Numbers{6, 401, 402, 9});
        CHECK(numbers(old) == Numbers{400, 0, 0, 403});
        CHECK(numbers(Value::named_by(first, block)) == Numbers{6, 401, 402, 9});
        std::vector<std::uint32_t> written;
        block.write(written);
        of(7, 1)[1].write(written);
        const std::uint32_t* from = written.data();
        CHECK(numbers(Value::read(from)) == Numbers{6, 401, 402, 9});
        CHECK(Value::read(from).writer(0) == 7);
        CHECK(from == written.data() + written.size());
        std::vector<Replaced> replaced;
        note_replaced(&replaced);
        Value copy = before;  // 100, 101
        Value::overwrite(copy, of(500, 2)[0]);
        Value::combine(waiting, of(600, 2)[0]);
        Value::perform(copy, of(700, 3)[1]);
        Value::perform(copy, of(3, 3)[1]);  // changes nothing
        note_replaced(nullptr);
        Value::overwrite(copy, all);
        const auto pair = [&](std::size_t i) { return std::pair(replaced.at(i).older, replaced.at(i).newer); };
        REQUIRE(replaced.size() == 4);
        CHECK(pair(0) == std::pair(101u, 501u));
        CHECK(pair(1) == std::pair(201u, 601u));
        CHECK(pair(2) == std::pair(100u, 700u));
        CHECK(pair(3) == std::pair(501u, 701u));
        // A store without numbers is of nobody known.
        Coalesced touched;
        const std::vector<std::uint32_t> addresses(lane_count, 4), data(lane_count, 1);
        coalesce(addresses, 1, touched);
        Value::overwrite(block, stored_part(touched, 0, data));
        CHECK(numbers(block) == Numbers{6, 0, 402, 9});
        // So is what an atomic without numbers stores.
        const std::vector<std::uint32_t> first_word(lane_count, 0), more(lane_count, 1000);
        coalesce(first_word, 1, touched);
        const Value before_it = Value::perform(block, operation_part(touched, 0, AtomicOperation::maximum, more, {}));
        CHECK(before_it.writer(0) == 6);
        CHECK(numbers(block) == Numbers{0, 0, 402, 9});
    }

    TEST_CASE("blocks are equal if their named words are") {
        Value a(7), b(7);
        CHECK(a == b);
        b.own().words[31] = 8;
        CHECK(!(a == b));
        CHECK(Value(0) == Value());
        CHECK(!(a == Value()));
        Datum *one = new_datum(), *other = new_datum();
        one->words.fill(1);
        other->words.fill(1);
        other->words[5] = 2;
        one->head().mask = other->head().mask = 1;
        CHECK(Value(one) == Value(other));
    }
}

}  // namespace tandem::tests
