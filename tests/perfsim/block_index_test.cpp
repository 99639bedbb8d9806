// The index of blocks against a standard map.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "perfsim/block_index.hpp"

namespace tandem::tests {

TEST_SUITE("perfsim/block_index") {
    TEST_CASE("it holds what a map holds, after any insertions and erasures") {
        perfsim::BlockIndex index;
        std::map<std::uint32_t, int> map;
        std::mt19937 random(1);
        int most = 0;
        for (int step = 0; step < 200'000; ++step) {
            // Few blocks, so that they collide in the table, and phases in which it grows and shrinks.
            const std::uint32_t block = static_cast<std::uint32_t>(random() % 3000) * 64;
            const bool grow = step / 20'000 % 2 == 0;
            const auto found = map.find(block);
            CHECK(index.find(block) == (found == map.end() ? -1 : found->second));
            if (found == map.end() && grow) {
                index.insert(block, step);
                map[block] = step;
            } else if (found != map.end() && !grow) {
                CHECK(index.erase(block) == found->second);
                map.erase(found);
            } else if (found == map.end()) {
                CHECK(index.place_of(block) == nullptr);
                CHECK(index.erase(block) == -1);
            } else {
                int* const place = index.place_of(block);
                REQUIRE(place);
                *place = found->second = step;
            }
            most = std::max(most, index.size());
            CHECK(index.size() == static_cast<int>(map.size()));
        }
        CHECK(most > 1000);
        int seen = 0;
        index.each([&](std::uint32_t block, int place) { seen += map.at(block) == place; });
        CHECK(seen == static_cast<int>(map.size()));
        index.clear();
        CHECK(index.size() == 0);
        CHECK(index.find(0) == -1);
    }
}

}  // namespace tandem::tests
