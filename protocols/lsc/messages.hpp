// The mutex scheme's additions to the messages of the APU (lsc.txt, 6), and the names of outcomes.
#pragma once

#include "model/hashed_blocks.hpp"
#include "protocols/apu/messages.hpp"
#include "protocols/lsc/config.hpp"

namespace tandem::lsc {

using model::AccessKind;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Thread, model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, cu, cpu, gl2, directory, pool)

BOOST_DEFINE_FIXED_ENUM_CLASS(
    MessageKind, std::uint8_t,
    // of the APU
    RdBlk, WriteThrough, Atomic, Evict, Data, cmlAck, AtomicResp, Read, RFO, Shared, Exclusive, Modified, Vic, ProbeShare,
    ProbeInv, ProbeAck, ProbeAckData, Gl2ProbeAck, Inv,
    InvAck,  // GL2 to a GL1 that the TCD takes for a sharer, and back (6.1); what a GL1 evicts it tells with Evict,
    Rehash,  // or with this: once every N evictions, with the recalculated hashes of what is left
    EvictAck,               // GL2's answer to either, if it gives one
    MuReq, WavefrontMuReq,  // CMM or GMM to the mutex pool (6.3 to 6.5)
    MuAck, MuNack,          // back again; nacks are for wavefronts
    MuRel)                  // a mutex is released

enum class Outcome : std::uint8_t {
    // CU: wavefronts and GL1
    load_hit,
    load_miss,
    load_merged,
    written_through,
    filled,
    write_done,
    gl1_invalidated,
    false_positive,
    gl1_evicted,
    stalled_mutex,
    stalled_order,
    stalled_block,
    load_early,  // of a wavefront or of a CPU's thread: before an older store is done
    // GMM
    asks_mutex,
    mutex_acquired,
    nacked,
    asked_again,
    request_dropped,
    mutex_released,
    // CPU: ROB, store buffer and CMM
    cpu_load_hit,
    forwarded,
    cpu_load_miss,
    asked_early,
    committed,
    at_rob_head,
    cpu_filled,
    retired,
    requested_ownership,
    awaits_mutex,
    rob_asks,
    // its cache
    cpu_evicted,
    written_back,
    invalidated,
    invalidated_dirty,
    downgraded,
    probe_missed,
    // GL2
    gl2_hit,
    gl2_miss,
    gl2_forwarded,
    gl2_invalidates,
    gl2_answered,
    gl2_probed,
    gl2_evicted,
    sharer_gone,
    gl2_collected,
    gl2_queued,
    // system directory
    read_granted,
    owned_granted,
    gl2_granted,
    write_performed,
    probes,
    probe_answered,
    victim_taken,
    eviction_noted,
    stalled_busy,
    stalled_gl2_busy = stalled_busy,  // a text has at most 64 outcomes
    stalled_victim,
    request_queued,
    memory_asked,
    // mutex pool
    mutex_given,
    mutex_buffered,
    mutex_nacked,
    mutex_transferred,
    mutex_free,
    nothing_to_do,
};
BOOST_DESCRIBE_ENUM_BEGIN(Outcome)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, load_hit, load_miss, load_merged, written_through, filled,
                           write_done, gl1_invalidated, false_positive, gl1_evicted, stalled_mutex, stalled_order, stalled_block,
                           load_early, asks_mutex, mutex_acquired, nacked, asked_again, request_dropped, mutex_released,
                           cpu_load_hit, forwarded, cpu_load_miss, asked_early, committed, at_rob_head, cpu_filled,
                           retired, requested_ownership, awaits_mutex, rob_asks)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, cpu_evicted, written_back, invalidated, invalidated_dirty,
                           downgraded, probe_missed, gl2_hit, gl2_miss, gl2_forwarded, gl2_invalidates, gl2_answered, gl2_probed,
                           gl2_evicted, sharer_gone, gl2_collected, gl2_queued, read_granted, owned_granted,
                           gl2_granted, write_performed, probes, probe_answered, victim_taken, eviction_noted, stalled_busy,
                           stalled_victim, request_queued, memory_asked, mutex_given, mutex_buffered, mutex_nacked,
                           mutex_transferred, mutex_free, nothing_to_do)
BOOST_DESCRIBE_ENUM_END(Outcome)

/// This protocol's names, and the content of its messages. In messages about mutexes the address is the mutex, and core and
/// wavefront are the requestor.
struct Words {
    using NodeKind = lsc::NodeKind;
    using Kind = MessageKind;
    using Outcome = lsc::Outcome;
    static constexpr bool of_mutexes(Kind kind) { return kind >= Kind::MuReq; }
    static constexpr bool carries(Kind kind, std::string_view field) {
        if (of_mutexes(kind))
            return field == "kind" || field == "address" || ((field == "core" || field == "wavefront") && kind != Kind::MuRel);
        if (field == "kept") return kind == Kind::Rehash;
        return apu::carries(kind, field);
    }
    /// Answers wait for no request. Mutexes have separate channels.
    static constexpr int network(Kind kind) { return apu::answers(kind) ? 1 : 0; }
};

}  // namespace tandem::lsc

namespace tandem::apu {

/// Messages of this protocol may also carry hashes.
template <class D>
struct Message<D, lsc::Words> {
    using W = lsc::Words;
    using Kind = W::Kind;
    Enum<D, Kind> kind{};
    Address<D> address{};
    Core<D> core{};          // whose wavefront
    Thread<D> wavefront{};
    Value<D> data{};
    typename model::HashedBlocks<D>::OfSet kept{};  // what a GL1's set has, of which the address is
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, core, wavefront, data, kept), (), ())

    static bool carries(const Message& m, std::string_view field) { return W::carries(model::enumerator(m.kind), field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!carries(*this, name)) member = {};
        });
    }
};

}  // namespace tandem::apu

namespace tandem::lsc {

template <class D> using Message = apu::Message<D, Words>;

/// A manager's knowledge of a mutex; mutex-invalid "is the default state" (6.3), and a GMM then has no entry.
BOOST_DEFINE_FIXED_ENUM_CLASS(MutexStatus, std::uint8_t,
    invalid, requested, acquired, nacked,
    covers_load)  // acquired, and a load has passed a store under it

template <class D>
bool is_held(const Enum<D, MutexStatus>& status) {
    return bool(status == MutexStatus::acquired) || bool(status == MutexStatus::covers_load);
}

}  // namespace tandem::lsc
