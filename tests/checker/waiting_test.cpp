// What keeps an action from happening now and then: the channel without room, the message in it, who sent it, who is to take it.
#include "checker/waiting.hpp"

#include <doctest/doctest.h>

#include "checker/search.hpp"
#include "tests/toys/parcels.hpp"

namespace tandem::tests {

namespace {

using Obstacle = checker::Waiting::Obstacle;

/// The fair actions that are possible in some state of the toy, as if the run took none of them.
std::vector<checker::Waiting> never_taken(int capacity) {
    const toys::ParcelsSystem parcels(true, capacity);
    checker::SearchOptions options;
    options.threads = 1;
    options.symmetry = false;
    options.properties = {toys::ParcelsSystem::no_deadlock};
    checker::Search search(parcels.system, options);
    search.run();
    std::vector<checker::Parts> states;
    for (checker::Position at = search.found().levels().front(); at < search.found().levels().back(); ++at)
        if (checker::Parts parts; search.found().state(at, parts)) states.push_back(parts);
    return checker::WaitingMessages(search.components()).actions_never_taken({}, states);
}

}  // namespace

TEST_SUITE("checker/waiting") {
    TEST_CASE("an action that has no room now and then is told with the channel and who keeps it full") {
        const auto waiting = never_taken(1);
        REQUIRE(waiting.size() == 1);
        CHECK(waiting[0].action == "left: sends the next parcel");
        // Of the 5 states: nothing sent, and one sent and taken; one on its way; two sent.
        const auto& met = waiting[0].obstacles;
        REQUIRE(met.size() == 3);
        CHECK(met[0].kind == Obstacle::Kind::none);
        CHECK(met[0].states == 2);
        CHECK(met[1].kind == Obstacle::Kind::no_room);
        CHECK(met[1].what == "left to right, where 1() of left waits for right");
        CHECK(met[1].states == 1);
        CHECK(met[2].kind == Obstacle::Kind::refused);
        CHECK(met[2].states == 2);
    }
    TEST_CASE("with room for all that is sent no channel is named") {
        const auto waiting = never_taken(2);
        REQUIRE(waiting.size() == 1);
        REQUIRE(waiting[0].obstacles.size() == 2);
        CHECK(waiting[0].obstacles[1].kind == Obstacle::Kind::refused);
    }
}

}  // namespace tandem::tests
