// Parts act in the cycles that they asked for, however far ahead.
#include <doctest/doctest.h>

#include "perfsim/clock.hpp"

namespace tandem::tests {

namespace {

/// The cycle and the part of everything that happens, until nothing does.
std::vector<std::pair<perfsim::Cycle, int>> run(perfsim::Clock& clock) {
    std::vector<std::pair<perfsim::Cycle, int>> seen;
    while (clock.advance()) clock.each_awake([&](int part) { seen.push_back({clock.now(), part}); });
    return seen;
}

}  // namespace

TEST_SUITE("perfsim/clock") {
    TEST_CASE("parts of one cycle act in the order of their numbers, and twice is once") {
        perfsim::Clock clock(70);
        for (const int part : {69, 3, 64, 3}) clock.wake(part, 5);
        CHECK(run(clock) == std::vector<std::pair<perfsim::Cycle, int>>{{5, 3}, {5, 64}, {5, 69}});
    }

    TEST_CASE("a part sleeps as long as it asked for, beyond the wheel too") {
        perfsim::Clock clock(2);
        clock.wake(0, 100'000);
        clock.wake(1, 1'023);
        clock.wake(1, 1'024);
        clock.wake(0, 250'000);  // only the first is kept for a part
        CHECK(run(clock) == std::vector<std::pair<perfsim::Cycle, int>>{{1'023, 1}, {1'024, 1}, {100'000, 0}});
        clock.wake(0, 250'000);
        CHECK(run(clock) == std::vector<std::pair<perfsim::Cycle, int>>{{250'000, 0}});
    }

    TEST_CASE("the next cycle is known before it comes, and those before it can be skipped") {
        perfsim::Clock clock(2);
        CHECK(clock.next() == perfsim::never);
        clock.wake(1, 5'000);
        clock.wake(0, 7);
        CHECK(clock.next() == 7);
        CHECK(clock.advance());
        CHECK(clock.next() == 5'000);
        clock.skip_to(4'990);
        clock.wake(0, 4'995);
        CHECK(clock.next() == 4'995);
        CHECK(run(clock) == std::vector<std::pair<perfsim::Cycle, int>>{{4'995, 0}, {5'000, 1}});
    }
}

}  // namespace tandem::tests
