// A network with jitter: who overtakes whom, and that a seed says it all.
#include <doctest/doctest.h>

#include <algorithm>
#include <vector>

#include "perfsim/jitter.hpp"

namespace tandem::tests {

namespace {

/// The order in which messages 0, 1, 2... enter that are sent one a cycle.
std::vector<std::uintptr_t> order_of(int cycles, int seed, bool ordered) {
    perfsim::Jitter jitter(cycles, seed);
    perfsim::Cycle latest = 0;
    std::vector<std::uintptr_t> order;
    constexpr perfsim::Cycle messages = 200;
    for (perfsim::Cycle now = 1; now <= messages + cycles; ++now) {
        if (now <= messages) {
            const perfsim::Cycle when = jitter.moment(now, ordered ? &latest : nullptr);
            CHECK(when >= now);
            CHECK(when <= now + cycles);
            jitter.wait({when, 0, 0, 0, 0, static_cast<std::uintptr_t>(now)});
        }
        jitter.each_due(now, [&](const perfsim::Jitter::Late& message) {
            CHECK(message.when <= now);
            order.push_back(message.payload);
        });
    }
    CHECK(jitter.empty());
    CHECK(order.size() == messages);
    return order;
}

bool sorted(const std::vector<std::uintptr_t>& order) { return std::is_sorted(order.begin(), order.end()); }

}  // namespace

TEST_SUITE("perfsim/jitter") {
    TEST_CASE("messages overtake each other, and on an ordered channel none does") {
        for (const int seed : {0, 1, 2}) {
            CHECK_FALSE(sorted(order_of(20, seed, false)));
            CHECK(sorted(order_of(20, seed, true)));
        }
    }

    TEST_CASE("the same seed gives the same network, and another one another") {
        CHECK(order_of(20, 3, false) == order_of(20, 3, false));
        CHECK(order_of(20, 3, false) != order_of(20, 4, false));
    }
}

}  // namespace tandem::tests
