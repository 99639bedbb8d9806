// A thread that does rounds on request, by itself, so that a sanitizer of races can watch it.
#include "perfsim/round_worker.hpp"

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace tandem::tests {

TEST_SUITE("perfsim/round_worker") {
    TEST_CASE("a worker whose thread is never there when it is asked does no more rounds: the caller does them, and asks again") {
        perfsim::DataPool pool;
        const auto caller = std::this_thread::get_id();
        perfsim::Cycle done = 0;
        int by_caller = 0, by_worker = 0;
        perfsim::RoundWorker worker(pool, [&](perfsim::Cycle end) {
            if (std::this_thread::get_id() == caller) ++by_caller;
            else ++by_worker, std::this_thread::sleep_for(std::chrono::milliseconds(2));
            done = end;
        });
        for (perfsim::Cycle end = 1; end <= 10'000; ++end) {
            worker.begin(end);
            worker.wait();
            REQUIRE(done == end);
        }
        CHECK(by_caller > 9000);
        CHECK(by_worker > 64);  // it was asked again
    }

    TEST_CASE("what a worker throws is there when its round is over, and it can be asked again") {
        perfsim::DataPool pool;
        perfsim::Cycle done = 0;
        perfsim::RoundWorker worker(pool, [&](perfsim::Cycle end) {
            done = end;
            if (end == 2) throw std::runtime_error("round 2");
        });
        for (const perfsim::Cycle end : {1, 2, 3}) {
            worker.begin(end);
            worker.wait();
            CHECK(done == end);
            CHECK(static_cast<bool>(worker.error) == (end >= 2));
        }
    }
}

}  // namespace tandem::tests
