// Progress on a terminal, and Ctrl-C.
#pragma once

#include <atomic>
#include <cstdint>

#include "checker/search.hpp"

namespace tandem::apps {

/// Set by Ctrl-C while one of these lives; a second Ctrl-C ends the program at once.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    static const std::atomic<bool>& flag();
};

/// A line on standard error that is overwritten: states, level, rate, memory and the frontier's trend. Silent if standard error
/// is not a terminal.
class ProgressLine {
public:
    ~ProgressLine();
    void show(const checker::Progress& progress);

private:
    double last_seconds_ = -1;
    std::uint64_t last_states_ = 0;
    bool shown_ = false;
};

}  // namespace tandem::apps
