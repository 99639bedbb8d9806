// What the threads of a core have under way, as their environment sees it: the accesses that their node has accepted and not yet
// answered.
//
// The text is not asked. An access enters the ledger when the node accepts its instruction, and leaves with the event that
// completes it (event.hpp). So the ledger exposes a text that forgets an access, answers one twice, or calls itself idle
// meanwhile. The ledger is part of the node's state in the explicit search. In a correct text it follows from what the node
// remembers, and so adds no states.
//
// An atomic is a load and a store. A fence is complete when it is accepted, and is not entered.
#pragma once

#include "model/event.hpp"
#include "model/warp_instruction.hpp"

namespace tandem::model {

/// A thread's accesses to one block.
template <class D>
struct AccessesUnderWay {
    Counter<D, 3> loads{}, stores{};
    Flag<D> excused{};  // the protocol does not promise that they complete
    BOOST_DESCRIBE_CLASS(AccessesUnderWay, (), (loads, stores, excused), (), ())

    bool none() const { return bool(loads == 0) && bool(stores == 0); }
};

template <class D>
struct Ledger {
    Array<D, Sort::thread, Array<D, Sort::address, AccessesUnderWay<D>>> threads;
    BOOST_DESCRIBE_CLASS(Ledger, (), (threads), (), ())

    void accept(const WarpInstruction<D>& op, bool excused) {
        op.blocks.each([&](Address<D> a) {
            AccessesUnderWay<D>& accesses = threads[op.warp][a];
            if (op.kind != AccessKind::store && accesses.loads < 3) accesses.loads += 1;
            if (op.kind != AccessKind::load && accesses.stores < 3) accesses.stores += 1;
            accesses.excused = excused;
        });
    }

    /// False for an answer to an access that is not under way.
    bool answer(const Event<Reported<D>>& event) {
        const bool load = event.kind == EventKind::load_completed || event.kind == EventKind::load_returned;
        if (!load && event.kind != EventKind::store_completed) return true;
        AccessesUnderWay<D>& accesses = threads[event.thread][event.address];
        Counter<D, 3>& awaited = load ? accesses.loads : accesses.stores;
        if (awaited == 0) return false;
        awaited -= 1;
        if (accesses.none()) accesses.excused = false;
        return true;
    }

    bool idle(Thread<D> thread) const {
        for (const AccessesUnderWay<D>& accesses : threads[thread].items)
            if (!accesses.none()) return false;
        return true;
    }
    bool empty() const {
        for (int t = 0; t < room<D>(Sort::thread); ++t)
            if (!idle(Thread<D>(t))) return false;
        return true;
    }

    bool excused(Thread<D> thread) const {
        for (const AccessesUnderWay<D>& accesses : threads[thread].items)
            if (accesses.excused) return true;
        return false;
    }

    /// The bit of `owed` for a thread's accesses to one block.
    static int bit(int thread, int address) { return thread * max_extent + address; }
    /// A bit for each thread and block with accesses that must complete.
    std::uint64_t owed() const {
        std::uint64_t bits = 0;
        for (int t = 0; t < room<D>(Sort::thread); ++t)
            for (int a = 0; a < room<D>(Sort::address); ++a) {
                const AccessesUnderWay<D>& accesses = threads[Thread<D>(t)][Address<D>(a)];
                if (!accesses.none() && !accesses.excused) bits |= std::uint64_t(1) << bit(t, a);
            }
        return bits;
    }
};

/// The ledger's record of one step of its node.
template <class D>
struct Account {
    const Ledger<D>& before;
    const WarpInstruction<D>* accepted;  // the instruction that the step begins with, or null
    bool matched;                        // each answer is to an access under way
};

}  // namespace tandem::model
