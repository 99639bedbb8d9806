// Hash vectors in the simulator: inserted blocks are found, and of other blocks as many as the arithmetic of five functions of 64
// bits predicts.
#include <doctest/doctest.h>

#include <cmath>
#include <random>

#include "perfsim/hashed_blocks.hpp"

namespace tandem::perfsim {

namespace {

struct Chooses {
    int choose(int) { return 0; }
};

}  // namespace

TEST_SUITE("perfsim/hashed blocks") {
    TEST_CASE("64 blocks of a set are found, and of others about one in ten") {
        int inserted = 0, found = 0, asked = 0, seems = 0;
        std::mt19937 random(1);
        for (int run = 0; run < 40; ++run) {
            HashVectors vectors;
            std::vector<Block> there;
            for (int i = 0; i < 64; ++i) there.push_back(Block(static_cast<std::uint32_t>(4 * (random() % (1u << 20)))));
            for (const Block a : there) vectors.insert(a);
            for (const Block a : there) ++inserted, found += vectors.contains(a);
            for (int i = 0; i < 1000; ++i)
                ++asked, seems += vectors.contains(Block(static_cast<std::uint32_t>(4 * (random() % (1u << 20)))));
        }
        CHECK(found == inserted);
        const double in_vector = 1 - std::pow(63.0 / 64, 64), expected = std::pow(in_vector, HashVectors::functions);
        CHECK(seems / double(asked) > expected / 1.5);
        CHECK(seems / double(asked) < expected * 1.5);
    }

    TEST_CASE("new hashes are of one set of the cache, and a directory that knows blocks exactly forgets one") {
        model::HashedBlocks<Timed> hashed, exact;
        hashed.configure(4, true);
        exact.configure(4, false);
        for (const std::uint32_t a : {0u, 1u, 4u}) hashed.insert(a), exact.insert(a);
        hashed.erase(0u);
        exact.erase(0u);
        CHECK(hashed.contains(0u));
        CHECK(!exact.contains(0u));
        CHECK(exact.contains(4u));
        hashed.replace(8u, {});  // the set of 0 and 4
        CHECK(!hashed.contains(0u));
        CHECK(!hashed.contains(4u));
        CHECK(hashed.contains(1u));
    }

    TEST_CASE("of the evictions of each set every so many counts") {
        model::EvictionCounters<Timed> counters;
        Chooses chooses;
        int counted = 0;
        for (int i = 0; i < 64; ++i) counted += counters.counts(Block(4 * i), 16, 4, chooses);
        CHECK(counted == 4);
        CHECK(!counters.counts(Block(1), 16, 4, chooses));
        CHECK(counters.counts(Block(1), 1, 4, chooses));
    }
}

}  // namespace tandem::perfsim
