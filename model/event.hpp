// What a protocol lets its environment see: accesses as they are issued, performed and completed, and resets of its clock.
//
// Handlers report these through the context. Monitors in specs/ judge them; the simulator wakes warps with them.
//
// An atomic is a load and a store that are performed in one step, in this order.
//
// A protocol may have more to report: a fence and its phases, a load that is issued, an order and scope. It then adds its kinds
// to `EventKind`. If a kind says more, it also adds members to `Event`, which stay default for all other kinds. And it adds one
// function that reports the event to each context (model/step_context.hpp and smt/symbolic_context.hpp). Nothing else changes:
// engines only pack and print events, and a monitor ignores the kinds that it does not know.
#pragma once

#include "model/containers.hpp"
#include "model/synchronization.hpp"

namespace tandem::model {

BOOST_DEFINE_FIXED_ENUM_CLASS(EventKind, std::uint8_t,
    store_issued,     // a thread has issued a store of `value` to `address`
    load_issued,      // a thread has issued a load of `address` that is not complete, and the thread may go on meanwhile
    store_performed,  // the store took effect at `when`, its place in the protocol's order
    store_completed,  // the issuing thread knows that its store was performed
    load_completed,   // a thread's load of `address` returned `value`, at `when` in the protocol's order
    load_performed,   // the same of a load that is performed far from its thread, which does not know it yet
    load_returned,    // such a load's thread has its answer
    fence_passed,     // a fence of a thread has waited for all that it waits for
    clock_reset,      // the protocol's clock starts again: everything from now on is later than all before (see `era` below)
    reset_adopted,    // `core` now counts its moments from a later reset; `when` is 1 if that was an odd one, else 0
    // A block's life is a row of epochs: in one a single core may write it, in the next any may read it (Nagarajan, Sorin, Hill,
    // Wood, "A Primer on Memory Consistency and Cache Coherence", 2.3). They begin when the permission is sent. Proofs need them.
    write_epoch,      // `core` alone may come to read and write `address`, once all others have given it up
    read_epoch,       // nobody may write `address`
    // The warp instruction that a step begins with, for one block (`value` is what a store or atomic brings). No text reports
    // these. `System` does, to a monitor that plays programs or judges atomics.
    begins_load,
    begins_store,
    begins_atomic,
    begins_fence,
    begun)  // those were all of its blocks. Where instructions of several exist, one of two begins like one of the first alone

/// Whether such an event only says how a step begins.
constexpr bool is_beginning(EventKind kind) { return kind >= EventKind::begins_load; }

template <class D>
struct Event {
    Enum<D, EventKind> kind{};
    Core<D> core{};
    Thread<D> thread{};
    Address<D> address{};
    Value<D> value{};
    Moment<D> when{};
    Synchronization<D> synchronization{};  // of what begins
    /// The parity of the reset that the node counts from, if several nodes keep the clock and follow its resets one after the
    /// other. The node performs something here, or begins to count from that reset (`clock_reset`; the first to do so resets the
    /// clock). Empty: the node counts from the last reset.
    Maybe<D, Flag<D>> era{};
    Enum<D, Named> named{};                // `value` is that of the followed word; the datum names these words (block_words.hpp)
    BOOST_DESCRIBE_CLASS(Event, (), (kind, core, thread, address, value, when, synchronization, era, named), (), ())

    /// Whether the event says nothing of the followed word: a store to other words of the block, or what an atomic found there.
    bool elsewhere() const { return bool(named == Named::others); }

    /// Domains that differ only in their room for names report the same events.
    template <class E>
        requires std::is_same_v<typename D::Time, typename E::Time>
        operator Event<E>() const {
            return {kind,
                    core,
                    thread,
                    address,
                    value,
                    when,
                    {synchronization.order, synchronization.scope, synchronization.remote},
                    {era.present, era.item},
                    named};
        }

    /// Most events have no order and no scope, and name whole blocks; these members are then not printed.
    static bool carries(const Event& e, std::string_view field) {
        if (field == "named") return e.named != Named::all;
        if (field == "era") return bool(e.era);
        if (e.kind == EventKind::write_epoch || e.kind == EventKind::read_epoch)
            return field == "kind" || field == "address" || (field == "core" && e.kind == EventKind::write_epoch);
        return !field.starts_with("synchronization") || e.synchronization.order != Order::plain;
    }
};

/// An event of a text in domain D, as monitors see it.
template <class D>
Event<Reported<D>> reported(const Enum<D, EventKind>& kind, const Core<D>& core, const Thread<D>& thread,
                            const Address<D>& address, const Value<D>& value, const Moment<D>& when,
                            const Synchronization<D>& synchronization, const Maybe<D, Flag<D>>& era) {
    Event<Reported<D>> event{kind,
                             core,
                             thread,
                             address,
                             {},
                             when,
                             {synchronization.order, synchronization.scope, synchronization.remote},
                             {era.present, era.item}};
    if constexpr (requires { value.named; }) event.value = value.word, event.named = value.named;
    else event.value = value;
    return event;
}

/// A copy of a block that a load may read at any moment from `from` to `until`, both included. Moments count since the reset that
/// `era` stands for; copies of different eras are never compared.
template <class D>
struct Copy {
    Address<D> address{};
    Value<D> value{};
    Moment<D> from{}, until{};
    Flag<D> era{};
};

}  // namespace tandem::model
