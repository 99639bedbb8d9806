#include "apps/common/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <csignal>
#include <cstdio>

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

ProgressLine::~ProgressLine() {
    if (shown_) std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const checker::Progress& p) {
    if (!isatty(STDERR_FILENO)) return;
    const double since = p.seconds - last_seconds_;
    if (last_seconds_ >= 0 && since < 0.3) return;
    const double rate = since > 0 ? static_cast<double>(p.states - last_states_) / since : 0;
    last_seconds_ = p.seconds;
    last_states_ = p.states;
    const char* trend = p.level_done * 2 < p.level_states ? "" : p.next_states * p.level_states > p.level_states * p.level_done ? ", growing" : ", shrinking";
    std::fputs(fmt::format("\r\033[K{:.2f} M states, level {} ({}% of {}{}), {:.2f} M states/s, {} MB, {:.0f} s", static_cast<double>(p.states) / 1e6, p.level,
                           p.level_states ? 100 * p.level_done / p.level_states : 100, p.level_states, trend, rate / 1e6, p.bytes / 1'000'000, p.seconds)
                   .c_str(),
               stderr);
    shown_ = true;
}

}  // namespace tandem::apps
