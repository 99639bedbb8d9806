// The estimate of a search's remaining time: none while the search grows. Later it is a range that contains the truth, if levels
// shrink as they do in searches.
#include "apps/common/frontier_trend.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <numeric>

namespace tandem::tests {

namespace {

using apps::FrontierTrend;

/// A search's report when it has taken up this part of a level.
checker::Progress at(const std::vector<double>& levels, std::size_t level, double part) {
    const double next = level + 1 < levels.size() ? levels[level + 1] : 0;
    checker::Progress p;
    p.level = static_cast<int>(level);
    p.level_states = static_cast<std::uint64_t>(levels[level]);
    p.level_done = static_cast<std::uint64_t>(part * levels[level]);
    p.next_states = static_cast<std::uint64_t>(part * next);
    return p;
}

/// The number of states still to be taken up then.
double rest(const std::vector<double>& levels, std::size_t level, double part) {
    return (1 - part) * levels[level] +
           std::accumulate(levels.begin() + static_cast<std::ptrdiff_t>(level) + 1, levels.end(), 0.0);
}

/// Levels that grow and shrink like those of searches.
std::vector<double> bell() {
    std::vector<double> levels;
    for (int i = -30; i <= 30; ++i) levels.push_back(std::floor(1e6 * std::exp(-i * i / 100.0)) + 1);
    return levels;
}

TEST_SUITE("frontier trend") {
    TEST_CASE("while levels grow nothing is said of the end") {
        const auto levels = bell();
        FrontierTrend trend;
        for (std::size_t level = 0; level < 29; ++level)
            for (const double part : {0.1, 0.9}) {
                trend.add(at(levels, level, part));
                CHECK_FALSE(trend.remaining());
                if (level > 0) CHECK(trend.growth().value() > 1);
            }
    }

    TEST_CASE("while they shrink the truth is in the range") {
        const auto levels = bell();
        FrontierTrend trend;
        int said = 0;
        for (std::size_t level = 0; level < 50; ++level)  // beyond that, whole numbers do not form a bell
            for (const double part : {0.25, 0.5, 0.75}) {
                trend.add(at(levels, level, part));
                if (level < 33) continue;
                const auto range = trend.remaining();
                REQUIRE(range);
                CAPTURE(level);
                CAPTURE(part);
                CHECK(range->low <= rest(levels, level, part) * 1.02);
                CHECK(range->high >= rest(levels, level, part));
                CHECK(range->high < 5 * rest(levels, level, part));
                ++said;
            }
        CHECK(said == 51);
    }

    TEST_CASE("levels that nobody told of are taken into account") {
        const auto levels = bell();
        FrontierTrend each, some;
        for (std::size_t level = 0; level <= 44; ++level) {
            each.add(at(levels, level, 0.1));
            if (level % 4 == 0) some.add(at(levels, level, 0.1));
        }
        // The mean growth of four levels is that of earlier ones, which shrink more slowly.
        CHECK(some.remaining().value().high > each.remaining().value().high);
        CHECK(some.remaining().value().high < 2 * each.remaining().value().high);
    }

    TEST_CASE("another search begins anew") {
        const auto levels = bell();
        FrontierTrend trend;
        for (std::size_t level = 0; level <= 50; ++level) trend.add(at(levels, level, 0.1));
        CHECK(trend.remaining());
        trend.add(at(levels, 0, 0));
        CHECK_FALSE(trend.remaining());
        CHECK_FALSE(trend.growth());
    }
}

}  // namespace

}  // namespace tandem::tests
