// The cache controller (Table 8.1). What the table stalls is put off instead, so that other messages pass.
#pragma once

#include "model/all_names.hpp"
#include "msi/messages.hpp"
#include "protocols/baseline/core_cache.hpp"

namespace tandem::msi {

template <class D, class W>
struct Line {
    using State = typename W::State;
    using Access = baseline::CoreAccess<D>;
    Enum<D, State> state{};
    Value<D> data{};                          // of the block
    model::Set<D, Sort::core> acks{};         // who has acknowledged the write; once the data is there, who has not
    Access access{};                          // that waits for the block
    model::Maybe<D, Message<D, W>> deferred{};  // a forward that waits for the access
    BOOST_DESCRIBE_CLASS(Line, (), (state, data, acks, access, deferred), (), ())

    bool upgrading() const { return state == State::upgrading_awaits_data_and_acks || state == State::upgrading_awaits_acks; }
    bool awaits_data() const {
        return state == State::writing_awaits_data_and_acks || state == State::upgrading_awaits_data_and_acks;
    }
    bool writing() const { return awaits_data() || state == State::writing_awaits_acks || state == State::upgrading_awaits_acks; }
    bool waiting() const { return state == State::reading_awaits_data || writing(); }
    bool writable() const { return W::writable(state); }
    bool stable() const { return state == State::shared || writable(); }
    bool readable() const { return stable() || upgrading(); }
    bool accepts(const Access& access) const { return access.loads() ? readable() : writable() || (stable() && !deferred); }
    bool defers(const Message<D, W>& m) const {
        return waiting() && (m.kind != W::Kind::Inv || state != State::upgrading_awaits_data_and_acks);
    }
    void clear_unused() {
        if (!writing()) acks = {};
        if (!waiting()) access = {};
        if (!readable() && state != State::writing_awaits_acks && state != State::modified_put_awaits_ack) data = {};
    }
};

template <class D, class W>
struct Cache : baseline::CoreCache<Cache<D, W>, D, Line<D, W>, Message<D, W>, typename W::Outcome> {
    using State = typename W::State;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = msi::Message<D, W>;
    using Line = msi::Line<D, W>;
    using Base = baseline::CoreCache<Cache, D, Line, Message, Outcome>;
    BOOST_DESCRIBE_CLASS(Cache, (Base), (), (), ())

    /// A load, store or atomic. A block that is not there is invalid.
    void begin(const typename Line::Access& access, Address<D> a, Line& line, auto& ctx) {
        const bool loads = access.loads(), shared = bool(line.state == State::shared);
        if (loads ? line.readable() : line.writable()) {
            if (!loads) line.state = State::modified;
            ctx.did(Outcome::hit);
            return access.perform(a, line.data, ctx);
        }
        this->wait(access, line);
        if (loads) line.state = State::reading_awaits_data;
        else line.state = shared ? State::upgrading_awaits_data_and_acks : State::writing_awaits_data_and_acks;
        ctx.did(loads ? Outcome::load_miss : shared ? Outcome::upgrade : Outcome::store_miss);
        ctx.send(NodeKind::l2, ctx.config().home(a), {.kind = loads ? Kind::GetS : Kind::GetM, .address = a});
    }
    void evict(Address<D> a, Line& line, auto& ctx) {
        ctx.send(NodeKind::l2, ctx.config().home(a), {.kind = W::put(line.state), .address = a, .data = line.data});
        line.state = line.writable() ? State::modified_put_awaits_ack : State::shared_put_awaits_ack;
        ctx.did(Outcome::put);
    }

    void receive(const Message& m, auto& ctx) {
        Line& line = this->lines.place(m.address);
        if (m.kind == Kind::PutAck) {
            this->lines.drop(m.address);
            ctx.did(Outcome::put_done);
        } else if (m.kind == Kind::InvAck) {
            if (line.awaits_data()) return line.acks.insert(ctx.sender()), ctx.did(Outcome::ack_noted);
            line.acks.erase(ctx.sender());
            write_if_acknowledged(m.address, line, ctx);
        } else if (W::has_data(model::enumerator(m.kind))) {
            line.data = m.data;
            if (line.state == State::reading_awaits_data) {
                line.state = W::read(m.kind);
                ctx.did(Outcome::load_done);
                return this->complete(m.address, line, ctx);
            }
            auto missing = m.cores;
            model::erase_all(missing, line.acks);
            line.acks = missing;
            line.state = line.upgrading() ? State::upgrading_awaits_acks : State::writing_awaits_acks;
            write_if_acknowledged(m.address, line, ctx);
        } else {
            this->answer_or_defer(m, line, ctx);
        }
    }
    void write_if_acknowledged(Address<D> a, Line& line, auto& ctx) {
        if (!model::none_in(line.acks)) return ctx.did(Outcome::acks_awaited);
        line.state = State::modified;
        ctx.did(Outcome::store_done);
        this->complete(a, line, ctx);
    }

    /// A forward.
    void answer(const Message& m, Line& line, auto& ctx) {
        const bool put = !line.stable() && !line.waiting();
        if (m.kind == Kind::Inv) {
            ctx.send(NodeKind::sm, m.requestor, {.kind = Kind::InvAck, .address = m.address});
            ctx.did(put ? Outcome::put_meets_inv : line.stable() ? Outcome::invalidated : Outcome::upgrade_lost);
            if (line.waiting()) return void(line.state = State::writing_awaits_data_and_acks);
        } else {
            ctx.send(NodeKind::sm, m.requestor, {.kind = Kind::Data, .address = m.address, .data = line.data});
            if (m.kind == Kind::FwdGetS) {
                ctx.read_epoch(m.address);
                ctx.send(NodeKind::l2, ctx.config().home(m.address),
                         {.kind = Kind::Data, .address = m.address, .data = line.data});
                ctx.did(put ? Outcome::put_meets_reader : Outcome::shared_with_reader);
                return void(line.state = put ? State::shared_put_awaits_ack : State::shared);
            }
            ctx.write_epoch(m.requestor, m.address);
            ctx.did(put ? Outcome::put_meets_writer : Outcome::given_to_writer);
        }
        if (put) line.state = State::invalid_put_awaits_ack;
        else this->lines.drop(m.address);
    }
};

}  // namespace tandem::msi
