// The messages between the caches and the system directory of an APU (lsc.txt, 2.1 and 2.2), and the names of outcomes.
//
// A protocol on the same machine has more of both. The shared part is a template over a struct of its names, like `Words` here.
#pragma once

#include <string_view>

#include "model/system.hpp"
#include "protocols/apu/config.hpp"

namespace tandem::apu {

using model::AccessKind;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Thread, model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, cu, cpu, gl2, directory)

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    RdBlk, WriteThrough, Atomic,          // GL1 to GL2, and GL2 to the directory
    Evict,                                // GL2 to the directory: it has the block no longer
    Data, cmlAck, AtomicResp,             // back again; cmlAck: write-through completion
    Read, RFO,                            // CPU to the directory: a copy, or one to store to (read for ownership)
    Shared, Exclusive, Modified,          // the directory to a CPU: such a copy
    Vic,                                  // CPU to the directory: writes back what it evicts
    ProbeShare, ProbeInv,                 // the directory to a cache: write back and keep a shared copy, or give the copy up
    ProbeAck, ProbeAckData, Gl2ProbeAck,  // answers
    Inv, InvAck)                          // GL2 to GL1s that it keeps coherent, and back

enum class Outcome : std::uint8_t {
    // CU
    load_hit,
    load_miss,
    load_merged,
    written_through,
    atomic_sent,
    flash_invalidated,
    filled,
    fill_not_kept,
    write_done,
    atomic_done,
    gl1_evicted,
    stalled_same_block,
    stalled_fill,
    stalled_fence,
    released,
    acquired,
    gl1_invalidated,
    inv_missed,
    // CPU
    cpu_load_hit,
    forwarded,
    cpu_load_miss,
    asked_early,
    committed,
    cpu_fence,
    stalled_load,
    stalled_store_buffer,
    stalled_line,
    cpu_filled,
    retired,
    requested_ownership,
    retired_on_arrival,
    rmw_hit,
    rmw_miss,
    rmw_done,
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
    gl2_filled,
    gl2_acknowledged,
    gl2_probed,
    gl2_evicted,
    gl2_invalidates,
    gl2_tells,
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
    nothing_to_do,
};
BOOST_DESCRIBE_ENUM_BEGIN(Outcome)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, load_hit, load_miss, load_merged, written_through, atomic_sent,
                           flash_invalidated, filled, fill_not_kept, write_done, atomic_done, gl1_evicted, stalled_same_block,
                           stalled_fill, stalled_fence, released, acquired, gl1_invalidated, inv_missed, cpu_load_hit, forwarded,
                           cpu_load_miss, asked_early, committed, cpu_fence, stalled_load, stalled_store_buffer, stalled_line,
                           cpu_filled, retired, requested_ownership, retired_on_arrival, rmw_hit, rmw_miss, rmw_done,
                           cpu_evicted, written_back, invalidated, invalidated_dirty, downgraded, probe_missed)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, gl2_hit, gl2_miss, gl2_forwarded, gl2_filled, gl2_acknowledged,
                           gl2_probed, gl2_evicted, gl2_invalidates, gl2_tells, gl2_collected, gl2_queued,
                           read_granted, owned_granted, gl2_granted, write_performed, probes, probe_answered, victim_taken,
                           eviction_noted, stalled_busy, stalled_victim, request_queued, memory_asked, nothing_to_do)
BOOST_DESCRIBE_ENUM_END(Outcome)

/// Which fields of a message of the APU's own kinds are in use. `Kind` has at least these kinds.
template <class Kind>
constexpr bool carries(Kind kind, std::string_view field) {
    const auto is = [&](auto... kinds) { return ((kind == kinds) || ...); };
    if (field == "core" || field == "wavefront") return is(Kind::WriteThrough, Kind::Atomic, Kind::cmlAck, Kind::AtomicResp);
    if (field == "data")
        return is(Kind::WriteThrough, Kind::Atomic, Kind::AtomicResp, Kind::Data, Kind::Shared, Kind::Exclusive, Kind::Modified,
                  Kind::Vic, Kind::ProbeAckData);
    return true;
}

/// This protocol's names, and the content of its messages.
struct Words {
    using NodeKind = apu::NodeKind;
    using Kind = MessageKind;
    using Outcome = apu::Outcome;
    static constexpr bool carries(Kind kind, std::string_view field) { return apu::carries(kind, field); }
};

/// Answers use a separate network, which never waits for one of requests.
template <class Kind>
constexpr bool answers(Kind kind) {
    return kind == Kind::Vic || kind == Kind::ProbeAck || kind == Kind::ProbeAckData || kind == Kind::Gl2ProbeAck ||
           kind == Kind::InvAck;
}

/// Requests of CPUs.
template <class Kind>
constexpr auto of_cpus(const Kind& kind) {
    using K = std::decay_t<decltype(model::enumerator(kind))>;
    return kind == K::Read || kind == K::RFO;
}

template <class D, class W>
struct Message {
    using Kind = typename W::Kind;
    Enum<D, Kind> kind{};
    Address<D> address{};
    Core<D> core{};          // whose wavefront
    Thread<D> wavefront{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, core, wavefront, data), (), ())

    static bool carries(const Message& m, std::string_view field) { return W::carries(model::enumerator(m.kind), field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!carries(*this, name)) member = {};
        });
    }
};

}  // namespace tandem::apu
