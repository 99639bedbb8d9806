// A search divided among several ranks finds exactly what one process finds, and its traces are as short.
#include <doctest/doctest.h>

#include <algorithm>
#include <bit>
#include <exception>
#include <optional>

#include "checker/ranks/owners.hpp"
#include "checker/ranks/ranks.hpp"
#include "checker/trace.hpp"
#include "tests/checker/ranks_as_threads.hpp"
#include "tests/toys/counters.hpp"
#include "tests/toys/crossed_calls.hpp"
#include "tests/toys/greetings.hpp"
#include "tests/toys/lossy.hpp"
#include "tests/toys/mutex.hpp"
#include "tests/toys/parcels.hpp"
#include "tests/toys/ping_pong.hpp"

namespace {

using namespace tandem;
using namespace tandem::checker;
using namespace tandem::toys;
using Algorithm = Mutex::Algorithm;

/// The results of a search, and the steps of its traces, by property.
struct Found {
    SearchResult result;
    std::vector<std::pair<int, std::size_t>> traces;
    std::optional<std::size_t> error_trace;
    std::string failure;
};

Found found_by(const model::Network& network, const SearchOptions& options) {
    Search search(network, options);
    Found found{search.run(), {}, {}, {}};
    for (const Violation& violation : found.result.violations)
        found.traces.emplace_back(violation.property, trace_to(search, violation).steps.size());
    std::sort(found.traces.begin(), found.traces.end());
    if (found.result.text_error) found.error_trace = trace_to(search, *found.result.text_error).steps.size();
    return found;
}

/// Each rank's report of the joint results.
std::vector<Found> found_by_ranks(int size, const model::Network& network, const SearchOptions& options) {
    std::vector<Found> all(static_cast<std::size_t>(size));
    as_ranks(size, [&](Transport& transport) {
        Ranks ranks(transport);
        Found& mine = all[static_cast<std::size_t>(ranks.rank())];
        Ranks::End end{};
        try {
            SearchOptions own = options;
            own.ranks = &ranks;
            mine = found_by(network, own);
        } catch (const std::exception& error) {
            end = {3, error.what()};
        }
        mine.failure = ranks.leave(end).failure;
    });
    return all;
}

SearchOptions judging_all(const model::Network& network, bool symmetry, int threads) {
    SearchOptions options;
    options.symmetry = symmetry;
    options.threads = threads;
    options.memory = std::size_t{256} << 20;
    for (std::size_t i = 0; i < network.properties().size(); ++i) options.properties.push_back(static_cast<int>(i));
    return options;
}

void check_same(const Found& ranks, const Found& one) {
    CHECK(ranks.failure == "");
    CHECK(ranks.result.ending == one.result.ending);
    CHECK(ranks.result.states == one.result.states);
    CHECK(ranks.result.full_states == one.result.full_states);
    CHECK(ranks.result.transitions == one.result.transitions);
    CHECK(ranks.result.level_sizes == one.result.level_sizes);
    CHECK(ranks.result.outcomes == one.result.outcomes);
    CHECK(ranks.traces == one.traces);
    CHECK(ranks.error_trace == one.error_trace);
}

void check_ranks(const model::Network& network, bool keep_going = false) {
    for (const bool symmetry : {false, true}) {
        SearchOptions options = judging_all(network, symmetry, 1);
        options.keep_going = keep_going;
        const Found one = found_by(network, options);
        for (const int size : {1, 2, 3, 4, 7})
            for (const int threads : {1, 2}) {
                CAPTURE(size);
                CAPTURE(threads);
                CAPTURE(symmetry);
                options.threads = threads;
                options.compact = size % 2 == 1;
                for (const Found& ranks : found_by_ranks(size, network, options)) check_same(ranks, one);
            }
    }
}

}  // namespace

TEST_CASE("few slots decide whose a state is, but as many as make ranks even") {
    const auto decide = [](int time_max, int ranks) {
        const CountersSystem counters(3, time_max);
        Components components(counters.system, false);
        Symmetry symmetry(components, Renamed::nothing);
        return std::popcount(deciding_slots(components, symmetry, ranks));
    };
    CHECK(decide(60, 1) == 3);   // nothing is sent
    CHECK(decide(60, 2) == 1);   // 61 contents, which two ranks share
    CHECK(decide(60, 64) == 3);  // some of 64 would get none
    CHECK(decide(2, 2) == 3);    // three contents: one rank would have twice what the other has
}

TEST_CASE("no rank holds much more than its part") {
    const CountersSystem counters(3, 60);
    SearchOptions options = judging_all(counters.system, false, 1);
    options.properties.clear();
    for (const int size : {2, 3, 7})
        for (const Found& rank : found_by_ranks(size, counters.system, options)) {
            CAPTURE(size);
            REQUIRE(rank.result.states == 61 * 61 * 61);
            CHECK(rank.result.most_states * 2 * static_cast<std::uint64_t>(size) < rank.result.states * 3);
            CHECK(rank.result.most_states * static_cast<std::uint64_t>(size) >= rank.result.states);
        }
}

TEST_CASE("ranks find what one process finds") {
    check_ranks(PingPongSystem().system);
    check_ranks(CrossedCallsSystem(2).system);
    check_ranks(ParcelsSystem(true, 2).system);
    check_ranks(ParcelsSystem(false, 2).system);
    check_ranks(CountersSystem(3, 4).system);
    check_ranks(GreetingsSystem(3).system);
}

TEST_CASE("ranks refute what one process refutes, with as short a trace") {
    for (const bool keep_going : {false, true}) {
        check_ranks(CrossedCallsSystem(1).system, keep_going);
        check_ranks(MutexSystem(Algorithm::peterson).system, keep_going);
        check_ranks(MutexSystem(Algorithm::lock).system, keep_going);
        check_ranks(LossySystem(false).system, keep_going);
        check_ranks(LossySystem(true).system, keep_going);
    }
}
