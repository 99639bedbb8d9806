// The directory (Table 8.2), in an L2 that keeps each block while a cache may hold it. Requests that the table stalls wait in
// line.
#pragma once

#include "msi/messages.hpp"
#include "protocols/baseline/dram_queue.hpp"

namespace tandem::msi {

BOOST_DEFINE_FIXED_ENUM_CLASS(Holders, std::uint8_t, none, sharers, owner, sharers_awaits_data) /* I, S, M, S_D */

template <class D, class W>
struct Entry {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    Enum<D, Holders> holders{};
    Core<D> owner{};
    model::Set<D, Sort::core> sharers;
    model::Fifo<D, baseline::Request<D, Message<D, W>>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(Entry, (), (awaiting_dram, data, holders, owner, sharers, waiting), (), ())

    /// Whether memory's data is the latest.
    bool readable() const { return holders == Holders::none || holders == Holders::sharers; }
    void clear_unused() {
        if (holders != Holders::owner) owner = {};
        if (awaiting_dram || (!readable() && W::to_only_reader == W::Kind::Data)) data = {};
    }
};

template <class D, class W>
struct Directory : baseline::DramQueue<Directory<D, W>, D, Entry<D, W>, Message<D, W>, typename W::Outcome> {
    using Outcome = typename W::Outcome;
    using Kind = typename W::Kind;
    using Message = msi::Message<D, W>;
    using Entry = msi::Entry<D, W>;
    using Queue = baseline::DramQueue<Directory, D, Entry, Message, Outcome>;
    BOOST_DESCRIBE_CLASS(Directory, (Queue), (), (), ())

    void receive(const Message& m, auto& ctx) {
        if (m.kind != Kind::Data) return Queue::receive(m, ctx);
        Entry& entry = this->lines.place(m.address);  // from the owner, who has shared the block
        entry.data = m.data;
        entry.holders = model::none_in(entry.sharers) ? Holders::none : Holders::sharers;
        ctx.did(Outcome::data_taken);
    }
    void answer(Core<D> from, const Message& m, Entry& entry, auto& ctx) {
        const bool owned = bool(entry.holders == Holders::owner);
        if (m.kind == Kind::GetS) {
            const bool alone = bool(entry.holders == Holders::none);
            if (owned) ctx.send(NodeKind::sm, entry.owner, {.kind = Kind::FwdGetS, .address = m.address, .requestor = from});
            else
                ctx.send(NodeKind::sm, from,
                         {.kind = alone ? W::to_only_reader : Kind::Data, .address = m.address, .data = entry.data});
            ctx.did(owned ? Outcome::read_forwarded : Outcome::read_answered);
            if (alone && W::to_only_reader != Kind::Data) return own(from, entry), ctx.write_epoch(from, m.address);
            if (owned) entry.sharers.insert(entry.owner);
            entry.sharers.insert(from);
            entry.holders = owned ? Holders::sharers_awaits_data : Holders::sharers;
        } else if (m.kind == Kind::GetM) {
            entry.sharers.erase(from);
            ctx.did(owned                           ? Outcome::write_forwarded
                    : model::none_in(entry.sharers) ? Outcome::write_answered
                                                    : Outcome::write_invalidates);
            if (owned) {
                ctx.send(NodeKind::sm, entry.owner, {.kind = Kind::FwdGetM, .address = m.address, .requestor = from});
            } else {
                ctx.write_epoch(from, m.address);
                ctx.send(NodeKind::sm, from,
                         {.kind = Kind::Data, .address = m.address, .cores = entry.sharers, .data = entry.data});
                model::send_to_all(entry.sharers, NodeKind::sm,
                                   Message{.kind = Kind::Inv, .address = m.address, .requestor = from}, ctx);
            }
            own(from, entry);
        } else {
            const bool from_owner = owned && entry.owner == from;
            if (from_owner && m.kind == Kind::PutM) entry.data = m.data;
            if (from_owner) ctx.read_epoch(m.address);
            entry.sharers.erase(from);
            if (from_owner || (entry.holders == Holders::sharers && model::none_in(entry.sharers))) entry.holders = Holders::none;
            ctx.send(NodeKind::sm, from, {.kind = Kind::PutAck, .address = m.address});
            ctx.did(from_owner || m.kind == Kind::PutS ? Outcome::put_taken : Outcome::put_too_late);
        }
    }
    static void own(Core<D> core, Entry& entry) {
        entry.holders = Holders::owner;
        entry.owner = core;
        entry.sharers.clear();
    }

    bool delays(const Message& m, const Entry& entry, auto&) const {
        return entry.holders == Holders::sharers_awaits_data && (m.kind == Kind::GetS || m.kind == Kind::GetM);
    }
    bool delays_eviction(const Entry& entry, auto&) const { return bool(entry.holders != Holders::none); }
};

}  // namespace tandem::msi
