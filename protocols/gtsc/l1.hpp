// The private cache of an SM with its warps' timestamps (Sections IV-A, IV-D, V-A, V-B).
//
// Fig. 2 is `load`, Fig. 3 `store`, Fig. 7a `renewal`, 7b `acknowledgement`, Fig. 8 `fill`. The states of Fig. 1a: I is a block
// without a line, V a line, and a line or an absent block with an MSHR entry is waiting for a fill, a renewal or an
// acknowledgement.
//
// Beyond the paper: an atomic is performed at L2 and leaves the copy here unchanged. The copy stays readable at times before the
// atomic.
//
// Deviation: a response handler sends nothing, because a cache that must send before it can take a response deadlocks with finite
// queues. The renewal for warps whose timestamp the new lease does not cover (Fig. 11) is a separate action.
#pragma once

#include "model/all_names.hpp"
#include "model/network.hpp"
#include "model/warp_instruction.hpp"
#include "protocols/gtsc/config.hpp"
#include "protocols/gtsc/messages.hpp"

namespace tandem::gtsc {

using model::AccessKind;

BOOST_DEFINE_FIXED_ENUM_CLASS(LineState, std::uint8_t,
    valid,
    store_pending)  // V-A: a store has updated the block and is not acknowledged

/// The block C of the flowcharts.
template <class D>
struct L1Line {
    Enum<D, LineState> state{};
    Value<D> data{};
    Moment<D> wts{}, rts{};
    // While a store is pending:
    Thread<D> writer{};
    model::Maybe<D, Value<D>> new_data;  // Visibility::keep_old only; otherwise `data` is the new data already
    BOOST_DESCRIBE_CLASS(L1Line, (), (state, data, wts, rts, writer, new_data), (), ())

    void clear_unused() {
        if (state != LineState::store_pending) writer = {};
    }
};

template <class D>
struct WaitingLoad {
    Moment<D> warp_ts{};  // when it was issued; with RC the warp may have moved on
    BOOST_DESCRIBE_CLASS(WaitingLoad, (), (warp_ts), (), ())
};

/// V-B: everything that is outstanding for one block.
template <class D>
struct MshrEntry {
    Counter<D, 7> requests{};  // BusRd sent and not answered; at most 1 with Combining::mshr
    model::Table<D, Sort::thread, WaitingLoad<D>> loads;
    model::Set<D, Sort::thread> stores;  // BusWr sent and not answered
    BOOST_DESCRIBE_CLASS(MshrEntry, (), (requests, loads, stores), (), ())

    bool awaits_data() const { return bool(requests != 0) || !loads.empty(); }
    bool unused() const { return bool(requests == 0) && loads.empty() && stores.empty(); }
};

template <class D>
struct Warp {
    Moment<D> ts{};            // warp_ts
    Counter<D, 7> outstanding{};  // accesses to blocks, issued and not complete
    BOOST_DESCRIBE_CLASS(Warp, (), (ts, outstanding), (), ())
};

template <class D>
struct L1 {
    model::Array<D, Sort::thread, Warp<D>> warps;
    model::Cache<D, L1Line<D>> lines;
    model::Table<D, Sort::address, MshrEntry<D>> mshr;
    Flag<D> epoch{};  // V-D: which reset the timestamps here count from
    Flag<D> reset_unanswered{};
    // With several banks:
    // that have not sent a BusReset of this epoch: what comes with the other parity is of the epoch before
    Counter<D, most_banks> unheard{};
    Counter<D, most_banks> acknowledged{};  // the first banks, which have got their answer
    BOOST_DESCRIBE_CLASS(L1, (), (warps, lines, mshr, epoch, reset_unanswered, unheard, acknowledged), (), ())

    void start(const Config&, const std::vector<int>&) {
        for (auto& warp : warps.items) warp.ts = 1;
    }

    // ---- what a warp does -------------------------------------------------------------------------------------------

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) {
        if (op.kind == AccessKind::fence && config.consistency != Consistency::rc) return false;
        if (op.kind == AccessKind::atomic && !config.atomics) return false;
        return op.well_formed() && op.block_count() <= config.lanes;
    }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        Warp<D>& warp = warps[op.warp];
        if (op.kind == AccessKind::fence) {
            if (warp.outstanding != 0) return ctx.stall(Outcome::stalled_fence);
            return ctx.did(Outcome::fence_passes);
        }
        if (ctx.config().consistency == Consistency::sc && warp.outstanding != 0) return ctx.stall(Outcome::stalled_warp_busy);
        bool possible = true;  // for all blocks, or for none
        op.blocks.each([&](Address<D> a) { possible = possible && may_access(op, a, ctx); });
        if (!possible) return;
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) load(op.warp, a, ctx);
            else if (op.kind == AccessKind::store) store(op.warp, a, model::part_for(a, op.data), ctx);
            else atomic(op.warp, a, model::part_for(a, op.data), ctx);
        });
    }

    /// Whether nothing prevents the access; otherwise stalls.
    bool may_access(const Operation& op, Address<D> a, auto& ctx) {
        const L1Line<D>* C = lines.find(a);
        const bool gives_up = op.kind == AccessKind::store && C && gives_copy_up(model::part_for(a, op.data), ctx);
        const bool stores_to_copy = op.kind == AccessKind::store && C && !gives_up;
        if (outstanding(op.warp, a)) {
            ctx.stall(Outcome::stalled_same_block);
        } else if (stores_to_copy && C->state == LineState::store_pending) {
            ctx.stall(Outcome::stalled_store_pending);
        } else if (stores_to_copy && ctx.config().visibility == Visibility::unsafe && C->rts + 1 > ctx.config().shape.time_max) {
            ctx.stall(Outcome::stalled_store_pending);
        } else if (ctx.config().combining == Combining::forward_all && as_many_as_warps(a, ctx)) {
            ctx.stall(Outcome::stalled_forwarding);
        } else if (gives_up && mshr.find(a)) {  // a renewal on its way counts on the copy
            ctx.stall(Outcome::stalled_copy_in_use);
        } else {
            return true;
        }
        return false;
    }

    /// Whether this SM has as many requests for a block under way as it has warps: L2 has room for no more of them. A fill may
    /// serve a load whose own request is still under way; without this limit there could be more requests. An answer to a reset
    /// would then wait behind a request that waits for that reset (docs/findings.md, 28).
    bool as_many_as_warps(Address<D> a, auto& ctx) {
        const MshrEntry<D>* entry = mshr.find(a);
        if (!entry) return false;
        int room = ctx.config().warps();
        entry->stores.each([&](Thread<D>) { --room; });
        return bool(entry->requests > room - 1);
    }

    /// Fig. 2.
    void load(Thread<D> w, Address<D> a, auto& ctx) {
        Warp<D>& warp = warps[w];
        L1Line<D>* C = lines.find(a);
        if (C && readable(*C, w, ctx) && warp.ts <= C->rts) {
            ctx.did(C->state == LineState::store_pending ? Outcome::load_hit_under_store : Outcome::load_hit);
            return read(w, warp.ts, a, *C, ctx);
        }
        MshrEntry<D>& entry = mshr.place(a);
        entry.loads.place(w) = {.warp_ts = warp.ts};
        warp.outstanding += 1;
        if (ctx.config().consistency == Consistency::rc) ctx.load_issued(w, a);
        if (C && C->state == LineState::store_pending) return ctx.did(Outcome::load_waits_for_store);
        if (ctx.config().combining == Combining::mshr && entry.requests != 0) return ctx.did(Outcome::load_merged);
        ctx.did(C ? Outcome::load_expired : Outcome::load_miss);
        request(a, warp.ts, ctx);
    }

    /// Fig. 3 says what happens to a copy that the store covers. A copy that the store only partly names may lack another SM's
    /// later store to the rest, and the acknowledgement brings no data. The copy would then match no version.
    bool gives_copy_up(const Value<D>& data, auto& ctx) const {
        return ctx.config().partial == Partial::gives_copy_up && !model::covers_block(data);
    }

    /// Fig. 3.
    void store(Thread<D> w, Address<D> a, Value<D> data, auto& ctx) {
        Warp<D>& warp = warps[w];
        if (lines.find(a) && gives_copy_up(data, ctx)) {
            lines.drop(a);
            ctx.did(Outcome::copy_given_up);
        }
        L1Line<D>* C = lines.find(a);
        if (C) {
            C->state = LineState::store_pending;
            C->writer = w;
            if (ctx.config().visibility == Visibility::keep_old) {
                C->new_data = data;
            } else {
                model::overwrite(C->data, data);
            }
            if (ctx.config().visibility == Visibility::unsafe) {  // Fig. 10, step 2
                warp.ts = model::later(C->rts + 1, warp.ts);
                C->wts = warp.ts;
                C->rts = warp.ts;
            }
        }
        mshr.place(a).stores.insert(w);
        warp.outstanding += 1;
        ctx.did(C ? Outcome::store_hit : Outcome::store_miss);
        ctx.store_issued(w, a, data);
        ctx.send(NodeKind::l2, ctx.config().home(a),
                 {.kind = MessageKind::BusWr, .address = a, .warp = w, .warp_ts = warp.ts, .data = data, .epoch = epoch});
    }

    void atomic(Thread<D> w, Address<D> a, Value<D> operation, auto& ctx) {
        Warp<D>& warp = warps[w];
        mshr.place(a).stores.insert(w);
        warp.outstanding += 1;
        ctx.did(Outcome::atomic_sent);
        ctx.store_issued(w, a, operation);
        ctx.send(NodeKind::l2, ctx.config().home(a),
                 {.kind = MessageKind::BusAtom, .address = a, .warp = w, .warp_ts = warp.ts, .data = operation, .epoch = epoch});
    }

    // ---- responses --------------------------------------------------------------------------------------------------

    void receive(const Message<D>& m, auto& ctx) {
        // With Reset::paper the epoch is not in the message and nothing here depends on it. It only tells properties which
        // timestamps L2 means.
        const bool newer = bool(m.epoch != epoch);
        if (ctx.config().banks_agree() && newer && unheard != 0) return old_response(m, ctx);
        const bool told = ctx.config().reset == Reset::epoch ? newer : bool(m.reset);
        epoch = m.epoch;
        if (newer || ctx.config().reset == Reset::paper) ctx.reset_adopted(epoch);
        if (told) flush(ctx);
        if (told && ctx.config().banks_agree()) unheard = ctx.config().banks;
        if (m.kind == MessageKind::BusFill) fill(m, ctx);
        else if (m.kind == MessageKind::BusRnw) renewal(m, ctx);
        else if (m.kind == MessageKind::BusWrAck || m.kind == MessageKind::BusAtomAck) acknowledgement(m, ctx);
        else if (ctx.config().banks_agree()) heard();
        else reset_unanswered = true;  // BusReset
    }

    /// Fig. 8.
    void fill(const Message<D>& m, auto& ctx) {
        answered(m.address);
        L1Line<D>* C = lines.find(m.address);
        if (C && ctx.config().response == Response::guarded && (C->state == LineState::store_pending || m.wts < C->wts)) {
            ctx.did(Outcome::fill_dropped);
        } else {
            if (!C) C = &lines.place(m.address);
            C->data = m.data;
            C->wts = m.wts;
            C->rts = m.rts;
            ctx.did(Outcome::fill_installed);
        }
        serve(m.address, ctx);
    }

    /// Fig. 7a.
    void renewal(const Message<D>& m, auto& ctx) {
        answered(m.address);
        L1Line<D>* C = lines.find(m.address);
        const bool pending = C && C->state == LineState::store_pending && ctx.config().visibility != Visibility::keep_old;
        if (!C) {
            ctx.did(Outcome::renewal_without_block);
        } else if (pending && ctx.config().response == Response::guarded) {
            ctx.did(Outcome::renewal_dropped);
        } else {
            C->rts = model::later(C->rts, m.rts);
            ctx.did(Outcome::renewed);
        }
        serve(m.address, ctx);
    }

    /// Fig. 7b, and the answer to an atomic.
    void acknowledgement(const Message<D>& m, auto& ctx) {
        Warp<D>& warp = warps[m.warp];
        warp.ts = model::later(warp.ts, m.wts);
        warp.outstanding -= 1;
        mshr.place(m.address).stores.erase(m.warp);
        if (m.kind == MessageKind::BusAtomAck) {
            ctx.load_returned(m.warp, m.address, m.data, m.wts);
            ctx.store_completed(m.warp, m.address, m.wts);
            ctx.did(Outcome::atomic_returned);
            return serve(m.address, ctx);
        }
        ctx.store_completed(m.warp, m.address, m.wts);
        L1Line<D>* C = lines.find(m.address);
        const bool own = C && C->state == LineState::store_pending && C->writer == m.warp;
        if (C && (own || ctx.config().response == Response::literal)) {
            if (C->state == LineState::store_pending && ctx.config().visibility == Visibility::keep_old) model::overwrite(C->data, *C->new_data);
            C->state = LineState::valid;
            C->wts = m.wts;
            C->rts = m.rts;
            C->writer = {};
            C->new_data.reset();
            ctx.did(Outcome::ack_unlocks);
        } else {
            ctx.did(Outcome::ack_without_block);
        }
        serve(m.address, ctx);
    }

    /// A bank that this SM is a reset ahead of has answered with its old timestamps. A store is complete and earlier than all
    /// that follows. A load's answer must not be read any more, so the load waits and is requested again (`renew`). There is no
    /// copy of the bank's blocks here.
    void old_response(const Message<D>& m, auto& ctx) {
        ctx.did(Outcome::old_response);
        if (m.kind == MessageKind::BusFill || m.kind == MessageKind::BusRnw) {
            answered(m.address);
        } else {
            warps[m.warp].outstanding -= 1;
            mshr.place(m.address).stores.erase(m.warp);
            if (m.kind == MessageKind::BusAtomAck) ctx.load_returned(m.warp, m.address, m.data, m.wts);
            ctx.store_completed(m.warp, m.address, m.wts);
        }
        serve(m.address, ctx);
    }

    /// A BusReset, with several banks. All are answered when all have come: then no message of the epoch before is on its way
    /// here.
    void heard() {
        unheard -= 1;
        if (unheard == 0) reset_unanswered = true;
    }

    /// V-D: "it flushes its blocks and reset warp timestamp".
    void flush(auto& ctx) {
        lines.clear();
        for (auto& warp : warps.items) warp.ts = 1;
        model::do_with_all(mshr, [](MshrEntry<D>& entry) {
            entry.loads.each([&](Thread<D>, WaitingLoad<D>& load) { load.warp_ts = 1; });
        });
        ctx.did(Outcome::l1_reset);
    }

    // ---- what the cache does by itself ------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { evict, renew, acknowledge_reset };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict, renew, acknowledge_reset)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        return action.kind != ActionKind::acknowledge_reset || (action.block == Address<D>{} && config.reset == Reset::epoch);
    }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        const std::string name = model::name_of(action.kind);
        return action.kind == ActionKind::acknowledge_reset ? "acknowledges the reset"
                                                            : name + " " + static_cast<char>('A' + action.block.number);
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::evict) evict(action.block, ctx);
        else if (action.kind == ActionKind::renew) renew(action.block, ctx);
        else acknowledge_reset(ctx);
    }

    /// Replacement may take any block for which nothing is outstanding.
    void evict(Address<D> a, auto& ctx) {
        if (!lines.find(a) || mshr.find(a)) return ctx.stall(Outcome::stalled_nothing_to_do);
        lines.drop(a);
        ctx.did(Outcome::l1_evicted);
    }

    /// Fig. 11, step 5: loads wait that no response on its way will serve. One request, for the latest of them, serves all.
    void renew(Address<D> a, auto& ctx) {
        MshrEntry<D>* entry = mshr.find(a);
        if (!entry || entry->requests != 0 || entry->loads.empty()) return ctx.stall(Outcome::stalled_nothing_to_do);
        L1Line<D>* C = lines.find(a);
        if (C && C->state == LineState::store_pending) return ctx.stall(Outcome::stalled_nothing_to_do);
        Moment<D> latest = 1;
        entry->loads.each([&](Thread<D>, WaitingLoad<D>& load) { latest = model::later(latest, load.warp_ts); });
        request(a, latest, ctx);
        ctx.did(Outcome::renewal_sent);
    }

    void acknowledge_reset(auto& ctx) {
        if (!reset_unanswered) return ctx.stall(Outcome::stalled_nothing_to_do);
        const int bank = ctx.config().banks == 1 ? 0 : static_cast<int>(acknowledged.index());
        if (bank + 1 < ctx.config().banks) acknowledged = bank + 1;
        else reset_unanswered = false, acknowledged = 0;
        ctx.send(NodeKind::l2, bank, {.kind = MessageKind::BusResetAck, .epoch = epoch});
        ctx.did(Outcome::reset_acknowledged);
    }

    // ---- parts of the above -----------------------------------------------------------------------------------------

    /// A warp has one access to a block at a time, so that its accesses to the block stay in program order.
    bool outstanding(Thread<D> w, Address<D> a) {
        MshrEntry<D>* entry = mshr.find(a);
        return entry && (entry->loads.find(w) || entry->stores.contains(w));
    }

    /// V-A.
    bool readable(const L1Line<D>& C, Thread<D> w, auto& ctx) const {
        if (C.state == LineState::valid || ctx.config().visibility == Visibility::unsafe) return true;
        return ctx.config().visibility == Visibility::keep_old && C.writer != w;
    }

    /// IV-A1: the load is performed at Max(warp_ts, C.wts).
    void read(Thread<D> w, Moment<D> issued, Address<D> a, const L1Line<D>& C, auto& ctx) {
        const Moment<D> when = model::later(issued, C.wts);
        warps[w].ts = model::later(warps[w].ts, when);
        ctx.load_completed(w, a, C.data, when);
    }

    void request(Address<D> a, Moment<D> warp_ts, auto& ctx) {
        L1Line<D>* C = lines.find(a);
        mshr.place(a).requests += 1;
        ctx.send(NodeKind::l2, ctx.config().home(a),
                 {.kind = MessageKind::BusRd, .address = a, .wts = C ? C->wts : Moment<D>(0), .warp_ts = warp_ts, .epoch = epoch});
    }

    void answered(Address<D> a) {
        MshrEntry<D>* entry = mshr.find(a);
        if (entry && entry->requests != 0) entry->requests -= 1;
    }

    /// Every waiting load whose timestamp the lease covers is performed; the others keep waiting.
    void serve(Address<D> a, auto& ctx) {
        MshrEntry<D>* entry = mshr.find(a);
        if (!entry) return;
        if (L1Line<D>* C = lines.find(a))
            entry->loads.each([&](Thread<D> w, WaitingLoad<D>& load) {
                if (!readable(*C, w, ctx) || load.warp_ts > C->rts) return ctx.did(Outcome::load_not_covered);
                read(w, load.warp_ts, a, *C, ctx);
                warps[w].outstanding -= 1;
                entry->loads.drop(w);
                ctx.did(Outcome::load_served);
            });
        if (entry->unused()) mshr.drop(a);
    }

    // ---- for properties ---------------------------------------------------------------------------------------------

    bool idle() const {
        for (const Warp<D>& warp : warps.items)
            if (warp.outstanding != 0) return false;
        return mshr.empty() && !reset_unanswered;
    }
};

}  // namespace tandem::gtsc
