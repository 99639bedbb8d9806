// Ctrl-C.
#pragma once

#include <atomic>

namespace tandem::apps {

/// Set by Ctrl-C while one of these lives; a second Ctrl-C ends the program at once.
class InterruptWatch {
public:
    InterruptWatch();
    ~InterruptWatch();
    static const std::atomic<bool>& flag();
};

}  // namespace tandem::apps
