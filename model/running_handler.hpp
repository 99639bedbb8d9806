// Which handler of a protocol text, or which property, runs on this thread. Texts hold plain pointers to what stores have found, and a broken one may follow a null
// pointer or never end: then nothing is left to say but where that was, and whoever catches the signal (apps/common/crash_report.cpp) says it.
#pragma once

namespace tandem::model {

/// Lives as long as the handler runs. All texts outlive it.
class RunningHandler {
public:
    /// The member of a node in which this part of it lies, or null.
    using MemberAt = const char* (*)(const void* node, const void* part);

    /// "SM0", "receive", "BusFill". `number`: of the node, where its name lacks one, or -1.
    RunningHandler(const char* node, int number, const char* handler, const char* what)
        : node(node), handler(handler), what(what), number(number), outer_(current_) {
        current_ = this;
        ++started_;
        missed_.store = nullptr;
    }
    ~RunningHandler() { current_ = outer_; }
    RunningHandler(const RunningHandler&) = delete;
    RunningHandler& operator=(const RunningHandler&) = delete;

    /// That of this thread, or null.
    static const RunningHandler* current() { return current_; }
    /// How many have started on this thread: where that stays the same, one has not ended.
    static unsigned long started() { return started_; }

    const char *node, *handler, *what;
    int number;
    /// Of the search's nodes: what says where a store is.
    const void* object = nullptr;
    MemberAt member_at = nullptr;
    /// On symbols every path is taken, also those that no reachable state takes.
    bool on_symbols = false;

    /// The name that a handler has last looked for in a store and not found.
    struct Missed {
        const void* store;
        unsigned char sort, key;
    };
    static void note_missed(const void* store, unsigned char sort, unsigned char key) { missed_ = {store, sort, key}; }
    static const Missed& missed() { return missed_; }

    /// Lives as long as a property is judged.
    class Judging {
    public:
        explicit Judging(const char* property, bool on_symbols = false) {
            judged_ = property;
            judged_on_symbols_ = on_symbols;
        }
        ~Judging() { judged_ = nullptr; }
        Judging(const Judging&) = delete;
        Judging& operator=(const Judging&) = delete;
    };
    /// The property that is judged on this thread, or null.
    static const char* judged() { return judged_; }
    static bool judged_on_symbols() { return judged_on_symbols_; }

private:
    static inline thread_local const char* judged_ = nullptr;
    static inline thread_local bool judged_on_symbols_ = false;
    static inline thread_local const RunningHandler* current_ = nullptr;
    static inline thread_local unsigned long started_ = 0;
    static inline thread_local Missed missed_{nullptr, 0, 0};
    const RunningHandler* outer_;
};

}  // namespace tandem::model
