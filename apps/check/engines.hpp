// What all engines of a check are told, and what they share: the limits that a user sets, the watch for Ctrl-C, and the line that
// shows progress.
#pragma once

#include <chrono>

#include "apps/check/check.hpp"
#include "apps/common/terminal.hpp"
#include "checker/search.hpp"

namespace tandem::apps {

struct Engines {
    explicit Engines(const CheckOptions& options);

    double seconds_used() const { return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(); }
    bool out_of_time() const { return deadline > 0 && seconds_used() > deadline; }
    /// What is left of the time limit; 0 for none.
    double seconds_left() const { return deadline <= 0 ? 0 : std::max(deadline - seconds_used(), 1e-3); }
    /// For a search that judges these properties.
    checker::SearchOptions search(const std::string& phase, std::vector<int> properties);

    const Protocol& text;
    checker::Ranks* ranks;  // null if this process is alone
    int threads;
    std::size_t memory;     // bytes
    double deadline;        // seconds; 0 for none
    std::chrono::steady_clock::time_point start = std::chrono::steady_clock::now();
    InterruptWatch watch;
    ProgressReport progress;
};

}  // namespace tandem::apps
