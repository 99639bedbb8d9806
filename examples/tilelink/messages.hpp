// What agents of TileLink's cached level, TL-C, say to each other (SiFive, "TileLink Specification", 1.8.1, chapter 9), who they
// are, and the names of outcomes.
//
// A permission is what a copy may be used for: nothing, reads (Branch), or reads and writes (Tip). The specification tells a Tip
// from a Trunk, on the way to a Tip further from memory; here a directory's entry says that.
#pragma once

#include <string_view>

#include "protocols/baseline/core_access.hpp"
#include "protocols/baseline/system.hpp"

namespace tilelink {

namespace model = tandem::model;
namespace baseline = tandem::baseline;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Thread, model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, l1, reader, dma, l2, memory)

/// Whether a channel keeps its messages in order. The protocol needs no order: a block has one message at a time in a channel.
BOOST_DEFINE_FIXED_ENUM_CLASS(Channels, std::uint8_t, ordered, unordered)

/// What the only client that reads a block gets.
BOOST_DEFINE_FIXED_ENUM_CLASS(Grants, std::uint8_t,
    promoted,   // a Tip, so that a store after it asks for nothing
    as_asked)   // a Branch

/// Cores are numbered caches first, then read-only caches, then DMA engines.
struct Config : baseline::Config {
    Channels channels = Channels::ordered;
    Grants grants = Grants::promoted;
    int readers = 0;  // cores whose cache only reads, such as an instruction cache
    int dmas = 0;     // cores without a cache, beside L2

    int caches() const { return shape[Sort::core] - readers - dmas; }
    bool promotes(int core) const { return grants == Grants::promoted && !reads_only(core); }
    bool reads_only(int core) const { return core >= caches() && core < caches() + readers; }
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Permission, std::uint8_t, nothing, branch, tip)

/// By channel: A asks, B takes back, C gives back, D answers, E acknowledges.
BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    Acquire, Get, PutFullData,                                  /* A */
    Probe,                                                      /* B */
    ProbeAck, ProbeAckData, Release, ReleaseData,               /* C */
    Grant, GrantData, ReleaseAck, AccessAck, AccessAckData,     /* D */
    GrantAck)                                                   /* E */

constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "from") return kind == Acquire;
    if (field == "to")
        return kind == Acquire || kind == Probe || kind == ProbeAck || kind == ProbeAckData || kind == Grant || kind == GrantData;
    if (field == "core" || field == "thread")
        return kind == Get || kind == PutFullData || kind == AccessAck || kind == AccessAckData;
    if (field == "data")
        return kind == PutFullData || kind == ProbeAckData || kind == ReleaseData || kind == GrantData || kind == AccessAckData;
    return true;
}

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Enum<D, Permission> from{};  // of an Acquire: what its sender has
    Enum<D, Permission> to{};    // asked for, granted, left to a probed client, or what it has left
    Core<D> core{};              // of a DMA engine: whose answer it is
    Thread<D> thread{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, from, to, core, thread, data), (), ())

    static bool carries(const Message& m, std::string_view field) { return tilelink::carries(model::enumerator(m.kind), field); }
    void clear_unused() { model::clear_uncarried(*this); }
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
    /* a client */ hit, load_miss, store_miss, upgrade, stalled_transient, stalled_warp_busy, stalled_same_block, stalled_fence,
    fence_passes, filled, upgraded, released, released_dirty, release_done, probe_missed, downgraded, invalidated,
    gave_data, deferred, answered_late, requested, completed,
    /* L2 */ queued, asks_memory, probes, grants, grants_without_data, granted_by_memory, acknowledged, collected, release_taken,
    probe_noted, probe_passed_on, probe_answered, recalls, l2_releases, l2_released,
    /* the memory side */ dram_read, dram_filled, dram_written, request_queued, serves_acquire, serves_get, serves_put, probes_l2,
    l2_collected, l2_release_taken, l2_acknowledged, recalls_l2, nothing_to_do)

/// What is left of a permission under a cap.
template <class D>
Enum<D, Permission> capped(const Enum<D, Permission>& have, const Enum<D, Permission>& cap) {
    if (cap == Permission::nothing) return Permission::nothing;
    if (cap == Permission::branch && have == Permission::tip) return Permission::branch;
    return have;
}

/// Whether what an agent has suffices for what is asked.
template <class Have, class Wanted>
bool covers(const Have& have, const Wanted& wanted) {
    return have == Permission::tip || (have == Permission::branch && wanted == Permission::branch);
}

}  // namespace tilelink
