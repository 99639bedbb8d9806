// A client: the cache of a core, which asks L2 for permissions, and gives them up when it is probed or makes room. With
// `reads_only` it never asks for more than a Branch, as an instruction cache.
//
// A Probe may cross a Release of its block. It then waits for ReleaseAck (1.8.1, 9.1), and finds nothing.
#pragma once

#include "protocols/baseline/core_cache.hpp"
#include "tilelink/messages.hpp"

namespace tilelink {

BOOST_DEFINE_FIXED_ENUM_CLASS(Awaits, std::uint8_t, nothing, grant, release_ack)

template <class D>
struct L1Line {
    using Access = baseline::CoreAccess<D>;
    Enum<D, Permission> have{};
    Flag<D> dirty{};
    Enum<D, Awaits> awaits{};
    Value<D> data{};
    Access access{};                          // that waits for the block
    model::Maybe<D, Message<D>> deferred{};   // a Probe that waits for ReleaseAck
    BOOST_DESCRIBE_CLASS(L1Line, (), (have, dirty, awaits, data, access, deferred), (), ())

    bool waiting() const { return bool(awaits == Awaits::grant); }
    bool stable() const { return bool(awaits == Awaits::nothing); }
    bool readable() const { return bool(have != Permission::nothing); }
    bool writable() const { return bool(have == Permission::tip); }
    bool accepts(const Access& access) const { return (access.loads() ? readable() : writable()) || (stable() && !deferred); }
    bool defers(const Message<D>&) const { return bool(awaits == Awaits::release_ack); }
    void clear_unused() {
        if (!readable()) data = {};
        if (!waiting()) access = {};
    }
};

template <class D, bool reads_only>
struct L1 : baseline::CoreCache<L1<D, reads_only>, D, L1Line<D>, Message<D>, Outcome> {
    using Kind = MessageKind;
    using Line = L1Line<D>;
    using Base = baseline::CoreCache<L1, D, Line, Message<D>, Outcome>;
    BOOST_DESCRIBE_CLASS(L1, (Base), (), (), ())

    static bool issues(const typename Base::Operation& op, const Config& config) {
        if (reads_only && op.kind != model::AccessKind::load && op.kind != model::AccessKind::fence) return false;
        return Base::issues(op, config);
    }

    void begin(const typename Line::Access& access, Address<D> a, Line& line, auto& ctx) {
        const bool loads = access.loads();
        if (loads ? line.readable() : line.writable()) {
            if (!loads) line.dirty = true;
            ctx.did(Outcome::hit);
            return access.perform(a, line.data, ctx);
        }
        this->wait(access, line);
        line.awaits = Awaits::grant;
        ctx.did(loads ? Outcome::load_miss : line.readable() ? Outcome::upgrade : Outcome::store_miss);
        const Permission to = loads ? Permission::branch : Permission::tip;
        to_l2({.kind = Kind::Acquire, .address = a, .from = line.have, .to = to}, ctx);
    }

    /// A voluntary Release. Until ReleaseAck the block stays here, without a permission.
    void evict(Address<D> a, Line& line, auto& ctx) {
        if (line.dirty) to_l2({.kind = Kind::ReleaseData, .address = a, .data = line.data}, ctx);
        else to_l2({.kind = Kind::Release, .address = a}, ctx);
        ctx.did(line.dirty ? Outcome::released_dirty : Outcome::released);
        line.have = Permission::nothing;
        line.dirty = false;
        line.awaits = Awaits::release_ack;
    }

    void receive(const Message<D>& m, auto& ctx) {
        Line& line = this->lines.place(m.address);
        if (m.kind == Kind::Probe) return this->answer_or_defer(m, line, ctx);
        line.awaits = Awaits::nothing;
        if (m.kind == Kind::ReleaseAck) {
            if (!line.deferred) this->lines.drop(m.address);
            return ctx.did(Outcome::release_done);
        }
        if (m.kind == Kind::GrantData) line.data = m.data;
        ctx.did(m.kind == Kind::GrantData ? Outcome::filled : Outcome::upgraded);
        line.have = m.to;
        line.dirty = !line.access.loads();
        to_l2({.kind = Kind::GrantAck, .address = m.address}, ctx);
        this->complete(m.address, line, ctx);
    }

    /// A Probe. An Acquire that is under way goes on: a Branch that an upgrade has lost comes back with its Grant.
    void answer(const Message<D>& m, Line& line, auto& ctx) {
        const Enum<D, Permission> left = capped<D>(line.have, m.to);
        const bool dirty = bool(line.dirty), had = line.readable();
        if (dirty) to_l2({.kind = Kind::ProbeAckData, .address = m.address, .to = left, .data = line.data}, ctx);
        else to_l2({.kind = Kind::ProbeAck, .address = m.address, .to = left}, ctx);
        if (dirty) ctx.did(Outcome::gave_data);
        ctx.did(!had ? Outcome::probe_missed : left == Permission::branch ? Outcome::downgraded : Outcome::invalidated);
        line.have = left;
        line.dirty = false;
        if (left == Permission::nothing && !line.waiting()) this->lines.drop(m.address);
    }
    void to_l2(const Message<D>& m, auto& ctx) { ctx.send(NodeKind::l2, ctx.config().home(m.address), m); }
};

}  // namespace tilelink
