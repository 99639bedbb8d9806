// The messages of the directory protocol, and the names of states and outcomes (Nagarajan, Sorin, Hill, Wood, "A Primer on Memory
// Consistency and Cache Coherence", 2nd ed., 8.2).
#pragma once

#include "protocols/baseline/core_access.hpp"
#include "protocols/baseline/system.hpp"

namespace tandem::msi {

using baseline::Config, baseline::NodeKind;
using model::Address, model::Core, model::Enum, model::Flag, model::Sort, model::Thread, model::Value;

/// Of a block in a cache; beside it the book's name.
BOOST_DEFINE_FIXED_ENUM_CLASS(State, std::uint8_t,
    invalid,                         /* I */
    shared,                          /* S */
    modified,                        /* M */
    reading_awaits_data,             /* IS_D */
    writing_awaits_data_and_acks,    /* IM_AD */
    writing_awaits_acks,             /* IM_A */
    upgrading_awaits_data_and_acks,  /* SM_AD */
    upgrading_awaits_acks,           /* SM_A */
    modified_put_awaits_ack,         /* MI_A */
    shared_put_awaits_ack,           /* SI_A */
    invalid_put_awaits_ack)          /* II_A */

BOOST_DEFINE_FIXED_ENUM_CLASS(MessageKind, std::uint8_t,
    GetS, GetM, PutS, PutM,          /* requests, to a directory */
    FwdGetS, FwdGetM, Inv, PutAck,   /* forwards, to a cache */
    Data, InvAck)                    /* responses */

BOOST_DEFINE_FIXED_ENUM_CLASS(Outcome, std::uint8_t, hit, load_miss, store_miss, upgrade, stalled_transient, stalled_warp_busy,
                              stalled_same_block, stalled_fence, fence_passes, load_done, store_done, acks_awaited, ack_noted,
                              invalidated, upgrade_lost, shared_with_reader, given_to_writer, deferred, answered_late, put,
                              put_meets_reader, put_meets_writer, put_meets_inv, put_done, nothing_to_do, read_answered,
                              read_forwarded, write_answered, write_invalidates, write_forwarded, put_taken, put_too_late,
                              data_taken, dram_read, dram_filled, request_queued, l2_evicted)

/// What a protocol calls things; MESI has more names.
struct Words {
    using State = msi::State;
    using Kind = msi::MessageKind;
    using Outcome = msi::Outcome;
    static constexpr bool has_data(Kind kind) { return kind == Kind::Data || kind == Kind::PutM; }
    static bool writable(const auto& state) { return bool(state == State::modified); }
    /// What evicts a block in that state, what a block is that was read by such data, and which data the only reader gets.
    static Kind put(const auto& state) { return state == State::modified ? Kind::PutM : Kind::PutS; }
    static State read(const auto&) { return State::shared; }
    static constexpr Kind to_only_reader = Kind::Data;
};

template <class D, class W>
struct Message {
    using Kind = typename W::Kind;
    Enum<D, Kind> kind{};
    Address<D> address{};
    Core<D> requestor{};                // of a forward: whom to answer
    model::Set<D, Sort::core> cores{};  // of data for a writer: whose acknowledgements it awaits
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Message, (), (kind, address, requestor, cores, data), (), ())

    static bool carries(const Message& m, std::string_view field) {
        const Kind kind = model::enumerator(m.kind);
        if (field == "requestor") return kind == Kind::FwdGetS || kind == Kind::FwdGetM || kind == Kind::Inv;
        if (field == "cores") return kind == Kind::Data;
        return field != "data" || W::has_data(kind);
    }
    void clear_unused() { model::clear_uncarried(*this); }
};

}  // namespace tandem::msi
