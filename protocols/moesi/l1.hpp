// The private cache of a cluster: the states of MOESI, and those in which something is awaited.
//
// The directory serves one request for a block at a time, and the next only after the requestor's UNBLOCK. So at most one request
// is being answered, and a cache can always answer a forwarded request: no message waits here. Data come from the owner or from
// memory, acknowledgements from the sharers, both directly to the requestor.
#pragma once

#include "model/all_names.hpp"
#include "protocols/baseline/core_cache.hpp"
#include "protocols/moesi/messages.hpp"

namespace tandem::moesi {

/// The acknowledgements that a writer awaits. They may come before the data, which say from whom, or how many, there are.
template <class D>
struct AcksAwaited {
    model::Set<D, Sort::core> from{};  // before the data come: who has acknowledged; from then on: who has not
    model::Counter<D, 3> got{}, due{};
    BOOST_DESCRIBE_CLASS(AcksAwaited, (), (from, got, due), (), ())

    void note(const Core<D>& sender, bool told, bool counts) {
        if (counts) got += 1;
        else if (told) from.erase(sender);
        else from.insert(sender);
    }
    void tell(const Message<D>& m, bool counts) {
        if (counts) return void(due = m.count);
        auto missing = m.acks;
        model::erase_all(missing, from);
        from = missing;
    }
    /// Valid once told.
    bool all(bool counts) const { return counts ? bool(got == due) : model::none_in(from); }
};

template <class D>
struct Line {
    using Access = baseline::CoreAccess<D>;
    Enum<D, State> state{};
    Value<D> data{};
    AcksAwaited<D> acks{};
    Access access{};  // that waits for the block
    BOOST_DESCRIBE_CLASS(Line, (), (state, data, acks, access), (), ())

    bool writable() const { return state == State::exclusive || state == State::modified; }
    bool stable() const { return state == State::shared || state == State::owned || writable(); }
    bool awaits_data() const { return state == State::writing || state == State::upgrading || state == State::owner_upgrading; }
    bool waiting() const { return state == State::reading || awaits_data() || state == State::awaiting_acks; }
    bool leaving() const { return !stable() && !waiting() && state != State::invalid; }
    bool readable() const {
        return stable() || state == State::upgrading || state == State::owner_upgrading || state == State::awaiting_acks;
    }
    /// Whether the latest data are here, and memory's may be older.
    bool owns() const {
        return state == State::owned || writable() || state == State::owner_upgrading || state == State::owned_leaves ||
               state == State::exclusive_leaves || state == State::modified_leaves;
    }
    /// Whether this is the only copy: E, M, and these states on their way out.
    bool alone() const { return writable() || state == State::exclusive_leaves || state == State::modified_leaves; }
    /// A copy that the next writer must invalidate.
    bool shares() const { return state == State::shared || state == State::upgrading; }
    bool accepts(const Access& access) const { return access.loads() ? readable() : stable(); }
    void clear_unused() {
        if (!awaits_data() && state != State::awaiting_acks) acks = {};
        if (!waiting()) access = {};
        if (!readable() && (!leaving() || state == State::invalid_leaves)) data = {};
    }
};

template <class D>
struct L1 : baseline::CoreCache<L1<D>, D, Line<D>, Message<D>, Outcome> {
    using Message = moesi::Message<D>;
    using Line = moesi::Line<D>;
    using Base = baseline::CoreCache<L1, D, Line, Message, Outcome>;
    using Kind = MessageKind;
    BOOST_DESCRIBE_CLASS(L1, (Base), (), (), ())

    // ---- accesses

    /// A load, store or atomic. An absent block is invalid.
    void begin(const typename Line::Access& access, Address<D> a, Line& line, auto& ctx) {
        if (access.loads() ? line.readable() : line.writable()) {
            if (!access.loads()) line.state = State::modified;
            ctx.did(Outcome::hit);
            return access.perform(a, line.data, ctx);
        }
        this->wait(access, line);
        if (access.loads()) {
            line.state = State::reading;
            ctx.did(Outcome::load_miss);
        } else if (line.state == State::owned) {
            line.state = State::owner_upgrading;
            ctx.did(Outcome::owner_upgrade);
        } else if (line.state == State::shared) {
            line.state = State::upgrading;
            ctx.did(Outcome::upgrade);
        } else {
            line.state = State::writing;
            ctx.did(Outcome::store_miss);
        }
        tell_directory(access.loads() ? Kind::GETS : Kind::GETX, a, ctx);
    }

    void evict(Address<D> a, Line& line, auto& ctx) {
        if (line.state == State::shared && ctx.config().leaving == Leaving::silent) {
            this->lines.drop(a);
            return ctx.did(Outcome::dropped);
        }
        ctx.did(Outcome::put);
        if (line.state == State::shared) return leave(State::shared_leaves, Kind::PUTS, a, line, ctx);
        if (line.state == State::owned) return leave(State::owned_leaves, Kind::PUTO, a, line, ctx);
        leave(line.state == State::exclusive ? State::exclusive_leaves : State::modified_leaves, Kind::PUTX, a, line, ctx);
    }

    // ---- messages

    void receive(const Message& m, auto& ctx) {
        if (m.kind == Kind::INV) return invalidate(m, ctx);
        Line& line = this->lines.place(m.address);
        if (m.kind == Kind::FWD_GETS) return share(m, line, ctx);
        if (m.kind == Kind::FWD_GETX) return give(m, line, ctx);
        if (m.kind == Kind::WB_ACK) return put_taken(m, line, ctx);
        if (m.kind == Kind::WB_NACK) return put_refused(m, line, ctx);
        if (m.kind == Kind::ACK) {
            line.acks.note(ctx.sender(), bool(line.state == State::awaiting_acks), counts(ctx));
            if (line.state == State::awaiting_acks) return write_if_acknowledged(m.address, line, ctx);
            return ctx.did(Outcome::ack_noted);
        }
        line.data = m.data;
        if (line.state == State::reading) return read(m, line, ctx);
        line.acks.tell(m, counts(ctx));
        write_if_acknowledged(m.address, line, ctx);
    }

private:
    static bool counts(auto& ctx) { return ctx.config().acks == Acks::counts; }

    static void tell_directory(Kind kind, Address<D> a, auto& ctx) {
        ctx.send(NodeKind::directory, ctx.config().home(a), {.kind = kind, .address = a});
    }
    static void leave(State state, Kind kind, Address<D> a, Line& line, auto& ctx) {
        line.state = state;
        tell_directory(kind, a, ctx);
    }

    void read(const Message& m, Line& line, auto& ctx) {
        const bool alone = bool(m.kind == Kind::DATA_EXCLUSIVE);
        line.state = !alone ? State::shared : m.dirty ? State::modified : State::exclusive;
        tell_directory(alone ? Kind::UNBLOCK_EXCLUSIVE : Kind::UNBLOCK, m.address, ctx);
        ctx.did(Outcome::load_done);
        this->complete(m.address, line, ctx);
    }
    /// It is known whose acknowledgements are expected.
    void write_if_acknowledged(Address<D> a, Line& line, auto& ctx) {
        if (!line.acks.all(counts(ctx))) {
            line.state = State::awaiting_acks;
            return ctx.did(Outcome::acks_awaited);
        }
        line.state = State::modified;
        tell_directory(Kind::UNBLOCK_EXCLUSIVE, a, ctx);
        ctx.did(Outcome::store_done);
        this->complete(a, line, ctx);
    }

    /// FWD_GETS, to the owner.
    void share(const Message& m, Line& line, auto& ctx) {
        const bool leaves = line.leaving(), written = line.state == State::modified || line.state == State::modified_leaves;
        if (written && ctx.config().reading == Reading::migratory) {
            ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::DATA_EXCLUSIVE, .address = m.address, .dirty = true, .data = line.data});
            ctx.did(leaves ? Outcome::put_meets_writer : Outcome::data_given);
            return lose(m.address, line);
        }
        ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::DATA, .address = m.address, .data = line.data});
        ctx.did(leaves                                 ? Outcome::put_meets_reader
                : line.state == State::owner_upgrading ? Outcome::upgrade_meets_reader
                                                       : Outcome::data_shared);
        if (line.state == State::owner_upgrading) return;
        if (ctx.config().has_owned()) return void(line.state = leaves ? State::owned_leaves : State::owned);
        if (written)
            ctx.send(NodeKind::directory, ctx.config().home(m.address),
                     {.kind = Kind::WRITEBACK_DATA, .address = m.address, .data = line.data});
        else tell_directory(Kind::WRITEBACK_CLEAN_ACK, m.address, ctx);
        ctx.did(Outcome::data_written_back);
        line.state = leaves ? State::shared_leaves : State::shared;
    }

    /// FWD_GETX, to the owner, which may be the writer itself.
    void give(const Message& m, Line& line, auto& ctx) {
        const bool upgrades = bool(line.state == State::owner_upgrading);
        if (upgrades && m.requestor == ctx.core()) {
            ctx.did(Outcome::own_request_returns);
            line.acks.tell(m, counts(ctx));
            return write_if_acknowledged(m.address, line, ctx);
        }
        ctx.send(NodeKind::l1, m.requestor,
                 {.kind = Kind::DATA_EXCLUSIVE, .address = m.address, .acks = m.acks, .count = m.count, .data = line.data});
        ctx.did(upgrades ? Outcome::upgrade_meets_writer : line.leaving() ? Outcome::put_meets_writer : Outcome::data_given);
        if (upgrades) line.state = State::writing;
        else lose(m.address, line);
    }
    void lose(Address<D> a, Line& line) {
        if (line.leaving()) line.state = State::invalid_leaves;
        else this->lines.drop(a);
    }

    /// INV, to a cache that shares the block, or has shared it.
    void invalidate(const Message& m, auto& ctx) {
        ctx.send(NodeKind::l1, m.requestor, {.kind = Kind::ACK, .address = m.address});
        Line* line = this->lines.find(m.address);
        if (!line) return ctx.did(Outcome::no_copy_acknowledged);
        if (line->state == State::reading || line->state == State::writing) return ctx.did(Outcome::no_copy_acknowledged);  // the INV is of an earlier copy
        ctx.did(line->leaving() ? Outcome::put_meets_inv : line->waiting() ? Outcome::upgrade_meets_inv : Outcome::invalidated);
        if (line->state == State::upgrading) line->state = State::writing;
        else lose(m.address, *line);
    }

    void put_taken(const Message& m, Line& line, auto& ctx) {
        const bool owner = line.owns();
        ctx.did(Outcome::put_done);
        if (line.state == State::exclusive_leaves) tell_directory(Kind::WRITEBACK_CLEAN_ACK, m.address, ctx);
        else if (owner) ctx.send(NodeKind::directory, ctx.config().home(m.address), {.kind = Kind::WRITEBACK_DATA, .address = m.address, .data = line.data});
        this->lines.drop(m.address);
    }
    /// The block has become owned, shared or another's since the request to leave was sent.
    void put_refused(const Message& m, Line& line, auto& ctx) {
        if (line.state == State::invalid_leaves) {
            this->lines.drop(m.address);
            return ctx.did(Outcome::put_lost);
        }
        const bool owned = bool(line.state == State::owned_leaves);
        if (ctx.config().refused == Refused::repeats) {
            tell_directory(owned ? Kind::PUTO : Kind::PUTS, m.address, ctx);
            return ctx.did(Outcome::put_again);
        }
        line.state = owned ? State::owned : State::shared;
        ctx.did(Outcome::copy_stays);
    }
};

}  // namespace tandem::moesi
