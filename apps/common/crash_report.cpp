#include "apps/common/crash_report.hpp"

#include <signal.h>
#include <sys/time.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdlib>

#include "apps/common/usage_error.hpp"
#include "checker/signal_stack.hpp"
#include "model/running_handler.hpp"
#include "model/shape.hpp"
#include "perfsim/running_warp.hpp"

namespace tandem::apps {

namespace {

constexpr std::array signals{SIGSEGV, SIGBUS, SIGFPE, SIGILL};
std::array<struct sigaction, signals.size()> before;

/// Collects a line in memory of its own: nothing that allocates may be called here.
class Line {
public:
    Line& operator<<(const char* text) {
        for (; *text != '\0' && length_ + 1 < text_.size(); ++text) text_[length_++] = *text;
        return *this;
    }
    Line& operator<<(char c) {
        const char text[] = {c, '\0'};
        return *this << text;
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

/// "receive of SM0 (BusFill)".
void tell_where(Line& line, const model::RunningHandler& running) {
    line << "tandem: the protocol's text is wrong" << (running.on_symbols ? " on symbols: " : ": ") << running.handler << " of "
         << running.node;
    if (running.number >= 0) line << " " << running.number;
    line << " (" << running.what << ") ";
}

/// "warp 3 of thread block 0".
void tell_where(Line& line, const perfsim::RunningWarp& running) {
    line << "tandem: the kernel" << (*running.kernel != '\0' ? " " : "") << running.kernel << " is wrong: warp " << running.warp
         << " of thread block " << running.thread_block << " ";
}

/// What a check that the compiler has put into a folder's text (cmake/protocol.cmake) stops at. Clang says which check it is
/// behind the instruction that stops, `ud1 KIND(%eax), %eax`, by the numbers of its SanitizerHandler; GCC does not.
const char* undefined(const void* instruction) {
    const auto* const code = static_cast<const unsigned char*>(instruction);
    if (code[0] != 0x67 || code[1] != 0x0f || code[2] != 0xb9) return "does what C++ leaves undefined";
    switch (code[4]) {
        case 0: case 12: case 13: case 21: return "calculates beyond the range of the number's type";
        case 1: case 11: return "ends without the value that it should return";
        case 10: return "reads a value that nothing has set";
        case 18: return "uses a place beyond the end of an array";
        case 20: return "shifts by more bits than the number has";
        default: return "does what C++ leaves undefined";
    }
}

/// What has gone wrong at this address. A pointer into what is not there is a small number.
void tell_fault(Line& line, int signal, const void* address,
                const char* missing = ", as of a line or an entry that is not there") {
    if (signal == SIGILL) line << undefined(address);
    else if (signal == SIGFPE) line << "divides by zero";
    else if (reinterpret_cast<std::uintptr_t>(address) < 1 << 16) line << "follows a null pointer" << missing;
    else line << "recurses without end, or uses memory that is not its own";
}

/// What the handler has not found before it followed a null pointer.
void tell_missed(Line& line, const model::RunningHandler& running) {
    const auto& missed = model::RunningHandler::missed();
    const char* const member = missed.store && running.member_at ? running.member_at(running.object, missed.store) : nullptr;
    if (!member) return;
    const auto sort = static_cast<model::Sort>(missed.sort);
    line << ": `" << member << "` has no " << model::sort_text(sort) << " ";
    if (sort == model::Sort::address) line << static_cast<char>('A' + missed.key);
    else line << static_cast<int>(missed.key);
    line << ", so test what find() returns";
}

/// A handler that runs in a system refutes its text. On symbols it may be on a path that no run takes.
int status_of(const model::RunningHandler* running, const perfsim::RunningWarp* warp) {
    return running && !warp && !running->on_symbols ? status_refuted : status_unusable;
}

void caught(int signal, siginfo_t* info, void*) {
    const model::RunningHandler* const running = model::RunningHandler::current();
    const char* const property = model::RunningHandler::judged();
    const perfsim::RunningWarp* const warp = perfsim::RunningWarp::current();
    if (!running && !property && !warp) {
        for (std::size_t i = 0; i < signals.size(); ++i)
            if (signals[i] == signal) sigaction(signal, &before[i], nullptr);
        return;  // and it happens again
    }
    Line line;
    if (warp) {
        tell_where(line, *warp);
        tell_fault(line, signal, info->si_addr, "");
    } else if (running) {
        tell_where(line, *running);
        tell_fault(line, signal, info->si_addr);
        if (signal != SIGFPE && signal != SIGILL && reinterpret_cast<std::uintptr_t>(info->si_addr) < 1 << 16)
            tell_missed(line, *running);
        if (running->on_symbols) line << " (on symbols every path is taken, also one that no run takes)";
    } else {
        line << "tandem: the property " << property
             << (model::RunningHandler::judged_on_symbols() ? " is wrong on symbols: it " : " is wrong: it ");
        tell_fault(line, signal, info->si_addr);
    }
    line.write();
    _exit(status_of(running, warp));
}

/// How many of the timer's signals a handler, or a warp between two of its steps, may meet, and what this thread saw at the last.
int patience = 0;
thread_local int waited = 0;
thread_local unsigned long seen = 0;

/// The timer counts what the threads compute, and its signal comes to one that does.
void looked_at(int) {
    const model::RunningHandler* const running = model::RunningHandler::current();
    const perfsim::RunningWarp* const warp = perfsim::RunningWarp::current();
    const unsigned long started = model::RunningHandler::started() + perfsim::RunningWarp::started();
    waited = (running || warp) && started == seen ? waited + 1 : 0;
    seen = started;
    if (waited < patience) return;
    Line line;
    if (warp) {
        tell_where(line, *warp);
        line << "has issued nothing for " << patience
             << " seconds of the processor's time: a loop of it does not end, and has no co_await that takes simulated time";
    } else {
        tell_where(line, *running);
        line << "has not ended after " << patience
             << " seconds of the processor's time: let its loops end after a number that the shape gives";
    }
    line.write();
    _exit(status_of(running, warp));
}

}  // namespace

void report_crashes_of_texts(int seconds) {
    // A recursion without end has used up its own. It is never gone: the timer's signal may come while the program ends.
    static const auto& stack = *new checker::SignalStack;
    static_cast<void>(stack);
    struct sigaction action {};
    action.sa_sigaction = caught;
    action.sa_flags = SA_ONSTACK | SA_SIGINFO;
    for (std::size_t i = 0; i < signals.size(); ++i) {
        struct sigaction now {};
        sigaction(signals[i], &action, &now);
        if (now.sa_sigaction != caught) before[i] = now;  // who asks again has not changed who comes first
    }
    patience = seconds;
    struct sigaction look {};
    look.sa_handler = looked_at;
    look.sa_flags = SA_RESTART | SA_ONSTACK;
    sigaction(SIGVTALRM, &look, nullptr);
    const itimerval every_second{.it_interval = {1, 0}, .it_value = {1, 0}};
    setitimer(ITIMER_VIRTUAL, &every_second, nullptr);
    // What the signal looks at need not be there any more while the program ends.
    static const int stopped = std::atexit([] {
        const itimerval never{};
        setitimer(ITIMER_VIRTUAL, &never, nullptr);
    });
    static_cast<void>(stopped);
}

}  // namespace tandem::apps
