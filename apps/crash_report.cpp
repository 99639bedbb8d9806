#include "apps/crash_report.hpp"

#include <signal.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstring>

#include "apps/usage_error.hpp"
#include "model/running_handler.hpp"

namespace tandem::apps {

namespace {

constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE};
std::array<struct sigaction, signals.size()> before;

/// Collects a line in memory of its own: nothing that allocates may be called here.
class Line {
public:
    Line& operator<<(const char* text) {
        for (; *text != '\0' && length_ + 1 < text_.size(); ++text) text_[length_++] = *text;
        return *this;
    }
    Line& operator<<(int number) {
        std::array<char, 16> digits{};
        std::size_t at = digits.size() - 1;
        do digits[--at] = static_cast<char>('0' + number % 10);
        while ((number /= 10) != 0 && at > 0);
        return *this << &digits[at];
    }
    void write() {
        text_[length_++] = '\n';
        for (std::size_t done = 0; done < length_;) {
            const ssize_t n = ::write(STDERR_FILENO, text_.data() + done, length_ - done);
            if (n <= 0) return;
            done += static_cast<std::size_t>(n);
        }
    }

private:
    std::array<char, 512> text_{};
    std::size_t length_ = 0;
};

void caught(int signal) {
    const model::RunningHandler* const running = model::RunningHandler::current();
    if (!running) {
        for (std::size_t i = 0; i < signals.size(); ++i)
            if (signals[i] == signal) sigaction(signal, &before[i], nullptr);
        return;  // and it happens again
    }
    Line line;
    line << "tandem: the protocol's text is wrong: " << running->handler << " of " << running->node;
    if (running->number >= 0) line << " " << running->number;
    line << " (" << running->what << ") " << (signal == SIGFPE ? "divides by zero" : "follows a null pointer, as of a line or an entry that is not there, or recurses without end");
    line.write();
    _exit(status_refuted);
}

}  // namespace

void report_crashes_of_texts() {
    static std::array<std::byte, 64 * 1024> stack;  // a recursion without end has used up its own
    const stack_t alternative{.ss_sp = stack.data(), .ss_flags = 0, .ss_size = stack.size()};
    sigaltstack(&alternative, nullptr);
    struct sigaction action {};
    action.sa_handler = caught;
    action.sa_flags = SA_ONSTACK;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        struct sigaction now {};
        sigaction(signals[i], &action, &now);
        if (now.sa_handler != caught) before[i] = now;  // who asks again has not changed who comes first
    }
}

}  // namespace tandem::apps
