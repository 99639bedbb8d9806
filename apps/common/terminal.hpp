// Ctrl-C, and the other signals by which a terminal that closes or a batch system asks a program to end: SIGINT, SIGHUP, SIGTERM,
// SIGUSR1.
//
// Work that looks at the flag ends soon, and says what it has found until then. All else ends at once with a line. Either way
// nothing was decided, so the status is 3.
#pragma once

#include <atomic>

namespace tandem::apps {

/// From here on such a signal ends the program, or is for the InterruptWatch that lives. Signals that are ignored, as under
/// nohup, stay so.
void heed_interrupts();
/// From here on such a signal changes nothing: all is decided, and the program is about to end.
void ignore_interrupts();

/// Such a signal sets the flag while one of these lives; a second ends the program at once.
class InterruptWatch {
public:
    /// Within another one it changes nothing. Else what was asked before is forgotten. Work that may not look at the flag for
    /// long says how many seconds that is waited for; then the program ends. 0: as long as it takes.
    explicit InterruptWatch(unsigned patience = 0);
    ~InterruptWatch();
    InterruptWatch(const InterruptWatch&) = delete;
    InterruptWatch& operator=(const InterruptWatch&) = delete;
    static const std::atomic<bool>& flag();
};

}  // namespace tandem::apps
