#include "apps/common/terminal.hpp"

#include <signal.h>
#include <unistd.h>

#include <string_view>

#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/usage_error.hpp"

namespace tandem::apps {

namespace {

std::atomic<bool> interrupted{false};
std::atomic<int> watches{0};
std::atomic<unsigned> seconds_to_wait{0};
std::string_view last_words;
constexpr int ways_to_ask[] = {SIGINT, SIGHUP, SIGTERM, SIGUSR1, SIGALRM};
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "a signal's handler may use nothing else");

/// May be called between any two instructions of the program: it calls what POSIX allows there, and no more.
void asked_to_end(int) {
    if (watches > 0 && !interrupted.exchange(true)) {
        alarm(seconds_to_wait);  // 0 sets none
        return;
    }
    drop_partial_file();
    // nobody is there to hear them
    if (::write(STDERR_FILENO, last_words.data(), last_words.size()) < 0) _exit(status_undecided);
    _exit(status_undecided);
}

}  // namespace

void heed_interrupts() {
    signal(SIGXFSZ, SIG_IGN);  // a file that may grow no further is an error of `write`, as a full disk is
    if (speaks_for_all()) last_words = "tandem: interrupted\n";
    for (const int which : ways_to_ask) {
        struct sigaction action {};
        if (sigaction(which, nullptr, &action) != 0 || action.sa_handler == SIG_IGN) continue;
        action = {};
        action.sa_handler = asked_to_end;
        action.sa_flags = SA_RESTART;
        sigaction(which, &action, nullptr);
    }
}

void ignore_interrupts() {
    for (const int which : ways_to_ask) signal(which, SIG_IGN);
}

InterruptWatch::InterruptWatch(unsigned patience) {
    if (watches > 0) {
        ++watches;
        return;
    }
    interrupted = false;
    seconds_to_wait = patience;
    ++watches;
}
InterruptWatch::~InterruptWatch() {
    if (--watches == 0) alarm(0);
}
const std::atomic<bool>& InterruptWatch::flag() { return interrupted; }

}  // namespace tandem::apps
