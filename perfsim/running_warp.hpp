// Which warp's kernel runs on this thread. A kernel's computation between two of its steps takes no simulated time. One that
// never comes to the next step would run for ever in silence, and one that follows a null pointer would end the program without a
// word. An outside observer (apps/common/crash_report.cpp) tells which it is.
#pragma once

namespace tandem::perfsim {

/// Lives while a warp's kernel runs on to its next step.
class RunningWarp {
public:
    /// `kernel`: the host's name for it, or "". `warp`: its number in the thread block.
    RunningWarp(const char* kernel, int warp, int thread_block) : kernel(kernel), warp(warp), thread_block(thread_block) {
        current_ = this;
        ++started_;
    }
    ~RunningWarp() { current_ = nullptr; }
    RunningWarp(const RunningWarp&) = delete;
    RunningWarp& operator=(const RunningWarp&) = delete;

    /// The warp of this thread, or null.
    static const RunningWarp* current() { return current_; }
    /// How many have started on this thread. If the count stays the same, one has not come to its next step.
    static unsigned long started() { return started_; }

    const char* const kernel;
    const int warp, thread_block;

private:
    static inline thread_local const RunningWarp* current_ = nullptr;
    static inline thread_local unsigned long started_ = 0;
};

}  // namespace tandem::perfsim
