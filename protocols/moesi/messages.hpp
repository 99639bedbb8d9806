// The messages of the MOESI directory protocol, and the names of states and outcomes.
//
// Names are those of gem5's MOESI_CMP_directory, the only MOESI directory protocol in gem5 when the paper was written. Its M and
// MM are E and M here, as in textbooks.
#pragma once

#include "protocols/baseline/core_access.hpp"
#include "protocols/moesi/config.hpp"

namespace tandem::moesi {

using model::Address, model::Core, model::Enum, model::Sort, model::Value;

BOOST_DEFINE_FIXED_ENUM_CLASS(NodeKind, std::uint8_t, l1, directory)

/// The states of a block in a cache; each with its usual name beside it.
BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t,
    invalid,                /* I */
    shared,                 /* S */
    owned,                  /* O */
    exclusive,              /* E */
    modified,               /* M */
    reading,                /* IS: awaits data */
    writing,                /* IM: awaits data */
    upgrading,              /* SM: awaits data, and has a copy that it may read meanwhile */
    owner_upgrading,        /* OM: awaits its own GETX, with the sharers */
    awaiting_acks,          /* OM too: has the data, awaits acknowledgements */
    shared_leaves,          /* SI: PUTS is on its way */
    owned_leaves,           /* OI: PUTO or PUTX is */
    exclusive_leaves,       /* MI: PUTX is, of a block that nobody has written */
    modified_leaves,        /* MI */
    invalid_leaves)         /* II: the same, and the block was lost meanwhile */

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    GETS, GETX, PUTS, PUTO, PUTX,                                          /* requests, to the directory */
    FWD_GETS, FWD_GETX, INV, WB_ACK, WB_NACK,                              /* forwards, to a cache */
    DATA, DATA_EXCLUSIVE, ACK,                                             /* responses, to the cache that requests */
    UNBLOCK, UNBLOCK_EXCLUSIVE, WRITEBACK_DATA, WRITEBACK_CLEAN_ACK)       /* the last words of a transaction, to the directory */

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t,
                              /* L1: an access */
                              hit, load_miss, store_miss, upgrade, owner_upgrade, stalled_transient, stalled_warp_busy,
                              stalled_same_block, stalled_fence, fence_passes,
                              /* L1: an answer */
                              load_done, store_done, acks_awaited, ack_noted, own_request_returns,
                              /* L1: a forward */
                              data_shared, data_written_back, data_given, upgrade_meets_reader, upgrade_meets_writer,
                              put_meets_reader, put_meets_writer, invalidated, upgrade_meets_inv, put_meets_inv,
                              no_copy_acknowledged,
                              /* L1: eviction */
                              put, dropped, put_done, copy_stays, put_again, put_lost, nothing_to_do,
                              /* directory */
                              busy, read_answered, read_forwarded, reads_together, write_answered, write_invalidates,
                              write_forwarded, put_taken, put_refused, sharer_leaves, unblocked, written_back, owner_has_shared,
                              /* a core's side of the cache, where it has one (protocols/cores) */
                              buffered, retires, stalled_buffer, forwarded, load_waits, load_passes)

template <class D>
struct Message {
    using Acknowledging = model::Set<D, Sort::core>;
    Enum<D, MessageKind> kind{};
    Address<D> address{};
    Core<D> requestor{};                // of a forward: whom to answer
    Acknowledging acks{};               // whose acknowledgements the requestor awaits
    model::Counter<D, 3> count{};       // Acks::counts: how many
    model::Flag<D> dirty{};             // the data are newer than memory's
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, requestor, acks, count, dirty, data), (), ())

    static constexpr bool has_data(MessageKind kind) {
        using enum MessageKind;
        return kind == DATA || kind == DATA_EXCLUSIVE || kind == WRITEBACK_DATA;
    }
    static bool carries(const Message& m, std::string_view field) {
        using enum MessageKind;
        const MessageKind kind = model::enumerator(m.kind);
        if (field == "requestor") return kind == FWD_GETS || kind == FWD_GETX || kind == INV;
        if (field == "acks" || field == "count") return kind == FWD_GETX || kind == DATA || kind == DATA_EXCLUSIVE;
        if (field == "dirty") return kind == DATA_EXCLUSIVE;
        return field != "data" || has_data(kind);
    }
    void clear_unused() { model::clear_uncarried(*this); }
};

}  // namespace tandem::moesi
