// The blocks that a warp's lanes touch, by definition: each block once, in ascending order, with its lanes and their words.
#include <doctest/doctest.h>

#include <map>
#include <random>

#include "perfsim/coalescer.hpp"

namespace tandem::tests {

using perfsim::lane_count;

namespace {

void check(const perfsim::Lanes& addresses, std::uint32_t mask) {
    std::map<std::uint32_t, std::uint32_t> lanes;
    for (std::uint32_t l = 0; l < lane_count; ++l)
        if (mask >> l & 1) lanes[addresses[l] / 128] |= 1u << l;
    perfsim::Coalesced found;
    perfsim::coalesce(addresses, mask, found);
    REQUIRE(found.count == static_cast<int>(lanes.size()));
    std::size_t i = 0;
    for (const auto& [block, of_block] : lanes) {
        CHECK(found.block[i] == block);
        CHECK(found.lanes[i++] == of_block);
    }
    bool whole = mask == perfsim::all_words && lanes.size() == 1;
    for (std::uint32_t l = 0; l < lane_count; ++l) {
        if (mask >> l & 1) CHECK(found.word[l] == addresses[l] / 4 % 32);
        whole = whole && addresses[l] / 4 % 32 == l;
    }
    CHECK(found.whole == whole);
}

}  // namespace

TEST_SUITE("perfsim/coalescer") {
    TEST_CASE("lanes that touch word after word, from every word of a block and with any lanes missing") {
        std::mt19937 random(1);
        for (std::uint32_t first = 0; first < 64; ++first) {
            perfsim::Lanes addresses;
            for (std::uint32_t l = 0; l < lane_count; ++l) addresses[l] = 1280 + 4 * (first + l);
            for (const std::uint32_t mask :
                 {0xffffffffu, 1u, 0x80000000u, 0x0000ffffu, static_cast<std::uint32_t>(random()) | 4u})
                check(addresses, mask);
        }
    }

    TEST_CASE("lanes that go everywhere, to few blocks, and backwards") {
        std::mt19937 random(2);
        for (const std::uint32_t words : {1u, 40u, 200u, 100000u})
            for (int i = 0; i < 100; ++i) {
                perfsim::Lanes addresses;
                for (auto& address : addresses) address = 4 * static_cast<std::uint32_t>(random() % words);
                check(addresses, static_cast<std::uint32_t>(random()) | 1u);
            }
        perfsim::Lanes backwards;
        for (std::uint32_t l = 0; l < lane_count; ++l) backwards[l] = 4 * (lane_count - 1 - l);
        check(backwards, perfsim::all_words);
    }

    TEST_CASE("a wavefront's lanes in smaller blocks, one after the other and everywhere") {
        std::mt19937_64 random(3);
        for (const int words : {8, 16, 32})
            for (int i = 0; i < 200; ++i) {
                perfsim::WideLanes addresses;
                const auto first = static_cast<std::uint32_t>(random() % 64),
                           reach = static_cast<std::uint32_t>(1 + random() % 5000);
                for (std::uint32_t l = 0; l < addresses.size(); ++l)
                    addresses[l] = 4 * (i % 2 == 0 ? first + l : static_cast<std::uint32_t>(random() % reach));
                const perfsim::LaneMask mask = random() | 1;
                std::map<std::uint32_t, perfsim::LaneMask> lanes;
                for (std::uint32_t l = 0; l < addresses.size(); ++l)
                    if (mask >> l & 1) lanes[addresses[l] / 4 / static_cast<unsigned>(words)] |= perfsim::LaneMask(1) << l;
                perfsim::Coalesced found;
                perfsim::coalesce(addresses, mask, found, words);
                REQUIRE(found.count == static_cast<int>(lanes.size()));
                std::size_t at = 0;
                for (const auto& [block, of_block] : lanes) {
                    CHECK(found.block[at] == block);
                    CHECK(found.lanes[at++] == of_block);
                }
                for (std::uint32_t l = 0; l < addresses.size(); ++l)
                    if (mask >> l & 1) CHECK(found.word[l] == addresses[l] / 4 % static_cast<unsigned>(words));
                CHECK(found.whole == (words == 32 && i % 2 == 0 && first % 32 == 0 && mask == perfsim::all_words));
            }
    }

    TEST_CASE("a block is found among few and among many, and not what is left from a larger instruction") {
        perfsim::WideLanes addresses;
        for (std::uint32_t l = 0; l < addresses.size(); ++l) addresses[l] = 1000 * l;
        perfsim::Coalesced touched;
        for (const int lanes : {64, 33, 32, 5, 1}) {
            perfsim::coalesce(addresses, ~perfsim::LaneMask(0) >> (64 - lanes), touched);
            REQUIRE(touched.count == lanes);
            for (int l = 0; l < 64; ++l) {
                const auto number = addresses[static_cast<std::size_t>(l)] / perfsim::block_bytes;
                CHECK(touched.find(number) == (l < lanes ? l : -1));
                CHECK(touched.find(number + 1) == -1);
            }
        }
    }

    TEST_CASE("a store to all words of a small block names the whole block, and weighs no more") {
        perfsim::WideLanes addresses, data{};
        for (std::uint32_t l = 0; l < addresses.size(); ++l) addresses[l] = 4 * l;
        perfsim::Coalesced touched;
        perfsim::coalesce(addresses, 0xffff'ffff, touched, 16);
        REQUIRE(touched.count == 2);
        const perfsim::Value whole = perfsim::stored_part(touched, 1, data);
        CHECK(whole.datum()->head().mask == perfsim::all_words);
        CHECK(whole.bytes(64) == 64);
        perfsim::coalesce(addresses, 0x7fff, touched, 16);
        CHECK(perfsim::stored_part(touched, 0, data).bytes(64) == 60);
        CHECK(perfsim::Value().bytes(64) == 64);
    }

    TEST_CASE("the data of a store is what its lanes hold, and of two for one word the higher lane's") {
        perfsim::Lanes addresses, data;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            addresses[l] = 4 * l;
            data[l] = 100 + l;
        }
        perfsim::Coalesced touched;
        perfsim::coalesce(addresses, perfsim::all_words, touched);
        const perfsim::Value whole = perfsim::stored_part(touched, 0, data);
        CHECK(whole.datum()->head().mask == perfsim::all_words);
        for (int i = 0; i < 32; ++i) CHECK(whole.word(i) == 100u + static_cast<unsigned>(i));
        addresses[7] = 0;
        perfsim::coalesce(addresses, perfsim::all_words, touched);
        const perfsim::Value part = perfsim::stored_part(touched, 0, data);
        CHECK(part.datum()->head().mask == ~(1u << 7));
        CHECK(part.word(0) == 107);
    }
}

}  // namespace tandem::tests
