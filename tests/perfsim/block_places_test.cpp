// Where blocks lie: each in a place of its own, neighbours of a tag in one bank, and strides over all banks.
#include "perfsim/block_places.hpp"

#include <doctest/doctest.h>

#include <set>

#include "perfsim/memory.hpp"

namespace tandem::tests {

using perfsim::BlockPlaces;

TEST_SUITE("perfsim/block_places") {
    TEST_CASE("no two blocks lie in one place, and none lies outside its group") {
        for (const int sectors : {1, 4})
            for (const int banks : {1, 8, 64})
                for (const bool hashed : {false, true}) {
                    const BlockPlaces places(sectors, banks, hashed);
                    const std::uint32_t all = 16 * static_cast<std::uint32_t>(sectors * banks);
                    std::set<std::uint32_t> taken;
                    for (std::uint32_t block = 0; block < all; ++block) {
                        CHECK(places(block) / places.group() == block / places.group());
                        taken.insert(places(block));
                    }
                    CHECK(taken.size() == all);
                    CHECK(places.plain() == ((sectors == 1 || banks == 1) && (!hashed || banks == 1)));
                }
    }

    TEST_CASE("blocks of a tag lie in one bank, one after the other, and the next tag's in another") {
        const BlockPlaces places(4, 8, false);
        for (std::uint32_t block = 0; block < 4; ++block) CHECK(places(block) == 8 * block);
        CHECK(places(4) == 1);
        CHECK(places(5) == 9);
    }

    TEST_CASE("a stride that is a power of two meets one bank, or all where they are hashed") {
        const BlockPlaces plain(1, 8, false), hashed(1, 8, true);
        for (const std::uint32_t stride : {8u, 64u, 4096u}) {
            std::set<std::uint32_t> of_plain, of_hashed;
            for (std::uint32_t i = 0; i < 8; ++i) {
                of_plain.insert(plain(i * stride) % 8);
                of_hashed.insert(hashed(i * stride) % 8);
            }
            CHECK(of_plain.size() == 1);
            CHECK(of_hashed.size() == 8);
        }
    }

    TEST_CASE("the host finds its words again, wherever they lie") {
        perfsim::Memory memory(32, BlockPlaces(4, 8, true));
        std::vector<std::uint32_t> words(1000);
        for (std::uint32_t i = 0; i < words.size(); ++i) words[i] = 7 * i;
        memory.allocate(3);
        const perfsim::Buffer buffer = memory.allocate(words);
        CHECK(memory.read(buffer) == words);
        CHECK(memory.image.size() % 32 == 0);
    }
}

}  // namespace tandem::tests
