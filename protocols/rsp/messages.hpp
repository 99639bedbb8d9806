// The messages between compute units and L2, and what handlers can do.
#pragma once

#include "model/scoped_instruction.hpp"
#include "protocols/baseline/messages.hpp"
#include "protocols/rsp/config.hpp"

namespace tandem::rsp {

using namespace model;

enum class NodeKind : std::uint8_t { cu, l2 };
BOOST_DESCRIBE_ENUM(NodeKind, cu, l2)

enum class MessageKind : std::uint8_t {
    Read,         // CU to L2: a line for L1
    WriteThrough, // CU to L2: what the FIFO's head has written
    Access,       // CU to L2: a load, store or read-modify-write to be performed there
    Promote,      // CU to L2: flush the other scope instances (rm_acq.1, rm_ar.1)
    FlushDone,    // CU to L2: a marker has reached the head of its FIFO, and all before it is at L2 (Fig. 7, time 4)
    Invalidated,  // CU to L2: or it knows that synchronization goes on
    ReadData,     // L2 to CU
    WriteDone,    // L2 to CU
    Performed,    // L2 to CU: the access, and what it found
    FlushMarker,  // L2 to CU: to be put into the FIFO (Fig. 7, time 2)
    Promoted,     // L2 to CU: all have flushed
    Invalidate,   // L2 to CU (rm_rel.3, rm_ar.4)
    Resume,       // L2 to CU: a remote acquire that stalled synchronization is over
};
BOOST_DESCRIBE_ENUM(MessageKind, Read, WriteThrough, Access, Promote, FlushDone, Invalidated, ReadData, WriteDone, Performed, FlushMarker, Promoted, Invalidate, Resume)

constexpr bool carries(MessageKind kind, std::string_view field) {
    using enum MessageKind;
    if (field == "data") return kind == WriteThrough || kind == Access || kind == ReadData || kind == Performed;
    if (field == "wavefront") return kind == Access || kind == Promote || kind == Performed || kind == Promoted;
    if (field == "access") return kind == Access || kind == Promote;
    if (field == "remote") return kind == Access;
    if (field == "stalls") return kind == FlushMarker || kind == Invalidate;
    return true;
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
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, wavefront, access, data, remote, stalls), (), ())

    static bool carries(const Message& m, std::string_view field) { return rsp::carries(m.kind, field); }
    void clear_unused() {
        model::for_each_member(*this, [&](const char* name, auto& member) {
            if (!rsp::carries(model::enumerator(kind), name)) member = {};
        });
    }
};

/// What a handler did, or why it stalled.
enum class Outcome : std::uint8_t {
    // CU, an access that synchronizes nothing
    load_hit, load_miss, load_merged, stored, stalled_wavefront_busy, stalled_fifo_full,
    // CU, an access with an order
    performed_at_l1, awaits_line, release_marker_inserted, invalidated_for_acquire, sent_to_l2, promotion_sent, stalled_promotion, stalled_block_busy,
    // CU, messages
    filled, fill_superseded, marker_inserted, synchronization_stalls, rm_acq_2, rm_ar_2, completed, own_copy_dropped, invalidated, dirty_line_invalidated,
    synchronization_resumes,
    // CU, by itself
    written_through, nothing_to_write, release_done, rm_rel_1, flush_done, requested, served, rm_acq_3, rm_rel_2, rm_ar_3, fetched, l1_evicted,
    // L2
    read_done, write_done, performed_at_l2, line_locked, promotion_begins, promotion_waits, promotion_told, promoted, promotion_over, dram_read, dram_filled,
    l2_evicted, request_queued, stalled_locked, nothing_to_do,
};
BOOST_DESCRIBE_ENUM(Outcome, load_hit, load_miss, load_merged, stored, stalled_wavefront_busy, stalled_fifo_full, performed_at_l1, awaits_line,
                    release_marker_inserted, invalidated_for_acquire, sent_to_l2, promotion_sent, stalled_promotion, stalled_block_busy, filled,
                    fill_superseded, marker_inserted, synchronization_stalls, rm_acq_2, rm_ar_2, completed, own_copy_dropped, invalidated,
                    dirty_line_invalidated, synchronization_resumes, written_through, nothing_to_write, release_done, rm_rel_1, flush_done,
                    requested, served, rm_acq_3, rm_rel_2, rm_ar_3, fetched, l1_evicted, read_done, write_done, performed_at_l2, line_locked,
                    promotion_begins, promotion_waits, promotion_told, promoted, promotion_over, dram_read, dram_filled, l2_evicted, request_queued,
                    stalled_locked, nothing_to_do)

}  // namespace tandem::rsp
