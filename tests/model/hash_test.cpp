#include <doctest/doctest.h>

#include <array>
#include <bit>
#include <set>

#include "model/hash.hpp"

namespace tandem::tests {

TEST_SUITE("hashes") {
    TEST_CASE("SplitMix64 from 0 says the numbers that its authors' program says") {
        std::uint64_t state = 0;
        for (const std::uint64_t number : {0xe220a8397b1dcdafu, 0x6e789e6aa1b965f4u, 0x06c45d188009454fu})
            CHECK(model::mixed(state += model::golden_ratio) == number);
    }

    TEST_CASE("small numbers in any order differ in the low bits of their hash, which tables take") {
        std::set<std::uint64_t> slots;
        for (std::uint64_t a = 0; a < 16; ++a)
            for (std::uint64_t b = 0; b < 16; ++b) slots.insert(model::hash_with(model::hash_with(0, a), b) % 65536);
        CHECK(slots.size() > 250);
    }

    TEST_CASE("a number's last bit reaches all of a product that is folded twice") {
        const auto hash = [](std::uint64_t n) {
            return model::folded_product(model::folded_product(n, 0x2d358dccaa6c78a5), 0x8bb84b93962eacc9);
        };
        for (std::uint64_t n = 2; n < 1000; n += 2) {
            const int changed = std::popcount(hash(n) ^ hash(n + 1));
            CHECK(changed > 8);
            CHECK(changed < 56);
        }
    }
}

}  // namespace tandem::tests
