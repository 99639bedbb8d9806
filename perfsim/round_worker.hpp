// A thread that does a round of work on request, and spins between: rounds are too short to sleep.
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <thread>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "perfsim/clock.hpp"
#include "perfsim/datum.hpp"

namespace tandem::perfsim {

class RoundWorker {
public:
    /// `work(end)` simulates the cycles before `end`, with data of `pool`. An exception of it is in `error` when the round is
    /// over.
    RoundWorker(DataPool& pool, std::function<void(Cycle end)> work)
        : work_(std::move(work)), thread_([this, &pool] { rounds(pool); }) {}
    RoundWorker(const RoundWorker&) = delete;
    RoundWorker& operator=(const RoundWorker&) = delete;
    ~RoundWorker() {
        wait();
        begin(over);
        thread_.join();
    }

    /// The last round must be over.
    void begin(Cycle end) {
        end_ = end;
        asked_.fetch_add(1, std::memory_order_release);
    }
    void wait() {
        pause_until([&] { return done_.load(std::memory_order_acquire) == asked_.load(std::memory_order_relaxed); });
    }
    std::exception_ptr error;

private:
    static constexpr Cycle over = -1;

    void rounds(DataPool& pool) {
        pool.exchange();
        for (unsigned round = 1;; ++round) {
            pause_until([&] { return asked_.load(std::memory_order_acquire) == round; });
            if (end_ == over) break;
            try {
                work_(end_);
            } catch (...) {
                error = std::current_exception();
            }
            done_.store(round, std::memory_order_release);
        }
        pool.exchange();
    }
    /// A wait longer than a round yields the processor: there may be fewer processors than threads.
    template <class Ready>
    static void pause_until(Ready&& ready) {
        for (int tries = 0; !ready(); ++tries) {
            if (tries >= 5000) {
                std::this_thread::yield();
                continue;
            }
#ifdef __SSE2__
            _mm_pause();
#endif
        }
    }

    std::function<void(Cycle)> work_;
    Cycle end_ = 0;
    alignas(64) std::atomic<unsigned> asked_ = 0;
    alignas(64) std::atomic<unsigned> done_ = 0;
    std::thread thread_;  // started when all else is there
};

}  // namespace tandem::perfsim
