// Seen from one word, data of blocks of several words agree with the simulator's real words.
#include <doctest/doctest.h>

#include <array>
#include <random>

#include "model/block_words.hpp"
#include "model/symmetry.hpp"
#include "perfsim/datum.hpp"

namespace tandem::model {

namespace {

using Data = PartialData<Concrete>;

/// A real block, seen from its word `i`.
Data seen(const perfsim::Value& value, int i) {
    const std::uint32_t mask = value.datum() ? value.datum()->head().mask : perfsim::all_words;
    Data data;
    data.named = mask == perfsim::all_words ? Named::all : mask >> i & 1 ? Named::word : Named::others;
    if (mask >> i & 1) data.word = static_cast<int>(value.word(i));
    return data;
}

struct Random {
    std::mt19937 numbers{1};
    int below(int n) { return static_cast<int>(numbers() % static_cast<unsigned>(n)); }
    /// Words of a block named by `mask`, each with one of eight values.
    perfsim::Value value(std::uint32_t mask) {
        perfsim::Datum* datum = perfsim::new_datum();
        datum->head().mask = mask;
        for (int i = 0; i < perfsim::words_per_block; ++i)
            datum->words[static_cast<std::size_t>(i)] = mask >> i & 1 ? static_cast<std::uint32_t>(below(8)) : 0;
        return perfsim::Value(datum);
    }
    std::uint32_t mask() {
        const std::array<std::uint32_t, 4> masks{perfsim::all_words, 1u << below(32), static_cast<std::uint32_t>(numbers()),
                                                 0xffff0000};
        return std::max(1u, masks[static_cast<std::size_t>(below(4))]);
    }
};

Permutation exchanged_values() {
    Permutation p;
    std::swap(p.value[0], p.value[1]);
    return p;
}

}  // namespace

TEST_SUITE("model/block words") {
    TEST_CASE("what a text does with data is, seen from any one word, what it does with the words of a block of thirty-two") {
        Random random;
        for (int run = 0; run < 3000; ++run) {
            const perfsim::Value block = random.value(perfsim::all_words), stored = random.value(random.mask());
            const int i = random.below(32);
            CHECK(covers_block(seen(stored, i)) == covers_block(stored));
            CHECK(seen(named_by(stored, block), i) == named_by(seen(stored, i), seen(block, i)));
            perfsim::Value written = block;
            Data data = seen(block, i);
            overwrite(written, stored);
            overwrite(data, seen(stored, i));
            CHECK(data == seen(written, i));
        }
    }

    TEST_CASE("stores are combined as those of a block of two words, here its halves") {
        Random random;
        for (int run = 0; run < 1000; ++run) {
            const std::array<std::uint32_t, 3> halves{perfsim::all_words, 0x0000ffff, 0xffff0000};
            perfsim::Value earlier = random.value(halves[static_cast<std::size_t>(random.below(3))]),
                           later = random.value(halves[static_cast<std::size_t>(random.below(3))]);
            const int i = random.below(32);
            Data data = seen(earlier, i);
            combine(data, seen(later, i));
            combine(earlier, later);
            CHECK(data == seen(earlier, i));
        }
    }

    TEST_CASE("an exchange finds what its words held") {
        Data block(1);
        Data operation(0);
        operation.named = Named::others;
        CHECK(perform(block, operation) == operation);  // it says nothing of this word
        CHECK(block == Data(1));
        operation.named = Named::word;
        Data found = perform(block, operation);
        CHECK(block == Data(0));
        CHECK(found.word == Id<Sort::value>(1));
        CHECK(found.named == Named::word);
    }

    TEST_CASE("a renaming of values leaves what names other words alone") {
        Data others;
        others.named = Named::others;
        CHECK(permuted(others, exchanged_values(), -1) == others);
        CHECK(permuted(Data(1), exchanged_values(), -1) == Data(0));
    }

    TEST_CASE("an operation is listed once for each value and words that it may name") {
        int meaningful = 0;
        const Shape shape{{1, 1, 1, 2}, 1, 1, 2};
        for (const auto& data : all_values<Data>(shape)) meaningful += data.well_formed();
        CHECK(meaningful == 5);
    }

    TEST_CASE("a block of one word has the bits that its value needs") {
        CHECK(packed_bits<Data>(Shape{{1, 1, 1, 2}, 1, 1, 1}) == 1);
        CHECK(packed_bits<Data>(Shape{{1, 1, 1, 2}, 1, 1, 2}) == 3);
    }
}

}  // namespace tandem::model
