// Which handler of a protocol text, or which property, runs on this thread. Texts hold plain pointers into stores, so a broken
// text may follow a null pointer or never end. All that can then be said is where that was: the catcher of the signal
// (apps/common/crash_report.cpp) prints it.
#pragma once

#include <utility>

namespace tandem::model {

/// Lives as long as the handler runs. All texts outlive it.
class RunningHandler {
public:
    /// The member of a node that contains this part of it, or null.
    using MemberAt = const char* (*)(const void* node, const void* part);

    /// "SM0", "receive", "BusFill". `number`: the node's number if its name lacks one, or -1.
    RunningHandler(const char* node, int number, const char* handler, const char* what)
        : node(node), handler(handler), what(what), number(number) {
        OfThread& thread = thread_;
        outer_ = std::exchange(thread.current, this);
        ++thread.started;
        thread.missed.store = nullptr;
    }
    ~RunningHandler() { thread_.current = outer_; }
    RunningHandler(const RunningHandler&) = delete;
    RunningHandler& operator=(const RunningHandler&) = delete;

    /// The handler of this thread, or null.
    static const RunningHandler* current() { return thread_.current; }
    /// How many handlers have started on this thread. If the count stays the same, one has not ended.
    static unsigned long started() { return thread_.started; }

    const char *node, *handler, *what;
    int number;
    /// For nodes of the search: what locates a store.
    const void* object = nullptr;
    MemberAt member_at = nullptr;
    /// On symbols every path is taken, including those that no reachable state takes.
    bool on_symbols = false;

    /// The name that a handler last looked for in a store without finding it.
    struct Missed {
        const void* store;
        unsigned char sort, key;
    };
    static void note_missed(const void* store, unsigned char sort, unsigned char key) { thread_.missed = {store, sort, key}; }
    static const Missed& missed() { return thread_.missed; }

    /// Lives as long as a property is being judged.
    class Judging {
    public:
        explicit Judging(const char* property, bool on_symbols = false) {
            thread_.judged = property;
            thread_.judged_on_symbols = on_symbols;
        }
        ~Judging() { thread_.judged = nullptr; }
        Judging(const Judging&) = delete;
        Judging& operator=(const Judging&) = delete;
    };
    /// The property being judged on this thread, or null.
    static const char* judged() { return thread_.judged; }
    static bool judged_on_symbols() { return thread_.judged_on_symbols; }

private:
    /// In one piece, because a library asks where a thread's own data is each time that it uses some.
    struct OfThread {
        const RunningHandler* current;
        unsigned long started;
        Missed missed;
        const char* judged;
        bool judged_on_symbols;
    };
    static constinit inline thread_local OfThread thread_{};  // zeroes
    const RunningHandler* outer_ = nullptr;
};

}  // namespace tandem::model
