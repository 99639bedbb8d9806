// The messages of G-TSC (Table I), its nodes, and what its handlers can do.
//
// Beyond Table I a message names its block and, if its answer must find the way back, its warp. `epoch` and `reset` carry the
// reset of V-D (see Reset in config.hpp).
#pragma once

#include <string_view>

#include "model/reflect.hpp"

namespace tandem::gtsc {

using model::Address, model::Core, model::Counter, model::Enum, model::Flag, model::Moment, model::Sort, model::Thread,
    model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, l1, l2)

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    BusRd,         // L1 to L2: read or renewal request
    BusWr,         // L1 to L2: write request
    BusAtom,       // L1 to L2: an atomic; not in the paper
    BusFill,       // L2 to L1: data with its lease
    BusRnw,        // L2 to L1: a longer lease for data that L1 has
    BusWrAck,      // L2 to L1: the lease that a store got
    BusAtomAck,    // L2 to L1: the moment that an atomic got, and what it found
    BusReset,      // L2 to L1: the timestamps were reset (Reset::epoch only)
    BusResetAck,   // L1 to L2
    // From bank to bank, if there are several:
    ResetSignal,   // the sender has reset its timestamps (V-D)
    Overflow,      // to the first bank: a request at the sender waits for a reset
    AllFollow)     // to the first bank: all SMs have followed the last reset, as far as the sender is concerned

/// Table I, including the columns that it takes for granted.
constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "kind") return true;
    if (field == "address") return kind < BusReset;
    if (field == "rts") return kind == BusFill || kind == BusRnw || kind == BusWrAck;
    if (field == "wts") return kind == BusRd || kind == BusFill || kind == BusWrAck || kind == BusAtomAck;
    if (field == "warp_ts") return kind == BusRd || kind == BusWr || kind == BusAtom;
    if (field == "data") return kind == BusWr || kind == BusFill || kind == BusAtom || kind == BusAtomAck;
    if (field == "warp") return kind == BusWr || kind == BusWrAck || kind == BusAtom || kind == BusAtomAck;
    if (field == "epoch") return true;
    if (field == "reset") return kind == BusFill || kind == BusWrAck || kind == BusAtomAck;
    return false;
}

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Thread<D> warp{};
    Moment<D> wts{}, rts{};
    Moment<D> warp_ts{};
    Value<D> data{};
    Flag<D> epoch{};
    Flag<D> reset{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, warp, wts, rts, warp_ts, data, epoch, reset), (), ())

    static bool carries(const Message& m, std::string_view field) { return gtsc::carries(m.kind, field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!gtsc::carries(model::enumerator(kind), name)) member = {};
        });
    }
};

/// What a handler did, or why it stalled.
BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
                              // L1, an access of a warp: Fig. 2 and 3
                              load_hit, load_hit_under_store, load_miss, load_expired, load_merged, load_waits_for_store,
                              store_hit, store_miss, atomic_sent, fence_passes, stalled_warp_busy, stalled_same_block,
                              stalled_store_pending, stalled_forwarding, stalled_fence, copy_given_up, stalled_copy_in_use,
                              // L1, a response: Fig. 7 and 8
                              fill_installed, fill_dropped, renewed, renewal_dropped, renewal_without_block, ack_unlocks,
                              ack_without_block, atomic_returned, load_served, load_not_covered, l1_reset, old_response,
                              // L1, by itself
                              l1_evicted, renewal_sent, reset_acknowledged, stalled_nothing_to_do,
                              // L2, a request: Fig. 4 and 5
                              read_renewed, read_filled, write_performed, atomic_performed, dram_read, request_queued,
                              overflow_reset, overflow_waits, stale_read, stale_write, sm_follows,
                              // L2, DRAM and eviction: Fig. 6
                              dram_filled, l2_evicted, reset_announced,
                              // L2, among banks
                              request_ahead, overflow_heard, bank_follows, reset_signalled)

}  // namespace tandem::gtsc
