// A memory order that explains a trace, found by running it: a machine with one memory does what can be done now. Loads are done
// as soon as memory holds their value. A store may be performed when nobody needs any longer what it overwrites. Where several
// stores may come next, the one whose first reader stands earliest is taken, and others are tried when that leads nowhere.
//
// What has been done, and what memory holds, is all that matters for the rest. So a state that led nowhere is not entered again
// (Gibbons and Korach, Testing shared memories, SIAM J. Comput. 1997).
#pragma once

#include <chrono>
#include <optional>
#include <unordered_set>

#include "specs/audit/local_order.hpp"

namespace tandem::audit {

struct Limits {
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();
    std::size_t bytes = std::size_t{4} << 30;
    bool (*interrupted)() = nullptr;
    bool over() const { return std::chrono::steady_clock::now() >= deadline || (interrupted && interrupted()); }
};

/// Operations and what comes after them, as flat arrays.
struct Successors {
    std::vector<std::uint32_t> first;  // of each operation, and one beyond
    std::vector<Id> to;
    Successors(std::size_t count, const std::vector<Edge>& edges);
};

/// Where each operation may have been in the run that was logged. Logs come in the order of time, or thread by thread.
std::vector<std::uint64_t> places(const Trace& trace);

/// What a run asks before it performs a store, where it looks ahead.
class Foresight {
public:
    virtual ~Foresight() = default;
    /// The store is performed before all of its address that are not. False: that contradicts what is known, and nothing was
    /// noted.
    virtual bool take(Id store) = 0;
    virtual std::size_t mark() const = 0;
    /// Forgets what was noted since.
    virtual void back_to(std::size_t mark) = 0;
};

class Schedule {
public:
    enum class Ending { found, impossible, given_up };

    /// `edges` are those that any order must keep.
    Schedule(const Trace& trace, const Matched& matched, const std::vector<Edge>& edges);

    /// `retries`: how often it may go back. Impossible: all has been tried.
    Ending run(std::uint64_t retries, const Limits& limits, Foresight* foresight = nullptr);

    /// Back to the beginning, to take stores as they stand in an order that is likelier. What was learned stays.
    void restart(const std::vector<Id>& likelier);

    /// More edges that any order must keep. What contradicts them is undone; `run` goes on from there. Returns how many were
    /// contradicted.
    std::size_t learn(const std::vector<Edge>& edges);

    /// An order in which some operations may have been performed: their stores are taken so from now on, and what was done
    /// otherwise is undone. Nothing is known for sure, so `run` may still take them in any order.
    void prefer(const std::vector<Id>& likelier);

    /// Where there is no way on: the stores that might come next, each with the one that memory holds there and that is needed
    /// still.
    std::vector<std::pair<Id, Id>> blocked() const;

    bool is_done(Id id) const { return done_at_[id] != 0; }
    /// Smaller for what was done first, and then for what is likely to be next.
    std::pair<std::uint64_t, std::uint64_t> moment(Id id) const { return {!is_done(id), is_done(id) ? done_at_[id] : key_[id]}; }

    /// A memory order, after `found`.
    const std::vector<Id>& order() const { return done_order_; }
    std::uint64_t tried() const { return tried_; }

private:
    struct Choice {
        std::size_t done;  // how many operations had been done
        Id taken;
        std::vector<Id> others;  // in the order in which they are tried, last first
        bool listed = false;
        std::size_t foreseen = 0, told = 0;  // of the foresight; and how many of what was done it had been told
        std::uint64_t mark[2];
    };
    struct Mark {
        std::uint64_t a, b;
        bool operator==(const Mark&) const = default;
    };
    struct HashOfMark {
        std::size_t operator()(const Mark& m) const { return m.a; }
    };

    void bound_moments();
    template <class Each>
    void each_after(Id id, Each each) const;
    void await_store(Id id);
    void await_load(Id id);
    void wake_stores(std::uint32_t address);
    void wake_loads(Class c);
    bool needed(std::uint32_t address) const;
    bool may_store(Id id) const;
    bool is_safe(Id id) const;
    void perform(Id id);
    void undo_to(std::size_t done);
    void settle();
    Id next_choice(Foresight* foresight);
    void list_others(Choice& choice);
    void flip(std::uint64_t key);

    const Trace& trace_;
    const Matched& m_;
    Successors after_;
    std::vector<std::uint32_t> waits_for_;  // how many must come before, of each operation
    std::vector<std::uint32_t> done_at_;    // 1 for what was done first, 0 for what is not
    std::vector<Class> held_;               // by memory, of each address
    std::vector<std::uint32_t> readers_left_, writers_left_, stores_left_;
    std::vector<std::uint64_t> key_;          // of stores: the smallest is taken first
    std::vector<Id> loads_of_, next_load_;    // waiting for a class: a list
    std::vector<Id> stores_at_, next_store_;  // waiting for their address: a list
    std::vector<std::uint8_t> is_listed_;     // in one of these lists, even if it is not ready any longer
    std::vector<std::pair<std::uint64_t, Id>> heap_;
    std::vector<Id> runnable_;  // to be settled
    std::vector<Id> done_order_;
    std::vector<std::pair<Class, Id>> overwritten_;  // what memory held before each store that was done
    std::vector<Id> holder_;                         // of each address, the store that memory holds, or `initial`
    std::vector<Choice> choices_;
    std::unordered_set<Mark, HashOfMark> nowhere_;
    std::uint64_t mark_[2] = {0, 0};
    struct Learned {
        Id to;
        std::uint32_t next;
    };
    std::vector<Learned> learned_;
    std::vector<std::uint32_t> learned_of_;  // of each operation the newest, or `none`
    bool begun_ = false;
    std::size_t told_ = 0;
    std::uint64_t tried_ = 0;
};

}  // namespace tandem::audit
