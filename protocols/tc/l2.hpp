// The shared cache, which leases out its lines (II-D): "L2 cache keeps track of the expiration time of each cache block. When L2
// cache receives a read request, it updates the expiration time of the block's lease, so that the new request could access it."
//
// States. A block without a line is not present; a line that awaits DRAM is in between; a line whose `expiry` is past is expired.
// An unexpired line has one lease holder (E) or several (S). With TC-Strong a store waits for the end of a lease, with the
// requests behind it, in the line's queue (protocols/baseline/dram_queue.hpp). So does the eviction of a line, since L2 must be
// inclusive (II-D2).
//
// E is for TC-Weak: a store by the only SM with a lease leaves no old copy anywhere, since the SM has dropped its own.
#pragma once

#include "protocols/baseline/dram_queue.hpp"
#include "protocols/tc/messages.hpp"

namespace tandem::tc {

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    Instant<D> expiry{};  // the last tick of all leases
    Flag<D> shared{};     // S: several SMs may hold leases
    Core<D> holder{};     // E: who does
    model::Fifo<D, baseline::Request<D, Message<D>>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, expiry, shared, holder, waiting), (), ())

    void clear_unused() {
        if (awaiting_dram) data = {};
        if (model::known_past(expiry)) shared = false;
        if (shared || model::known_past(expiry)) holder = {};
    }
};

template <class D>
struct L2 : baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome> {
    using Queue = baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome>;
    Counter<D, 3> prediction{};  // LeaseChoice::predicted: which of the leases is granted now
    BOOST_DESCRIBE_CLASS(L2, (Queue), (prediction), (), ())

    void receive(const Message<D>& m, auto& ctx) {
        if (ctx.config().choice == LeaseChoice::predicted) learn(m, ctx);
        Queue::receive(m, ctx);
    }

    /// With a longer lease, an SM whose copy has expired would have hit. With a shorter one, a store that finds a lease would not
    /// have waited.
    void learn(const Message<D>& m, auto& ctx) {
        const L2Line<D>* line = this->lines.find(m.address);
        if (line && line->waiting.full()) return;  // the request stalls
        if (m.kind == MessageKind::Read) {
            if (!m.expired || prediction == ctx.config().lease_choices - 1) return;
            prediction += 1;
            ctx.did(Outcome::lease_lengthened);
        } else if (line && !line->awaiting_dram && unexpired(*line, ctx) && prediction != 0) {
            prediction -= 1;
            ctx.did(Outcome::lease_shortened);
        }
    }
    Moment<D> lease(auto& ctx) const {
        if (ctx.config().choice == LeaseChoice::any) return ctx.choose_moment(ctx.config().grants());
        return ctx.config().grants()[prediction.index()];
    }

    void answer(Core<D> from, const Message<D>& m, L2Line<D>& line, auto& ctx) {
        if (m.kind == MessageKind::Read) read(from, m, line, ctx);
        else write(from, m, line, ctx);
    }

    void read(Core<D> from, const Message<D>& m, L2Line<D>& line, auto& ctx) {
        const bool leased = unexpired(line, ctx);
        ctx.did(leased ? Outcome::lease_extended : Outcome::read_leased);
        line.shared = leased && (line.shared || line.holder != from);
        line.holder = from;
        line.expiry = model::later(line.expiry, clock(ctx) + lease(ctx));
        ctx.load_performed(from, m.warp, m.address, line.data, 0);
        ctx.send(NodeKind::sm, from, {.kind = MessageKind::Fill, .address = m.address, .data = line.data, .expiry = line.expiry});
    }

    /// A store or an atomic; with TC-Strong all leases have expired.
    void write(Core<D> from, const Message<D>& m, L2Line<D>& line, auto& ctx) {
        Instant<D> visible{};  // to all SMs, after this tick
        if (ctx.config().atomicity == Atomicity::weak && unexpired(line, ctx)) {
            const bool alone = !line.shared && line.holder == from;
            ctx.did(alone ? Outcome::write_private : Outcome::write_early);
            if (!alone) visible = line.expiry;
        } else {
            ctx.did(Outcome::write_performed);
        }
        if (m.kind == MessageKind::Write) {
            model::overwrite(line.data, m.data);
            ctx.store_performed(from, m.warp, m.address, m.data, 0);
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::WriteAck, .address = m.address, .warp = m.warp, .expiry = visible});
        } else {
            const Value<D> found = model::perform(line.data, m.data);
            ctx.load_performed(from, m.warp, m.address, found, 0);
            ctx.store_performed(from, m.warp, m.address, m.data, 0);
            ctx.send(NodeKind::sm, from, {.kind = MessageKind::AtomAck, .address = m.address, .warp = m.warp, .data = found, .expiry = visible});
        }
    }

    // ---- what waits for the end of a lease --------------------------------------------------------------------------

    /// "It can be performed only when the leases of all private copies of the block expire."
    bool delays(const Message<D>& m, const L2Line<D>& line, auto& ctx) const {
        if (m.kind == MessageKind::Read || ctx.config().atomicity == Atomicity::weak) return false;
        return ctx.config().patience == Patience::patient && unexpired(line, ctx);
    }
    bool delays_eviction(const L2Line<D>& line, auto& ctx) const {
        return ctx.config().inclusion == Inclusion::inclusive && unexpired(line, ctx);
    }
    void put_off(const L2Line<D>& line, auto& ctx) const { ctx.stall_until(line.expiry, Outcome::stalled_lease); }

private:
    static bool unexpired(const L2Line<D>& line, auto& ctx) { return bool(clock(ctx) <= line.expiry); }
};

}  // namespace tandem::tc
