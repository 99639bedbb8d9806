// A DRAM channel's rows and banks.
#include <doctest/doctest.h>

#include "perfsim/dram.hpp"

namespace tandem::tests {

using perfsim::Cycle;

namespace {

/// Reads these places of a channel as fast as its queue takes them. Returns the cycle of the last answer.
Cycle read_all(const std::vector<std::uint32_t>& places, perfsim::DramStatistics& statistics) {
    perfsim::Clock clock(2);
    perfsim::DramChannel channel({}, clock, 1, 0);
    std::size_t sent = 0, done = 0;
    Cycle last = 0;
    clock.wake(0, 1);
    while (clock.advance())
        clock.each_awake([&](int part) {
            if (part == 1) return channel.step();
            for (; channel.done(); ++done, last = clock.now()) channel.take();
            for (; sent < places.size() && channel.room(); ++sent) channel.read(static_cast<std::uint32_t>(sent), places[sent]);
            if (done < places.size()) clock.wake(0, clock.now() + 1);
        });
    CHECK(done == places.size());
    CHECK(channel.idle());
    statistics = channel.statistics;
    return last;
}

}  // namespace

TEST_SUITE("perfsim/dram") {
    TEST_CASE("every request either opens a row or finds it open") {
        std::vector<std::uint32_t> places;
        for (std::uint32_t i = 0; i < 640; ++i) places.push_back(i);
        perfsim::DramStatistics s;
        const Cycle cycles = read_all(places, s);
        CHECK(s.reads == 640);
        CHECK(s.activations == 640 / 32);
        CHECK(s.row_hits == 640 - s.activations);
        CHECK(cycles < 640 * 4 + 200);  // the bus limits it
    }

    TEST_CASE("arrays as long as a row of every bank do not meet in one bank") {
        const perfsim::DramShape shape;
        const auto all_rows = static_cast<std::uint32_t>(shape.banks * shape.row_blocks);
        std::vector<std::uint32_t> places;
        for (std::uint32_t i = 0; i < 256; ++i)
            for (std::uint32_t array = 0; array < 3; ++array) places.push_back(array * all_rows + i);
        perfsim::DramStatistics s;
        const Cycle cycles = read_all(places, s);
        CHECK(s.activations == 3 * 256 / 32);
        CHECK(cycles < 3 * 256 * 4 + 300);
    }
}

}  // namespace tandem::tests
