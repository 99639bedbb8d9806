// The messages between compute units and L2, and between L2s and memory if there are several components; and the outcomes of
// handlers.
#pragma once

#include "model/scoped_instruction.hpp"
#include "protocols/baseline/messages.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::rsp {

using namespace model;

/// From here on "level" means the side nearer to the wavefronts, CU or L2, and "next" the side beyond it, L2 or memory.
BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    Read,         // to the next level: a line
    WriteThrough, // what the FIFO's head has written
    Access,       // a load, store or read-modify-write to be performed there, or beyond
    Promote,      // flush the other scope instances (rm_acq.1, rm_ar.1)
    FlushDone,    // a marker has reached the head of its FIFO, and all before it is at the next level (Fig. 7, time 4)
    Invalidated,  // or it knows that synchronization goes on
    ReadData,     // and back
    WriteDone,
    Performed,    // the access, and what it found
    FlushMarker,  // to be put into the FIFO (Fig. 7, time 2)
    Promoted,     // all have flushed
    Invalidate,   // rm_rel.3, rm_ar.4
    Resume)       // a remote acquire that stalled synchronization is over

constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "data") return kind == WriteThrough || kind == Access || kind == ReadData || kind == Performed;
    if (field == "wavefront") return kind == Access || kind == Promote || kind == Performed || kind == Promoted;
    if (field == "access") return kind == Access || kind == Promote;
    if (field == "remote") return kind == Access;
    if (field == "stalls") return kind == FlushMarker || kind == Invalidate;
    if (field == "acquires" || field == "releases") return kind == Access;
    return true;
}
/// Whether a field is carried only at the system's scope.
constexpr bool of_system(std::string_view field) {
    return field == "system" || field == "core" || field == "acquires" || field == "releases";
}

template <class D>
struct Message {
    Enum<D, MessageKind> kind{};
    Address<D> address{};           // of what is accessed; of a promotion, what the remote operation is about
    Thread<D> wavefront{};
    Enum<D, AccessKind> access{};
    Value<D> data{};
    Flag<D> remote{};
    Flag<D> stalls{};               // synchronization stalls at the L1, or goes on again
    Flag<D> system{};               // it goes on to memory, or has come from there, or answers what has
    Flag<D> acquires{}, releases{};
    // whose wavefront has asked; of what L2 does by itself, the first of its component; of a sweep that it hands on, who takes
    // part
    Core<D> core{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, wavefront, access, data, remote, stalls, system, acquires, releases, core),
                         (), ())

    static bool carries(const Message& m, std::string_view field) {
        return rsp::carries(m.kind, field) && (m.system || !of_system(field));
    }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!rsp::carries(model::enumerator(kind), name)) member = {};
        });
        if (!system) {
            acquires = false;
            releases = false;
            core = {};
        }
    }
};

/// What a handler did, or why it stalled.
enum class Outcome : std::uint8_t {
    // CU, an access that synchronizes nothing
    load_hit,
    load_miss,
    load_merged,
    stored,
    stalled_wavefront_busy,
    stalled_fifo_full,
    // CU, an access with an order
    performed_at_l1,
    awaits_line,
    release_marker_inserted,
    invalidated_for_acquire,
    sent_to_l2,
    promotion_sent,
    stalled_promotion,
    stalled_block_busy,
    // CU, messages
    filled,
    fill_superseded,
    marker_inserted,
    synchronization_stalls,
    rm_acq_2,
    rm_ar_2,
    completed,
    own_copy_dropped,
    invalidated,
    dirty_line_invalidated,
    synchronization_resumes,
    // CU, by itself
    written_through,
    nothing_to_write,
    release_done,
    rm_rel_1,
    flush_done,
    requested,
    served,
    rm_acq_3,
    rm_rel_2,
    rm_ar_3,
    fetched,
    l1_evicted,
    // L2
    read_done,
    write_done,
    performed_at_l2,
    line_locked,
    promotion_begins,
    promotion_waits,
    promotion_told,
    promoted,
    promotion_over,
    dram_read,
    dram_filled,
    l2_evicted,
    request_queued,
    stalled_locked,
    nothing_to_do,
    // L2 of several components, and memory
    l2_requested,
    l2_filled,
    l2_fill_superseded,
    l2_access_waits,
    l2_marker_inserted,
    l2_written_through,
    l2_dirty_line_invalidated,
    l2_invalidated,
    l2_flush_done,
    sent_to_memory,
    performed_at_memory,
};
// BOOST_DESCRIBE_ENUM takes at most 52 enumerators.
BOOST_DESCRIBE_ENUM_BEGIN(Outcome)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, load_hit, load_miss, load_merged, stored, stalled_wavefront_busy,
                           stalled_fifo_full, performed_at_l1, awaits_line, release_marker_inserted, invalidated_for_acquire,
                           sent_to_l2, promotion_sent, stalled_promotion, stalled_block_busy, filled, fill_superseded,
                           marker_inserted, synchronization_stalls, rm_acq_2, rm_ar_2, completed, own_copy_dropped, invalidated,
                           dirty_line_invalidated, synchronization_resumes, written_through, nothing_to_write, release_done,
                           rm_rel_1, flush_done, requested, served, rm_acq_3, rm_rel_2, rm_ar_3, fetched, l1_evicted)
BOOST_DESCRIBE_PP_FOR_EACH(BOOST_DESCRIBE_ENUM_ENTRY, Outcome, read_done, write_done, performed_at_l2, line_locked,
                           promotion_begins, promotion_waits, promotion_told, promoted, promotion_over, dram_read, dram_filled,
                           l2_evicted, request_queued, stalled_locked, nothing_to_do, l2_requested, l2_filled, l2_fill_superseded,
                           l2_access_waits, l2_marker_inserted, l2_written_through, l2_dirty_line_invalidated, l2_invalidated,
                           l2_flush_done, sent_to_memory, performed_at_memory)
BOOST_DESCRIBE_ENUM_END(Outcome)

}  // namespace tandem::rsp
