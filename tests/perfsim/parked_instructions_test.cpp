// Instructions that have stepped aside against a plain list of them.
#include "perfsim/parked_instructions.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>
#include <set>

namespace tandem::tests {

using namespace perfsim;

TEST_SUITE("perfsim/parked_instructions") {
    TEST_CASE("who touches a block, who was first, and who is next to be tried again") {
        constexpr int warps = 48;
        std::vector<MemoryInstruction> of_warp(warps);
        ParkedInstructions parked;
        std::vector<int> order;   // warps, as they stepped aside
        std::set<int> to_try;
        std::mt19937 random(7);
        const auto touches = [&](int warp, std::uint32_t block) {
            const Coalesced& touched = of_warp[static_cast<std::size_t>(warp)].touched;
            return std::find(touched.block.begin(), touched.block.begin() + touched.count, block) !=
                   touched.block.begin() + touched.count;
        };
        // Blocks, many of which fall into one class.
        const auto some_block = [&] { return static_cast<std::uint32_t>(random() % 20 * 1025); };
        int wanted = 0, tried = 0;
        for (int step = 0; step < 20'000; ++step) {
            const int warp = static_cast<int>(random() % warps);
            MemoryInstruction& p = of_warp[static_cast<std::size_t>(warp)];
            const auto at = std::find(order.begin(), order.end(), warp);
            REQUIRE(parked.holds(warp) == (at != order.end()));
            if (at == order.end()) {
                p.warp = warp;
                std::set<std::uint32_t> blocks;
                for (std::uint32_t i = random() % 6; i-- > 0;) blocks.insert(some_block());
                p.touched.count = static_cast<int>(blocks.size());
                std::copy(blocks.begin(), blocks.end(), p.touched.block.begin());
            }
            const bool older = std::any_of(order.begin(), at, [&](int other) {
                return std::any_of(p.touched.block.begin(), p.touched.block.begin() + p.touched.count,
                                   [&](std::uint32_t b) { return touches(other, b); });
            });
            REQUIRE(parked.older_wants(p) == older);
            wanted += older;
            if (at == order.end()) {
                parked.park(p);
                order.push_back(warp);
            } else if (random() % 2 == 0) {
                parked.take(p);
                order.erase(at);
                to_try.erase(warp);
            } else {
                parked.try_again(warp);
                to_try.insert(warp);
            }
            const std::uint32_t block = some_block();
            std::set<int> seen, right;
            parked.each_touching(block, [&](MemoryInstruction& other, int place) {
                REQUIRE(other.touched.block[static_cast<std::size_t>(place)] == block);
                seen.insert(other.warp);
            });
            for (const int other : order)
                if (touches(other, block)) right.insert(other);
            REQUIRE(seen == right);
            std::vector<int> tries, in_turn;
            for (std::uint64_t after = 0; MemoryInstruction* next = parked.next_to_try(after); after = parked.turn(next->warp))
                tries.push_back(next->warp);
            std::copy_if(order.begin(), order.end(), std::back_inserter(in_turn),
                         [&](int other) { return to_try.contains(other); });
            REQUIRE(tries == in_turn);
            if (!tries.empty() && random() % 3 == 0) {
                parked.tried(tries.back());
                to_try.erase(tries.back());
                ++tried;
            }
        }
        CHECK(wanted > 1000);
        CHECK(tried > 1000);
    }
}

}  // namespace tandem::tests
