// Threads for one piece of work: all begin or none does, and what one throws is its caller's.
#include "checker/in_parallel.hpp"

#include <doctest/doctest.h>
#include <pthread.h>

#include <atomic>
#include <new>
#include <system_error>

namespace tandem::checker {

TEST_CASE("in parallel every part is done once") {
    for (const int threads : {1, 2, 5}) {
        std::vector<int> done(static_cast<std::size_t>(threads));
        in_parallel(threads, [&](int t) { ++done[static_cast<std::size_t>(t)]; });
        CHECK(done == std::vector<int>(static_cast<std::size_t>(threads), 1));
    }
}

TEST_CASE("in parallel what a thread throws is thrown by the caller, when the others have ended") {
    for (const int thrower : {0, 1, 2}) {
        std::atomic<int> others = 0;
        const auto run = [&] {
            in_parallel(3, [&](int t) {
                if (t == thrower) throw std::bad_alloc();
                ++others;
            });
        };
        CHECK_THROWS_AS(run(), std::bad_alloc);
        CHECK(others == 2);
    }
}

TEST_CASE("in parallel nobody begins where there is no room for a thread") {
    pthread_attr_t usual, large;
    REQUIRE(pthread_getattr_default_np(&usual) == 0);
    REQUIRE(pthread_getattr_default_np(&large) == 0);
    REQUIRE(pthread_attr_setstacksize(&large, std::size_t{1} << 47) == 0);  // all addresses that there are
    REQUIRE(pthread_setattr_default_np(&large) == 0);
    std::atomic<int> begun = 0;
    const auto run = [&] { in_parallel(2, [&](int) { ++begun; }); };
    CHECK_THROWS_AS(run(), std::system_error);
    CHECK(begun == 0);
    REQUIRE(pthread_setattr_default_np(&usual) == 0);
    pthread_attr_destroy(&usual);
    pthread_attr_destroy(&large);
}

}  // namespace tandem::checker
