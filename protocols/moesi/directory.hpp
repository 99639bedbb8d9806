// The directory, and memory behind it. It is a blocking directory: while it serves a request for a block the others wait, in
// their channels, for the UNBLOCK that ends it.
#pragma once

#include "model/all_names.hpp"
#include "protocols/moesi/messages.hpp"

namespace tandem::moesi {

/// Who has a block; the directory does not distinguish E from M.
BOOST_DEFINE_FIXED_ENUM_CLASS(Holders, std::uint8_t, nobody, sharers, owner_and_sharers, writer) /* I, S, O, M */

BOOST_DEFINE_FIXED_ENUM_CLASS(Serving, std::uint8_t,
    nothing,
    reader,           /* IS, SS, OO */
    reader_of_writer, /* MO: whoever could write may not from now on */
    writer,           /* MM */
    put)              /* MI, MIS, OS, OSS */

template <class D>
struct Entry {
    Enum<D, Holders> holders{};
    Core<D> owner{};
    model::Set<D, Sort::core> sharers;  // without the owner
    Enum<D, Serving> serving{};
    model::Set<D, Sort::core> awaited;  // who has not said the last word yet
    BOOST_DESCRIBE_CLASS(Entry, (), (holders, owner, sharers, serving, awaited), (), ())

    bool owned() const { return holders == Holders::owner_and_sharers || holders == Holders::writer; }
    bool busy() const { return bool(serving != Serving::nothing); }
    /// Whether memory has the latest data, and nobody is about to write.
    bool readable() const { return !owned() && !busy(); }
    void clear_unused() {
        if (!owned()) owner = {};
    }
};

/// `E` is its knowledge of a block: an Entry, or an extension of it.
template <class D, class E = Entry<D>>
struct Directory {
    using Message = moesi::Message<D>;
    using Entry = E;
    using Kind = MessageKind;
    model::Array<D, Sort::address, Entry> entries;
    model::Array<D, Sort::address, Value<D>> memory;
    BOOST_DESCRIBE_CLASS(Directory, (), (entries, memory), (), ())

    void start(const Config&, const std::vector<int>& contents) {
        for (std::size_t a = 0; a < contents.size(); ++a) memory[static_cast<int>(a)] = contents[a];
    }
    bool idle() const { return true; }

    void receive(const Message& m, auto& ctx) {
        Entry& entry = entries[m.address];
        const Core<D> from = ctx.sender();
        if (unblocks(m)) return unblock(m, from, entry, ctx);
        if (writes_back(m)) return written_back(m, from, entry, ctx);
        if (entry.busy() && !joins(m, from, entry, ctx)) return ctx.stall(Outcome::busy);
        answer(m, from, entry, ctx);
    }

protected:
    static bool unblocks(const Message& m) { return m.kind == Kind::UNBLOCK || m.kind == Kind::UNBLOCK_EXCLUSIVE; }
    static bool writes_back(const Message& m) { return m.kind == Kind::WRITEBACK_DATA || m.kind == Kind::WRITEBACK_CLEAN_ACK; }

    void answer(const Message& m, const Core<D>& from, Entry& entry, auto& ctx) {
        if (m.kind == Kind::GETS) return read(m.address, from, entry, ctx);
        if (m.kind == Kind::GETX) return write(m.address, from, entry, ctx);
        if (m.kind == Kind::PUTS) return leave(m.address, from, entry, ctx);
        put(m, from, entry, ctx);
    }

    /// A requestor whose own UNBLOCK is on its way waits: it may have dropped its copy since.
    static bool joins(const Message& m, const Core<D>& from, const Entry& entry, auto& ctx) {
        return ctx.config().readers == Readers::together && m.kind == Kind::GETS && entry.serving == Serving::reader && entry.holders != Holders::nobody && !entry.awaited.contains(from);
    }

private:
    static void serve(Serving what, const Core<D>& awaited, Entry& entry) {
        entry.serving = what;
        entry.awaited.insert(awaited);
    }

    void read(Address<D> a, Core<D> from, Entry& entry, auto& ctx) {
        if (entry.owned()) ctx.send(NodeKind::l1, entry.owner, {.kind = Kind::FWD_GETS, .address = a, .requestor = from});
        else ctx.send(NodeKind::l1, from, {.kind = entry.holders == Holders::nobody && ctx.config().has_exclusive() ? Kind::DATA_EXCLUSIVE : Kind::DATA, .address = a, .data = memory[a]});
        ctx.did(entry.busy() ? Outcome::reads_together : entry.owned() ? Outcome::read_forwarded : Outcome::read_answered);
        if (entry.holders == Holders::writer) {
            serve(Serving::reader_of_writer, from, entry);
            if (!ctx.config().has_owned()) entry.awaited.insert(entry.owner);  // which writes the block back
        } else {
            serve(Serving::reader, from, entry);
        }
    }

    void write(Address<D> a, Core<D> from, Entry& entry, auto& ctx) {
        auto others = entry.sharers;
        others.erase(from);
        model::Counter<D, 3> count{};
        if (ctx.config().acks == Acks::counts) model::count_names(others, count);
        const auto told = ctx.config().acks == Acks::counts ? model::Set<D, Sort::core>{} : others;
        ctx.did(entry.owned()           ? Outcome::write_forwarded
                : model::none_in(others) ? Outcome::write_answered
                                         : Outcome::write_invalidates);
        if (entry.owned())
            ctx.send(NodeKind::l1, entry.owner,
                     {.kind = Kind::FWD_GETX, .address = a, .requestor = from, .acks = told, .count = count});
        else ctx.send(NodeKind::l1, from, {.kind = Kind::DATA, .address = a, .acks = told, .count = count, .data = memory[a]});
        model::send_to_all(others, NodeKind::l1, Message{.kind = Kind::INV, .address = a, .requestor = from}, ctx);
        serve(Serving::writer, from, entry);
    }

    /// PUTX, PUTO of an owner, unless another cache has the block or it is owned differently by now.
    void put(const Message& m, Core<D> from, Entry& entry, auto& ctx) {
        const Holders with_owner = m.kind == Kind::PUTX ? Holders::writer : Holders::owner_and_sharers;
        const bool taken = entry.holders == with_owner && entry.owner == from;
        ctx.send(NodeKind::l1, from, {.kind = taken ? Kind::WB_ACK : Kind::WB_NACK, .address = m.address});
        ctx.did(taken ? Outcome::put_taken : Outcome::put_refused);
        if (taken) serve(Serving::put, from, entry);
    }
    void leave(Address<D> a, Core<D> from, Entry& entry, auto& ctx) {
        entry.sharers.erase(from);
        if (entry.holders == Holders::sharers && model::none_in(entry.sharers)) entry.holders = Holders::nobody;
        ctx.send(NodeKind::l1, from, {.kind = Kind::WB_ACK, .address = a});
        ctx.did(Outcome::sharer_leaves);
    }

    // ---- the last words of a transaction

    void unblock(const Message& m, Core<D> from, Entry& entry, auto& ctx) {
        if (m.kind == Kind::UNBLOCK_EXCLUSIVE) {
            entry.holders = Holders::writer;
            entry.owner = from;
            entry.sharers.clear();
            entry.awaited.clear();
            entry.serving = Serving::nothing;
            return ctx.did(Outcome::unblocked);
        }
        entry.sharers.insert(from);
        if (entry.holders == Holders::nobody) entry.holders = Holders::sharers;
        if (entry.holders == Holders::writer && ctx.config().has_owned()) entry.holders = Holders::owner_and_sharers;
        ctx.did(Outcome::unblocked);
        end(from, entry);
    }
    void written_back(const Message& m, Core<D> from, Entry& entry, auto& ctx) {
        if (m.kind == Kind::WRITEBACK_DATA) memory[m.address] = m.data;
        const bool shares = bool(entry.serving == Serving::reader_of_writer);
        if (shares) entry.sharers.insert(from);
        entry.holders = model::none_in(entry.sharers) ? Holders::nobody : Holders::sharers;
        ctx.did(shares ? Outcome::owner_has_shared : Outcome::written_back);
        end(from, entry);
    }
    static void end(const Core<D>& from, Entry& entry) {
        entry.awaited.erase(from);
        if (model::none_in(entry.awaited)) entry.serving = Serving::nothing;
    }
};

}  // namespace tandem::moesi
