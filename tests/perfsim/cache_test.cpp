// The lines of a cache against a list in the order of use.
#include "perfsim/cache.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <list>
#include <random>

namespace tandem::tests {

using namespace perfsim;

TEST_SUITE("perfsim/cache") {
    TEST_CASE("it finds what is there, and replaces what was used least recently of what may leave") {
        constexpr int ways = 4;
        Cache<int> cache;
        cache.configure(1, ways, 1);
        std::list<std::uint32_t> by_use;  // of the lines with a way; the least recently used first
        const auto use = [&](std::uint32_t block) {
            by_use.remove(block);
            by_use.push_back(block);
        };
        std::mt19937 random(1);
        int replaced = 0, stayed = 0, found = 0;
        for (int step = 0; step < 100'000; ++step) {
            const Block block(static_cast<std::uint32_t>(random() % 12));
            const bool present = std::find(by_use.begin(), by_use.end(), block.number) != by_use.end();
            const int* line = cache.find(block);
            REQUIRE((line != nullptr) == present);
            if (present) {
                REQUIRE(*line == static_cast<int>(100 + block.number));
                ++found;
                if (random() % 4 == 0) {
                    cache.drop(block);
                    by_use.remove(block.number);
                } else {
                    cache.touch(block);
                    use(block.number);
                }
                continue;
            }
            cache.place(block) = static_cast<int>(100 + block.number);
            REQUIRE(*cache.find(block) == static_cast<int>(100 + block.number));
            // Some lines may not leave, and sometimes none may.
            const auto locked = [&](std::uint32_t b) {
                return step % 50 == 0 || (b + static_cast<std::uint32_t>(step)) % 3 == 0;
            };
            std::vector<std::uint32_t> asked;
            cache.settle([&](Block victim) {
                asked.push_back(victim.number);
                if (locked(victim.number)) return false;
                cache.drop(victim);
                return true;
            });
            if (by_use.size() < ways) {
                REQUIRE(asked.empty());
                use(block.number);
                continue;
            }
            const auto victim = std::find_if_not(by_use.begin(), by_use.end(), locked);
            const auto end = victim == by_use.end() ? victim : std::next(victim);
            REQUIRE(std::equal(by_use.begin(), end, asked.begin(), asked.end()));
            if (victim == by_use.end()) {
                ++stayed;
                cache.drop(block);  // from the buffer
                REQUIRE(cache.find(block) == nullptr);
            } else {
                ++replaced;
                by_use.erase(victim);
                use(block.number);
            }
        }
        CHECK(found > 10'000);
        CHECK(replaced > 10'000);
        CHECK(stayed > 100);
        CHECK(cache.spills == static_cast<std::uint64_t>(replaced + stayed));
    }

    TEST_CASE("a set has as many ways as it is said to, whatever number of tags is compared at a time") {
        for (int ways = 1; ways <= 9; ++ways) {
            Cache<int> cache;
            cache.configure(1, ways, 1);
            for (int i = 0; i < ways; ++i) {
                CHECK(cache.has_room(Block(i)));
                cache.place(Block(i)) = i;
            }
            CHECK_FALSE(cache.has_room(Block(ways)));
            CHECK(cache.settled());
            cache.place(Block(ways)) = ways;
            CHECK_FALSE(cache.settled());
            int lines = 0;
            cache.each([&](Block block, int line) {
                CHECK(block == Block(line));
                ++lines;
            });
            CHECK(lines == ways + 1);
            cache.clear();
            cache.each([](Block, int) { FAIL("there is a line after all were cleared"); });
            CHECK(cache.has_room(Block(0)));
        }
    }

    TEST_CASE("blocks that share a tag find room where it is, and leave together when others need the way") {
        Cache<int> cache;
        cache.configure(1, 2, 1, 4, 1);  // two ways of four blocks
        const auto settle = [&] {
            std::vector<std::uint32_t> left;
            cache.settle([&](Block victim) {
                left.push_back(victim.number);
                cache.drop(victim);
                return true;
            });
            return left;
        };
        for (const int block : {0, 2, 5}) cache.place(Block(block)) = block;
        CHECK(cache.has_room(Block(1)));
        CHECK(cache.has_room(Block(7)));
        CHECK_FALSE(cache.has_room(Block(8)));  // both tags are taken, though five places are free
        cache.touch(Block(0));
        cache.place(Block(9)) = 9;
        CHECK(settle() == std::vector<std::uint32_t>{5});  // the tag that was used least recently
        cache.place(Block(13)) = 13;
        CHECK(settle() == std::vector<std::uint32_t>{0, 2});
        CHECK(*cache.find(Block(9)) == 9);
        CHECK(*cache.find(Block(13)) == 13);
        CHECK(cache.settled());
    }

    TEST_CASE("where blocks of a tag lie apart, as in L2's banks, it is the same") {
        Cache<int> bank;
        bank.configure(2, 2, 8, 4, 8);  // of eight banks: its blocks are multiples of 8, and four in a row share a tag
        for (const int block : {0, 8, 16, 24}) {
            CHECK(bank.has_room(Block(block)));
            bank.place(Block(block)) = block;
        }
        CHECK(bank.settled());
        Cache<int> l1;
        l1.configure(1, 1, 1, 4, 8);
        for (const int block : {3, 11, 19, 27}) {
            CHECK(l1.has_room(Block(block)));
            l1.place(Block(block)) = block;
        }
        CHECK_FALSE(l1.has_room(Block(4)));
    }

    TEST_CASE("where lines leave later, one is evicted for each that waits, and again only if it has stayed") {
        Cache<int> cache;
        cache.configure(1, 4, 1);
        for (int i = 0; i < 6; ++i) cache.place(Block(i)) = i;
        std::vector<std::uint32_t> leaving;
        const auto evict = [&](Block victim) {
            if (std::find(leaving.begin(), leaving.end(), victim.number) != leaving.end()) return false;
            leaving.push_back(victim.number);
            return true;
        };
        for (int i = 0; i < 5; ++i) cache.settle_later(evict);
        CHECK(leaving == std::vector<std::uint32_t>{0, 1});
        CHECK(cache.spilled() == 2);
        cache.drop(Block(1));
        cache.settle_later(evict);
        CHECK(cache.spilled() == 1);
        CHECK(*cache.find(Block(4)) == 4);
        CHECK(*cache.find(Block(5)) == 5);
        leaving.clear();  // block 0 has stayed
        cache.settle_later(evict);
        CHECK(leaving == std::vector<std::uint32_t>{0});
        cache.drop(Block(0));
        cache.settle_later(evict);
        CHECK(cache.settled());
    }
}

}  // namespace tandem::tests
