// A thread that does a round of work on request, and spins between: rounds are too short to sleep.
//
// On a host whose processors others use as well, a round waits for the scheduler again and again, and two threads take many times
// as long as one. So it watches how long the caller waits. If that is most of the time, the caller does some rounds itself, and
// goes on so for a while if that is faster.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <functional>
#include <thread>
#include <utility>
#ifdef __SSE2__
#include <immintrin.h>
#endif

#include "perfsim/clock.hpp"
#include "perfsim/datum.hpp"

namespace tandem::perfsim {

class RoundWorker {
public:
    /// `work(end)` simulates the cycles before `end`, with data of `pool` or, where the caller does it, with the caller's. An
    /// exception of it is in `error` when the round is over.
    RoundWorker(DataPool& pool, std::function<void(Cycle end)> work)
        : work_(std::move(work)), since_(Clock::now()), thread_([this, &pool] { rounds(pool); }) {}
    RoundWorker(const RoundWorker&) = delete;
    RoundWorker& operator=(const RoundWorker&) = delete;
    ~RoundWorker() {
        if (begun_ && !alone()) wait_for_it();
        end_ = over;
        ask();
        thread_.join();
    }

    /// The last round must be over.
    void begin(Cycle end) {
        end_ = end;
        begun_ = true;
        if (!alone()) ask();
    }
    void wait() {
        if (!std::exchange(begun_, false)) return;
        if (alone()) work(end_);
        else wait_for_it();
        if (++rounds_ == judged_together) judge();
    }
    /// Whether the caller does the rounds itself, until it tries again.
    bool alone() const { return alone_ > 0; }
    std::exception_ptr error;

private:
    using Clock = std::chrono::steady_clock;
    static constexpr Cycle over = -1;
    static constexpr int judged_together = 64, first_patience = 64, most_patience = 1 << 14;  // rounds, and then times as many

    void ask() {
        asked_.fetch_add(1, std::memory_order_release);
        asked_.notify_one();
    }
    void wait_for_it() {
        const auto done = [&] { return done_.load(std::memory_order_acquire) == asked_.load(std::memory_order_relaxed); };
        if (done()) return;
        const auto begun = Clock::now();
        if (!spin_until(done))
            while (!done()) std::this_thread::yield();
        waited_ += Clock::now() - begun;
    }
    void work(Cycle end) {
        try {
            work_(end);
        } catch (...) {
            error = std::current_exception();
        }
    }
    void rounds(DataPool& pool) {
        pool.exchange();
        for (unsigned round = 1;; ++round) {
            const auto asked = [&] { return asked_.load(std::memory_order_acquire) == round; };
            // The caller may do its rounds alone for long, and needs the processor.
            if (!spin_until(asked)) {
                for (int tries = 0; tries < 1000 && !asked(); ++tries) std::this_thread::yield();
                while (!asked()) asked_.wait(round - 1, std::memory_order_acquire);
            }
            if (end_ == over) break;
            work(end_);
            done_.store(round, std::memory_order_release);
        }
        pool.exchange();
    }
    /// Whether it comes soon.
    template <class Ready>
    static bool spin_until(Ready&& ready) {
        for (int tries = 0; tries < 5000; ++tries) {
            if (ready()) return true;
#ifdef __SSE2__
            _mm_pause();
#endif
        }
        return false;
    }

    /// After some rounds: who is to do the next ones.
    void judge() {
        const auto now = Clock::now();
        const auto took = now - since_;
        if (trial_) {  // the caller's rounds against those before, which it waited for
            trial_ = false;
            alone_ = took < together_ ? patience_ : 0;
            rest_ = took < together_ ? 0 : patience_;
            patience_ = std::min(2 * patience_, most_patience);
        } else if (alone_ > 0) {
            --alone_;
        } else if (rest_ > 0) {
            --rest_;
        } else if (2 * waited_ > took) {
            trial_ = true;
            together_ = took;
            alone_ = 1;
        }
        rounds_ = 0;
        waited_ = {};
        since_ = now;
    }

    std::function<void(Cycle)> work_;
    Cycle end_ = 0;
    bool begun_ = false;
    // Of the caller; each counts `judged_together` rounds.
    int rounds_ = 0;
    int alone_ = 0, rest_ = 0;  // that the caller does itself; in which it is not asked again who is faster
    int patience_ = first_patience;
    bool trial_ = false;
    Clock::duration waited_{}, together_{};
    Clock::time_point since_;
    alignas(64) std::atomic<unsigned> asked_ = 0;
    alignas(64) std::atomic<unsigned> done_ = 0;
    std::thread thread_;  // started when all else is there
};

}  // namespace tandem::perfsim
