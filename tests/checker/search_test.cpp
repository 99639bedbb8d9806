// The search on toys whose states are counted by hand, and against the plainest search there is.
#include "checker/search.hpp"

#include <doctest/doctest.h>

#include "tests/agreement/reference_search.hpp"
#include "tests/checker/same_result.hpp"
#include "tests/temporary_folder.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/greetings.hpp"
#include "tests/toys/lossy.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/parcels.hpp"
#include "tests/toys/ping_pong.hpp"

namespace {

using namespace tandem;
using namespace tandem::toys;
using checker::Ending;
using checker::Search;
using checker::SearchOptions;
using checker::SearchResult;
using Algorithm = Mutex::Algorithm;

/// What all forms of the search find: with a store of keys, with a compact one, and with one on disk.
SearchResult search(const model::Network& network, std::vector<int> properties = {}, bool symmetry = false, int threads = 1) {
    SearchOptions options;
    options.properties = std::move(properties);
    options.symmetry = symmetry;
    options.threads = threads;
    const SearchResult found = Search(network, options).run();
    const tests::TemporaryFolder folder;
    for (const bool on_disk : {false, true}) {
        CAPTURE(on_disk);
        options.compact = !on_disk;
        options.store = on_disk ? (folder.path() / "states").string() : "";
        const SearchResult other = Search(network, options).run();
        tests::check_same_found(other, found);
        // the states of a level are in another order on disk, and of two that are violated in one level the first is kept
        std::map<int, std::pair<int, bool>> here, there;
        for (const auto& violation : found.violations) here[violation.property] = {violation.level, violation.in_step};
        for (const auto& violation : other.violations) there[violation.property] = {violation.level, violation.in_step};
        if (threads == 1) CHECK(there == here);
    }
    return found;
}

/// The search finds `states`, and the same numbers of states, transitions and levels as the reference.
void check_counts(const model::Network& network, std::uint64_t states) {
    const SearchResult found = search(network);
    const agreement::Counts reference = agreement::reference_search(network);
    CHECK(found.ending == Ending::complete);
    CHECK(found.states == states);
    CHECK(found.full_states == states);
    CHECK(found.states == reference.states);
    CHECK(found.transitions == reference.transitions);
    CHECK(found.level_sizes.size() == reference.levels);
}

}  // namespace

TEST_CASE("the search finds as many states as were counted by hand") {
    check_counts(PingPongSystem().system, 12);
    check_counts(CrossedCallsSystem(2).system, 11);
    check_counts(CrossedCallsSystem(1).system, 6);
    check_counts(MutexSystem(Algorithm::peterson).system, 20);
    check_counts(MutexSystem(Algorithm::lock).system, 16);
    check_counts(ParcelsSystem(true, 2).system, 6);
    check_counts(ParcelsSystem(true, 1).system, 5);
    check_counts(ParcelsSystem(false, 2).system, 8);
    check_counts(LossySystem(false).system, 4);
    check_counts(LossySystem(true).system, 5);
    check_counts(CountersSystem(3, 4).system, 125);
    check_counts(GreetingsSystem(2).system, 16);
    check_counts(GreetingsSystem(3).system, 4096);
}

TEST_CASE("the search fires as many transitions as were counted by hand") {
    CHECK(search(PingPongSystem().system).transitions == 22);
    CHECK(search(CountersSystem(3, 4).system).transitions == 3 * 4 * 5 * 5);
}

TEST_CASE("the search finds the levels that were counted by hand") {
    CHECK(search(CountersSystem(2, 3).system).level_sizes == std::vector<std::uint64_t>{1, 2, 3, 4, 3, 2, 1});
    CHECK(search(LossySystem(true).system).level_sizes == std::vector<std::uint64_t>{1, 1, 1, 2});
}

TEST_CASE("with symmetry one state of each orbit is stored and the orbits add up to all states") {
    const auto check = [](const model::Network& network, std::uint64_t orbits, std::uint64_t states) {
        const SearchResult found = search(network, {}, true);
        CHECK(found.ending == Ending::complete);
        CHECK(found.states == orbits);
        CHECK(found.full_states == states);
    };
    check(MutexSystem(Algorithm::peterson).system, 10, 20);
    check(MutexSystem(Algorithm::lock).system, 8, 16);
    check(CountersSystem(2, 3).system, 10, 16);   // 5! / (3! 2!)
    check(CountersSystem(3, 4).system, 35, 125);  // 7! / (4! 3!)
    check(CountersSystem(4, 9).system, 715, 10'000);  // 13! / (9! 4!)
    check(CountersSystem(5, 3).system, 56, 1024);  // from here on cores are sorted
    check(CountersSystem(7, 3).system, 120, 16'384);
    check(CountersSystem(8, 2).system, 45, 6561);
    check(PingPongSystem().system, 12, 12);  // its players differ
    check(GreetingsSystem(2).system, 10, 16);  // a renaming that exchanges two cores exchanges the directions of their channel
    check(GreetingsSystem(3).system, 720, 4096);
}

TEST_CASE("the number of threads changes no count") {
    const CountersSystem counters(4, 14);
    for (const bool symmetry : {false, true}) {
        const SearchResult one = search(counters.system, {CountersSystem::in_range}, symmetry, 1);
        CHECK(one.full_states == 50'625);
        CHECK(one.states == (symmetry ? 3060 : 50'625));
        for (const int threads : {2, 4}) {
            const SearchResult more = search(counters.system, {CountersSystem::in_range}, symmetry, threads);
            CHECK(more.ending == Ending::complete);
            CHECK(more.states == one.states);
            CHECK(more.full_states == one.full_states);
            CHECK(more.transitions == one.transitions);
            CHECK(more.level_sizes == one.level_sizes);
            CHECK(more.outcomes == one.outcomes);
        }
    }
}

TEST_CASE("numbers that outgrow their fields are repacked without losing a state") {
    // 1001 numbers for each counter; the first layout knows one of them.
    const CountersSystem counters(2, 1000);
    for (const int threads : {1, 3}) {
        const SearchResult found = search(counters.system, {}, false, threads);
        CHECK(found.states == 1001 * 1001);
        CHECK(found.transitions == 2 * 1000 * 1001);
        CHECK(found.level_sizes.size() == 2001);
    }
}

TEST_CASE("an invariant that holds is proved") {
    const MutexSystem peterson(Algorithm::peterson);
    for (const bool symmetry : {false, true}) {
        const SearchResult found = search(peterson.system, {MutexSystem::exclusion}, symmetry);
        CHECK(found.ending == Ending::complete);
        CHECK(found.violations.empty());
    }
}

TEST_CASE("an invariant that fails is refuted on the level of its shortest trace") {
    const auto check = [](const model::Network& network, int property, int level, bool symmetry, int threads) {
        const SearchResult found = search(network, {property}, symmetry, threads);
        CHECK(found.ending == Ending::refuted);
        REQUIRE(found.violations.size() == 1);
        CHECK(found.violations[0].property == property);
        CHECK(found.violations[0].level == level);
        CHECK_FALSE(found.violations[0].in_step);
    };
    for (const bool symmetry : {false, true})
        for (const int threads : {1, 2}) {
            check(MutexSystem(Algorithm::selfish).system, MutexSystem::exclusion, 6, symmetry, threads);
            check(CountersSystem(3, 9).system, CountersSystem::in_step, 2, symmetry, threads);
            check(ParcelsSystem(false, 2).system, ParcelsSystem::in_order, 4, symmetry, threads);
        }
}

TEST_CASE("a step property is proved or refuted at the state before the step") {
    const CountersSystem counters(2, 3);
    CHECK(search(counters.system, {CountersSystem::forwards}).ending == Ending::complete);
    const SearchResult found = search(counters.system, {CountersSystem::below_two});
    CHECK(found.ending == Ending::refuted);
    REQUIRE(found.violations.size() == 1);
    CHECK(found.violations[0].level == 1);
    CHECK(found.violations[0].in_step);
}

TEST_CASE("a violation names the state or the step that breaks the property") {
    const MutexSystem selfish(Algorithm::selfish);
    SearchOptions options;
    options.properties = {MutexSystem::exclusion};
    Search search(selfish.system, options);
    const SearchResult found = search.run();
    REQUIRE(found.violations.size() == 1);
    checker::Parts parts;
    REQUIRE(search.found().state(found.violations[0].position, parts));
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    CHECK_FALSE(selfish.system.holds(0, search.components().raw(parts, objects, messages)));
    CHECK(search.found().find(parts) == found.violations[0].position);
}

TEST_CASE("a deadlock is found and a quiescent end is none") {
    const SearchResult stuck = search(CrossedCallsSystem(1).system, {CrossedCallsSystem::no_deadlock});
    CHECK(stuck.ending == Ending::refuted);
    REQUIRE(stuck.violations.size() == 1);
    CHECK(stuck.violations[0].level == 2);
    CHECK(search(CrossedCallsSystem(2).system, {CrossedCallsSystem::no_deadlock}).ending == Ending::complete);
    CHECK(search(ParcelsSystem(true, 2).system, {ParcelsSystem::no_deadlock}).ending == Ending::complete);
}

TEST_CASE("an outcome is reported if and only if it can happen") {
    const auto happens = [](bool ordered, Parcels::Outcome outcome) {
        return (search(ParcelsSystem(ordered, 2).system).outcomes >> static_cast<int>(outcome) & 1) != 0;
    };
    CHECK(happens(false, Parcels::Outcome::overtaken));
    CHECK_FALSE(happens(true, Parcels::Outcome::overtaken));
    CHECK(happens(true, Parcels::Outcome::stalled_all_sent));
}

TEST_CASE("a search that keeps going finds every violated property and all states") {
    const CountersSystem counters(2, 3);
    SearchOptions options;
    options.symmetry = false;
    options.keep_going = true;
    options.properties = {CountersSystem::in_step, CountersSystem::in_range, CountersSystem::forwards, CountersSystem::below_two};
    const SearchResult found = Search(counters.system, options).run();
    CHECK(found.ending == Ending::complete);
    CHECK(found.states == 16);
    REQUIRE(found.violations.size() == 2);
    CHECK(found.violations[0].property + found.violations[1].property == CountersSystem::in_step + CountersSystem::below_two);
}

TEST_CASE("a search ends when its memory is used up and says so") {
    const CountersSystem counters(4, 4095);
    SearchOptions options;
    options.memory = std::size_t{32} << 20;
    options.symmetry = false;
    for (const bool compact : {false, true}) {
        options.compact = compact;
        const SearchResult found = Search(counters.system, options).run();
        CHECK(found.ending == Ending::out_of_memory);
        CHECK(found.states > 10'000);
        CHECK(found.violations.empty());
    }
}

TEST_CASE("a search ends when its time is over and says so") {
    const CountersSystem counters(4, 4095);
    SearchOptions options;
    options.seconds = 0.2;
    const SearchResult found = Search(counters.system, options).run();
    CHECK(found.ending == Ending::out_of_time);
    CHECK(found.seconds >= 0.2);
}

TEST_CASE("a search ends when it is interrupted and says so") {
    const CountersSystem counters(4, 4095);
    std::atomic<bool> interrupt = true;
    SearchOptions options;
    options.interrupt = &interrupt;
    CHECK(Search(counters.system, options).run().ending == Ending::interrupted);
}

TEST_CASE("the objects that invariants read count as memory") {
    constexpr int last = 4095;
    const CountersSystem counters(1, last);
    const std::size_t without = search(counters.system).bytes, with = search(counters.system, {CountersSystem::in_range}).bytes;
    CHECK(with - without >= (last + 1) * sizeof(Counters::Counter));
    CHECK(with - without < (last + 1) * (sizeof(Counters::Counter) + 128));
}
