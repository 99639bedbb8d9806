#include "apps/common/terminal.hpp"

#include <csignal>

namespace tandem::apps {

namespace {
std::atomic<bool> interrupted{false};
}

InterruptWatch::InterruptWatch() {
    interrupted = false;
    std::signal(SIGINT, [](int) {
        interrupted = true;
        std::signal(SIGINT, SIG_DFL);
    });
}
InterruptWatch::~InterruptWatch() { std::signal(SIGINT, SIG_DFL); }
const std::atomic<bool>& InterruptWatch::flag() { return interrupted; }

}  // namespace tandem::apps
