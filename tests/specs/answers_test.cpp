// The answers that reach a thread, compared with what was performed: each possible difference, as events.
#include <doctest/doctest.h>

#include "model/domain.hpp"
#include "specs/visibility.hpp"
#include "specs/watched_store.hpp"

namespace tandem::tests {

namespace {

using model::Concrete;
using model::EventKind;
using specs::AnswerFailure;
using enum model::EventKind;
using Event = model::Event<Concrete>;

/// For block 0 and its accesses: the monitor's objection to the answers after these events.
template <class Monitor>
AnswerFailure after(const std::vector<Event>& events) {
    Monitor monitor = *Monitor::start({0, 0, 0, 0});
    for (const Event& event : events) REQUIRE(monitor.observe(event));
    return monitor.answers.failure;
}
using Watch = specs::WatchedStore<Concrete>;
using Physical = specs::Visibility<Concrete, specs::Promise::now>;

Event at(EventKind kind, int core, int value = 0, int when = 0) { return {kind, core, 0, 0, value, when, {}}; }

/// A store of the watched data, performed at `when`.
std::vector<Event> stored(int core, int when) {
    return {at(store_issued, core, 1), at(store_performed, core, 1, when), at(store_completed, core, 0, when)};
}
std::vector<Event> operator+(std::vector<Event> a, const std::vector<Event>& b) {
    a.insert(a.end(), b.begin(), b.end());
    return a;
}
std::vector<Event> begins(int core, int value) {
    return {at(begins_atomic, core, value), at(load_issued, core), at(store_issued, core, value)};
}

}  // namespace

TEST_SUITE("specs/answers") {
    TEST_CASE("an atomic that finds the version before it is right, whichever is watched") {
        const auto found = [](int value) {
            return std::vector<Event>{at(load_returned, 1, value, 5), at(store_completed, 1, 0, 5)};
        };
        const auto next = stored(0, 3) + begins(1, 0) + std::vector<Event>{at(store_performed, 1, 0, 5)};
        const auto own = begins(1, 1) + std::vector<Event>{at(store_performed, 1, 1, 5)};
        CHECK(after<Watch>(next + found(1)) == AnswerFailure::none);
        CHECK(after<Physical>(next + found(1)) == AnswerFailure::none);
        CHECK(after<Watch>(own + found(0)) == AnswerFailure::none);
        CHECK(after<Physical>(own + found(0)) == AnswerFailure::none);
        // The previous version is missed, and its own is found.
        CHECK(after<Watch>(next + found(0)) == AnswerFailure::of_atomic);
        CHECK(after<Physical>(next + found(0)) == AnswerFailure::of_atomic);
        CHECK(after<Watch>(own + found(1)) == AnswerFailure::of_atomic);
        CHECK(after<Physical>(own + found(1)) == AnswerFailure::of_atomic);
    }

    TEST_CASE("no two atomics find the same version") {
        const auto both =
            stored(0, 3) + begins(1, 0) + begins(2, 0) +
            std::vector<Event>{at(store_performed, 1, 0, 5), at(store_performed, 2, 0, 7), at(load_returned, 1, 1, 5)};
        CHECK(after<Watch>(both + std::vector<Event>{at(load_returned, 2, 0, 7)}) == AnswerFailure::none);
        CHECK(after<Watch>(both + std::vector<Event>{at(load_returned, 2, 1, 7)}) == AnswerFailure::of_atomic);
        CHECK(after<Physical>(both + std::vector<Event>{at(load_returned, 2, 1, 7)}) == AnswerFailure::of_atomic);
    }

    TEST_CASE("moments count, and not who comes first: what is performed at an earlier moment does not find a later store") {
        const auto early = stored(0, 8) + begins(1, 0) + std::vector<Event>{at(store_performed, 1, 0, 5)};
        CHECK(after<Watch>(early + std::vector<Event>{at(load_returned, 1, 0, 5)}) == AnswerFailure::none);
        CHECK(after<Watch>(early + std::vector<Event>{at(load_returned, 1, 1, 5)}) == AnswerFailure::of_atomic);
    }

    TEST_CASE("an atomic is performed once, before it is answered, and answered before it is complete") {
        const Event performs = at(store_performed, 1, 0, 5), answers = at(load_returned, 1, 0, 5),
                    completes = at(store_completed, 1, 0, 5);
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{performs, answers, completes}) == AnswerFailure::none);
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{answers}) == AnswerFailure::of_atomic);
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{performs, performs}) == AnswerFailure::of_atomic);
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{performs, completes}) == AnswerFailure::of_atomic);
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{completes}) == AnswerFailure::of_atomic);
        // whose, nobody can say
        CHECK(after<Watch>(begins(1, 0) + std::vector<Event>{performs, answers, completes, performs}) == AnswerFailure::of_store);
    }

    TEST_CASE("a store that is complete was performed, once, and by who asked for it") {
        CHECK(after<Watch>(stored(0, 3)) == AnswerFailure::none);
        CHECK(after<Watch>({at(store_issued, 0, 1), at(store_completed, 0)}) == AnswerFailure::of_store);
        CHECK(after<Watch>({at(store_issued, 0, 1), at(store_performed, 1, 1, 3)}) == AnswerFailure::of_store);
        CHECK(after<Watch>({at(store_issued, 0, 1), at(store_performed, 0, 1, 3), at(store_performed, 0, 1, 4)}) ==
              AnswerFailure::of_store);
        CHECK(after<Physical>({at(store_issued, 0, 1), at(store_completed, 0)}) == AnswerFailure::of_store);
        // With data other than its own, whichever store is watched.
        CHECK(after<Watch>({at(store_issued, 0, 1), at(store_performed, 0, 0, 3)}) == AnswerFailure::of_store);
        CHECK(after<Physical>({at(store_issued, 0, 1), at(store_performed, 0, 0, 3)}) == AnswerFailure::of_store);
        CHECK(after<Watch>({at(store_issued, 1, 1), at(store_issued, 0, 0), at(store_performed, 0, 1, 3)}) ==
              AnswerFailure::of_store);
        CHECK(after<Physical>({at(store_issued, 1, 1), at(store_issued, 0, 0), at(store_performed, 0, 1, 3)}) ==
              AnswerFailure::of_store);
        CHECK(after<Watch>(begins(1, 1) + std::vector<Event>{at(store_performed, 1, 0, 5)}) == AnswerFailure::of_store);
        CHECK(after<Physical>(begins(1, 1) + std::vector<Event>{at(store_performed, 1, 0, 5)}) == AnswerFailure::of_store);
    }

    TEST_CASE("a load that was performed far away returns what it has found, and returns before the next") {
        const auto performs = [](int value) { return stored(0, 0) + std::vector<Event>{at(load_performed, 1, value)}; };
        CHECK(after<Watch>(performs(1) + std::vector<Event>{at(load_returned, 1, 1)}) == AnswerFailure::none);
        CHECK(after<Watch>(performs(1) + std::vector<Event>{at(load_returned, 1, 0)}) == AnswerFailure::of_load);
        CHECK(after<Watch>(performs(1) + std::vector<Event>{at(load_performed, 1, 1)}) == AnswerFailure::of_load);
        CHECK(after<Watch>(performs(1) + std::vector<Event>{at(store_issued, 1, 0)}) == AnswerFailure::of_load);
    }
}

}  // namespace tandem::tests
