// Limits of time for pieces of work that look at a flag.
#pragma once

#include <atomic>
#include <chrono>
#include <list>
#include <mutex>
#include <thread>

#include "apps/common/terminal.hpp"

namespace tandem::apps {

/// Tells each piece of work that is under way when its time is over, and all of them when the user asks for an end.
class TimeLimits {
    using Clock = std::chrono::steady_clock;
    struct UnderWay {
        Clock::time_point end;
        std::atomic<bool> over = false;
    };

public:
    /// Of each piece.
    explicit TimeLimits(std::chrono::milliseconds time)
        : time_(time), watching_([this](const std::stop_token& stop) {
              while (!stop.stop_requested()) {
                  std::this_thread::sleep_for(std::chrono::milliseconds(5));
                  const std::lock_guard lock(mutex_);
                  for (UnderWay& piece : under_way_)
                      if (InterruptWatch::flag() || Clock::now() >= piece.end) piece.over = true;
              }
          }) {}

    /// One piece, from its making to its end.
    class Piece {
    public:
        explicit Piece(TimeLimits& limits) : limits_(limits) {
            const std::lock_guard lock(limits.mutex_);
            at_ = limits.under_way_.emplace(limits.under_way_.end());
            at_->end = Clock::now() + limits.time_;
        }
        ~Piece() {
            const std::lock_guard lock(limits_.mutex_);
            limits_.under_way_.erase(at_);
        }
        Piece(const Piece&) = delete;
        Piece& operator=(const Piece&) = delete;
        const std::atomic<bool>& over() const { return at_->over; }

    private:
        TimeLimits& limits_;
        std::list<UnderWay>::iterator at_;
    };

private:
    const std::chrono::milliseconds time_;
    std::mutex mutex_;
    std::list<UnderWay> under_way_;
    std::jthread watching_;
};

}  // namespace tandem::apps
