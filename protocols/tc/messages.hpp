// The messages of Temporal Coherence, the outcomes of its handlers, and the clock that they read.
#pragma once

#include "protocols/baseline/messages.hpp"
#include "protocols/tc/config.hpp"

namespace tandem::tc {

using namespace model;
using baseline::NodeKind;

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    Read,      // L1 to L2
    Write,     // L1 to L2
    Atomic,    // L1 to L2
    Fill,      // L2 to L1: data and the end of its lease
    WriteAck,  // L2 to L1: with TC-Weak the time at which the write will be visible to all SMs
    AtomAck)   // L2 to L1: the same, and what the atomic found

constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "data") return kind == Write || kind == Atomic || kind == Fill || kind == AtomAck;
    if (field == "warp") return kind != Fill && kind != Read;
    if (field == "expired") return kind == Read;
    if (field == "expiry") return kind == Fill || kind == WriteAck || kind == AtomAck;
    return true;
}

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Thread<D> warp{};
    Value<D> data{};
    Instant<D> expiry{};  // the last tick of a lease: of the data's, or of those that the write has not waited for
    Flag<D> expired{};    // LeaseChoice::predicted: the SM has a copy, whose lease has ended
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, warp, data, expiry, expired), (), ())

    static bool carries(const Message& m, std::string_view field) { return tc::carries(m.kind, field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!tc::carries(model::enumerator(kind), name)) member = {};
        });
    }
};

/// What a handler did, or why it stalled.
BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
    // L1, an access of a warp
    load_hit, load_miss, load_expired, load_merged, write_sent, fence_passes,
    stalled_warp_busy, stalled_same_block, stalled_fence, stalled_gwct,
    // L1, an answer
    filled, filled_too_late, filled_after_write, merged_served, merged_not_covered, completed,
    // L1, by itself
    requested_again, l1_evicted,
    // L2
    read_leased, lease_extended, write_private, write_early, write_performed, request_queued, stalled_lease,
    lease_lengthened, lease_shortened,
    dram_read, dram_filled, l2_evicted, nothing_to_do)

/// The reading of a node's clock. `last` says whether it belongs to the last SM, whose clock is one tick behind if clocks are
/// skewed.
auto clock(auto& ctx, bool last = false) {
    return ctx.config().clocks == Clocks::skewed && !last ? ctx.now() + 1 : ctx.now();
}

}  // namespace tandem::tc
