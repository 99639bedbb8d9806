// What the threads that judge obligations share.
#pragma once

#include <atomic>
#include <chrono>
#include <mutex>

#include "checker/obligation_graph.hpp"

namespace tandem::checker::liveness {

using Clock = std::chrono::steady_clock;

struct Shared {
    Shared(Search& search, const LivenessOptions& options) : search(search), options(options) {}

    Search& search;
    const LivenessOptions& options;
    Clock::time_point start = Clock::now();
    std::vector<Obligation> obligations;
    std::atomic<std::size_t> next{0}, first_broken{~std::size_t{0}};
    std::atomic<int> judged{0}, met{0};
    std::atomic<std::uint64_t> states{0};
    std::atomic<bool> stop{false};
    std::mutex mutex;
    std::string reason;
    std::exception_ptr error;
    std::optional<Lasso> lasso;
    std::atomic<std::size_t> bytes{0}, most_bytes{0};
    Clock::time_point last_report{};

    double seconds() const { return std::chrono::duration<double>(Clock::now() - start).count(); }
    /// Why it has to end, if somebody has interrupted it, or its time is over; else null.
    const char* ended() const {
        if (options.interrupt && options.interrupt->load(std::memory_order_relaxed)) return "interrupted";
        return options.seconds > 0 && seconds() > options.seconds ? "the time for liveness ran out" : nullptr;
    }
    /// Tells the progress callback, if there is one.
    void report() const {
        const auto& progress = options.progress ? options.progress : search.options().progress;
        if (!progress) return;
        Progress p;
        p.states = states;
        p.level = judged;
        p.level_states = obligations.size();
        p.level_done = judged;
        p.bytes = bytes + search.found().bytes();
        p.seconds = seconds();
        progress(p);
    }
    /// Ends the judging undecided.
    void give_up(const char* why) {
        std::lock_guard lock(mutex);
        if (!stop.exchange(true)) reason = why;
    }
};

/// Thrown to leave an obligation undecided; `judge_liveness` lets none out.
struct Abandoned {};

}  // namespace tandem::checker::liveness
