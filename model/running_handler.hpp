// Which handler of a protocol text runs on this thread. Texts hold plain pointers to what stores have found, and a broken one may follow a null pointer:
// then nothing is left to say but where that was, and whoever catches the signal (apps/crash_report.cpp) says it.
#pragma once

namespace tandem::model {

/// Lives as long as the handler runs. All texts outlive it.
class RunningHandler {
public:
    /// "SM0", "receive", "BusFill". `number`: of the node, where its name lacks one, or -1.
    RunningHandler(const char* node, int number, const char* handler, const char* what) : node(node), handler(handler), what(what), number(number), outer_(current_) { current_ = this; }
    ~RunningHandler() { current_ = outer_; }
    RunningHandler(const RunningHandler&) = delete;
    RunningHandler& operator=(const RunningHandler&) = delete;

    /// That of this thread, or null.
    static const RunningHandler* current() { return current_; }

    const char *node, *handler, *what;
    int number;

private:
    static inline thread_local const RunningHandler* current_ = nullptr;
    const RunningHandler* outer_;
};

}  // namespace tandem::model
