// A store to several blocks at once: one of its blocks is followed, and the others' data count as anybody's.
#include <doctest/doctest.h>

#include "model/domain.hpp"
#include "specs/several_blocks.hpp"
#include "specs/watched_store.hpp"

namespace tandem::tests {

namespace {

using model::EventKind;
using specs::WatchFailure;
using enum model::EventKind;
using Event = model::Event<model::Concrete>;
using OneBlock = specs::OfSeveralBlocks<specs::WatchedStore>::Monitor<model::Concrete>;

Event of_block(EventKind kind, int block, int value = 0, int when = 0) { return {kind, 0, 0, block, value, when, {}}; }

/// The monitor that follows this block of the instruction.
OneBlock following(int block) { return OneBlock::starts({0, 0, 0})[static_cast<std::size_t>(block)]; }

/// Whether the monitor admits the events.
bool admits(OneBlock& watch, const std::vector<Event>& events) {
    for (const Event& event : events)
        if (!watch.observe(event)) return false;
    return true;
}

/// An instruction that stores to blocks 0 and 1; both are performed at `when`.
std::vector<Event> stores_to_two(int value, int when) {
    return {of_block(begins_store, 0, value), of_block(begins_store, 1, value), of_block(begun, 0),
            of_block(store_issued, 0, value), of_block(store_issued, 1, value),
            of_block(store_performed, 0, value, when), of_block(store_performed, 1, value, when)};
}

}  // namespace

TEST_SUITE("specs/several_blocks") {
    TEST_CASE("each block may be followed, and none where memory holds the followed data") {
        CHECK(OneBlock::starts({0, 0, 0}).size() == 3);
        CHECK(OneBlock::starts({0, 1, 0}).size() == 1);
        CHECK(!OneBlock::starts({0, 1, 0})[0].chosen);
        CHECK(OneBlock::starts({1, 1, 0}).empty());
    }

    TEST_CASE("an old copy of either block is noticed in the run that follows it") {
        for (const int block : {0, 1})
            for (const int read : {0, 1}) {
                OneBlock watch = following(block);
                REQUIRE(admits(watch, stores_to_two(1, 2)));
                REQUIRE(watch.observe(of_block(load_completed, read, 0, 3)));
                CHECK(watch.failure == (block == read ? WatchFailure::not_read : WatchFailure::none));
            }
    }

    TEST_CASE("the data in the other blocks are anybody's, and in a third they are nobody's") {
        for (const int read : {0, 1, 2}) {
            OneBlock watch = following(0);
            REQUIRE(admits(watch, stores_to_two(1, 2)));
            REQUIRE(watch.observe(of_block(load_completed, read, 1, 3)));
            CHECK(watch.failure == (read == 2 ? WatchFailure::never_written : WatchFailure::none));
        }
    }

    TEST_CASE("one instruction has the followed data, and stores to the block") {
        OneBlock elsewhere = following(2);
        CHECK(!admits(elsewhere, stores_to_two(1, 2)));
        OneBlock twice = following(0);
        REQUIRE(admits(twice, stores_to_two(1, 2)));
        CHECK(admits(twice, stores_to_two(0, 3)));
        CHECK(!admits(twice, stores_to_two(1, 4)));
    }
}

}  // namespace tandem::tests
