// What a load may read that is forwarded or performed far from its thread (protocols/cores/watch.hpp), as events.
#include <doctest/doctest.h>

#include <vector>

#include "model/domain.hpp"
#include "protocols/cores/watch.hpp"

namespace tandem::tests {

namespace {

using cores::Misread;
using CoresWatch = cores::Watch<model::Concrete>;
using CoresEvent = model::Event<model::Concrete>;
using enum model::EventKind;

CoresEvent of_thread(model::EventKind kind, int thread, int value = 0) { return {kind, 0, thread, 0, value, 0, {}}; }

Misread misread_after(const std::vector<CoresEvent>& events) {
    CoresWatch watch = *CoresWatch::start({0, 0, 0, 0});
    for (const CoresEvent& event : events) REQUIRE(watch.observe(event));
    return model::enumerator(watch.misread);
}

}  // namespace

TEST_SUITE("protocols/cores_watch") {
    TEST_CASE("a load returns its own thread's store, and no other's, before that is performed") {
        const CoresEvent store = of_thread(store_issued, 0, 1);
        CHECK(misread_after({store, of_thread(load_returned, 0, 1)}) == Misread::nothing);
        CHECK(misread_after({store, of_thread(load_completed, 1, 1)}) == Misread::early);
        CHECK(misread_after({store, of_thread(load_performed, 1, 1)}) == Misread::early);
        CHECK(misread_after({store, of_thread(load_returned, 1, 1)}) == Misread::early);
        // Whichever store is followed.
        CHECK(misread_after({of_thread(store_issued, 0, 0), of_thread(load_returned, 1, 0)}) == Misread::early);
    }

    TEST_CASE("a wrong version is reported as such, also when it returns in the same step") {
        CoresWatch watch = *CoresWatch::start({1, 0, 0, 0});
        REQUIRE(watch.observe(of_thread(load_performed, 0, 0)));
        REQUIRE(watch.observe(of_thread(load_returned, 0, 0)));
        CHECK(model::enumerator(watch.watch.failure) == specs::WatchFailure::not_read);
        CHECK(model::enumerator(watch.misread) == Misread::nothing);
    }

    TEST_CASE("a load may return what was performed for it right before") {
        std::vector<CoresEvent> events{of_thread(store_issued, 0, 1), of_thread(store_performed, 0, 1),
                                       of_thread(store_completed, 0), of_thread(load_performed, 1, 1),
                                       of_thread(load_returned, 1, 1)};
        CHECK(misread_after(events) == Misread::nothing);
        events.push_back(of_thread(load_returned, 1, 1));  // once more
        CHECK(misread_after(events) == Misread::early);
    }
}

}  // namespace tandem::tests
