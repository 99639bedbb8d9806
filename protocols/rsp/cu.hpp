// A compute unit: its wavefronts, and their use of the L1 that they share.
//
// A wavefront executes in order and blocks on loads; its stores are complete when they are in L1 (2.2, 2.3). An access with an
// order is performed at the cache of its scope: up to the work-group here, beyond it at L2 (or memory, if L2 forwards it). There
// it takes several steps, during which other wavefronts continue:
//
//   rm_acq   promoting (.1) - invalidate (.2) - performing (.3)
//   rm_rel   releasing (.1) - promoting - performing (.2; .3 is L2's)
//   rm_ar    promoting (.1) - invalidate (.2) - performing (.3; .4 is L2's)
#pragma once

#include "protocols/rsp/l1.hpp"
#include "protocols/rsp/operations.hpp"

namespace tandem::rsp {

BOOST_DEFINE_FIXED_ENUM_CLASS(Phase, std::uint8_t,
    ready,
    at_l1,       // an access up to the work-group's scope waits for its line
    releasing,   // its marker is in the FIFO
    to_promote,  // next it asks L2 to promote
    promoting,   // L2 flushes the other caches
    at_target,   // next its access is sent to L2
    performing,
    // it waits at an L2 with a level beyond it, to be performed there or, if it is remote, first for the other caches
    at_component)

template <class D>
struct Wavefront {
    Counter<D, 7> outstanding{};  // blocks of its load that have not come
    Enum<D, Phase> phase{};
    Enum<D, AccessKind> access{};  // what it does, unless it is ready
    Address<D> address{};
    Value<D> data{};
    Flag<D> acquires{}, remote{};
    Flag<D> system{};    // it is of the system's scope, where there are several components
    Flag<D> releases{};  // and L2 flushes before it
    BOOST_DESCRIBE_CLASS(Wavefront, (), (outstanding, phase, access, address, data, acquires, remote, system, releases), (), ())

    void clear_unused() {
        if (phase == Phase::ready) *this = {.outstanding = outstanding};
        if (phase != Phase::ready && access == AccessKind::load) data = {};
    }
};

template <class D>
struct Cu : L1<D> {
    model::Array<D, Sort::thread, Wavefront<D>> wavefronts;
    Counter<D, 15> promotions{};  // that stall synchronization here (4.3, 4.4.1)
    BOOST_DESCRIBE_CLASS(Cu, (L1<D>), (wavefronts, promotions), (), ())

    using L1<D>::lines, L1<D>::mshr, L1<D>::fifo;

    void start(const Config&, const std::vector<int>&) {}

    // ---- what a wavefront does --------------------------------------------------------------------------------------

    using Operation = model::ScopedInstruction<D>;
    static bool issues(const Operation& op, const Config& config) { return issued(op, config); }
    static std::string text(const Operation& op) { return op.text(); }
    /// The accesses certain to complete: all but synchronization below the outermost scope, which remote operations of others can
    /// delay for ever (docs/findings.md, 25).
    static bool certain(const Operation& op, const Config& config) {
        return op.synchronization.order == Order::plain ||
               op.synchronization.scope == (config.components > 1 ? Scope::sys : Scope::cmp);
    }

    void access(const Operation& op, auto& ctx) {
        const Wavefront<D>& wavefront = wavefronts[op.warp];
        if (wavefront.phase != Phase::ready || wavefront.outstanding != 0) return ctx.stall(Outcome::stalled_wavefront_busy);
        if (op.synchronization.order == Order::plain) return ordinary(op, ctx);
        if (promotions != 0) return ctx.stall(Outcome::stalled_promotion);
        op.blocks.each([&](Address<D> a) {
            if (at_l2(a)) return ctx.stall(Outcome::stalled_block_busy);
            if (op.synchronization.scope == Scope::cmp || op.synchronization.scope == Scope::sys) beyond(op, a, ctx);
            else within(op, a, ctx);
        });
    }

    void ordinary(const Operation& op, auto& ctx) {
        if (op.kind == AccessKind::store && !this->can_write(op.blocks, ctx.config()))
            return ctx.stall(Outcome::stalled_fifo_full);
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) load(op.warp, a, ctx);
            else store(op.warp, a, model::part_for(a, op.data), ctx);
        });
    }

    void load(Thread<D> w, Address<D> a, auto& ctx) {
        if (const Line<D>* line = this->readable(a)) {
            ctx.did(Outcome::load_hit);
            return ctx.load_completed(w, a, line->data, 0);
        }
        MshrEntry<D>& entry = mshr.place(a);
        if (entry.superseded) entry.merged.insert(w);
        else entry.loads.insert(w);
        wavefronts[w].outstanding += 1;
        ctx.load_issued(w, a);
        if (entry.requested) return ctx.did(Outcome::load_merged);
        request(a, entry, ctx);
        ctx.did(Outcome::load_miss);
    }

    void store(Thread<D> w, Address<D> a, const Value<D>& data, auto& ctx) {
        this->write(a, data);
        ctx.store_issued(w, a, data);
        ctx.store_completed(w, a, 0);
        ctx.did(Outcome::stored);
    }

    // ---- an access with an order, within the work-group -------------------------------------------------------------

    /// "wg-scoped synchronization only needs to access the respective work-group's L1 cache" (2.2): no marker, no invalidation.
    void within(const Operation& op, Address<D> a, auto& ctx) {
        if (op.kind != AccessKind::load && !this->can_write(op.blocks, ctx.config()))
            return ctx.stall(Outcome::stalled_fifo_full);
        if (op.kind == AccessKind::store) {
            store(op.warp, a, op.data, ctx);
            return ctx.did(Outcome::performed_at_l1);
        }
        if (op.kind == AccessKind::atomic) ctx.store_issued(op.warp, a, op.data);
        if (Line<D>* line = this->readable(a)) return perform(op.warp, op.kind, a, op.data, *line, ctx);
        begin(op, a, Phase::at_l1);
        MshrEntry<D>& entry = mshr.place(a);
        entry.accesses.insert(op.warp);
        if (!entry.requested) request(a, entry, ctx);
        ctx.did(Outcome::awaits_line);
    }

    void perform(Thread<D> w, const Enum<D, AccessKind>& access, Address<D> a, const Value<D>& data, Line<D>& line, auto& ctx) {
        if (access == AccessKind::load) {
            ctx.load_completed(w, a, line.data, 0);
        } else {
            ctx.load_completed(w, a, this->modify(a, line, data), 0);
            ctx.store_completed(w, a, 0);
        }
        ctx.did(Outcome::performed_at_l1);
    }

    // ---- and beyond it ----------------------------------------------------------------------------------------------

    /// Whether a wavefront here is about to access a block at L2. Meanwhile no access with an order to it is performed in L1.
    bool at_l2(Address<D> a) {
        bool found = false;
        for (int w = 0; w < count(); ++w) {
            const Wavefront<D>& wavefront = wavefronts[w];
            if (wavefront.phase != Phase::ready && wavefront.phase != Phase::at_l1 && wavefront.address == a) found = true;
        }
        return found;
    }

    void beyond(const Operation& op, Address<D> a, auto& ctx) {
        if (op.kind != AccessKind::load) ctx.store_issued(op.warp, a, op.data);
        if (must_flush(op, a, ctx)) {
            this->mark({.kind = EntryKind::release, .wavefront = op.warp});
            begin_beyond(op, a, Phase::releasing, ctx.config());
            return ctx.did(Outcome::release_marker_inserted);
        }
        begin_beyond(op, a, Phase::at_target, ctx.config());
        if (op.synchronization.remote) promote(op.warp, ctx);
        else if (!invalidate_before(op.warp, ctx)) to_l2(op.warp, ctx);
    }

    /// Whether the access waits for a marker of its own. That is a release (2.3), or any access that would overtake this L1's
    /// writes to the same block. A promotion that flushes every L1 flushes this one as well (rm_ar.1).
    bool must_flush(const Operation& op, Address<D> a, auto& ctx) {
        if (!op.synchronization.remote) return releases(op.synchronization) || this->dirty(a);
        if (op.kind == AccessKind::store) return ctx.config().remote_release == RemoteRelease::locks;
        return op.kind == AccessKind::load && ctx.config().remote_acquire == RemoteAcquire::flushes && this->dirty(a);
    }

    void begin(const Operation& op, Address<D> a, Phase phase) {
        Wavefront<D>& wavefront = wavefronts[op.warp];
        wavefront.phase = phase;
        wavefront.access = op.kind;
        wavefront.address = a;
        wavefront.data = op.data;
        wavefront.acquires = acquires(op.synchronization);
        wavefront.remote = op.synchronization.remote;
    }

    void begin_beyond(const Operation& op, Address<D> a, Phase phase, const Config& config) {
        begin(op, a, phase);
        if (config.components == 1 || op.synchronization.scope != Scope::sys) return;
        Wavefront<D>& wavefront = wavefronts[op.warp];
        wavefront.system = true;
        // L2 flushes with this L1, by its own marker or by the promotion's.
        if (op.synchronization.remote)
            wavefront.releases = op.kind == AccessKind::store && config.remote_release == RemoteRelease::locks;
        else wavefront.releases = releases(op.synchronization);
    }

    /// rm_acq.1, rm_ar.1: "broadcasting [...] a cmp-scope flush marker into all FIFOs in the component", by way of L2, which
    /// admits one remote operation after the other.
    void promote(Thread<D> w, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[w];
        send_beyond({.kind = MessageKind::Promote, .address = wavefront.address, .wavefront = w, .access = wavefront.access},
                    wavefront, ctx);
        wavefront.phase = ctx.config().components > 1 && !wavefront.system ? Phase::at_component : Phase::promoting;
        ctx.did(Outcome::promotion_sent);
    }

    void to_l2(Thread<D> w, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[w];
        send_beyond({.kind = MessageKind::Access,
                     .address = wavefront.address,
                     .wavefront = w,
                     .access = wavefront.access,
                     .data = wavefront.data,
                     .remote = wavefront.remote},
                    wavefront, ctx);
        wavefront.phase = Phase::performing;
        if (ctx.config().components > 1 && !wavefront.system) wavefront.phase = Phase::at_component;
        if (!wavefront.remote) return ctx.did(Outcome::sent_to_l2);
        ctx.did(wavefront.access == AccessKind::load    ? Outcome::rm_acq_3
                : wavefront.access == AccessKind::store ? Outcome::rm_rel_2
                                                        : Outcome::rm_ar_3);
    }

    /// To L2, which forwards accesses of the system's scope.
    void send_beyond(Message<D> m, const Wavefront<D>& wavefront, auto& ctx) {
        if (ctx.config().components > 1 && wavefront.system) {
            m.system = true;
            m.acquires = wavefront.acquires;
            m.releases = wavefront.releases;
            m.core = ctx.core();
        }
        AtL1::send(m, ctx);
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    void receive(const Message<D>& m, auto& ctx) {
        switch (model::enumerator(m.kind)) {
            case MessageKind::ReadData: return filled(m, ctx);
            case MessageKind::WriteDone: return void(this->writes_in_flight -= 1);
            case MessageKind::Performed: return completed(m, ctx);
            case MessageKind::FlushMarker: return marker(m, ctx);
            case MessageKind::Promoted: return promoted(m.wavefront, ctx);
            case MessageKind::Invalidate:
                this->invalidate(ctx);
                ctx.did(Outcome::invalidated);
                if (m.stalls) resume(ctx);
                return acknowledge(m, ctx);
            case MessageKind::Resume:
                resume(ctx);
                return acknowledge(m, ctx);
            default: return;
        }
    }

    void filled(const Message<D>& m, auto& ctx) {
        MshrEntry<D>& entry = mshr.place(m.address);
        entry.requested = false;
        if (entry.superseded) {
            serve_loads(m.address, entry.loads, this->seen(m.address, m.data), ctx);
            entry.superseded = false;
            entry.loads = entry.merged;
            entry.merged.clear();
            ctx.did(Outcome::fill_superseded);
        } else {
            this->fill(m.address, m.data);
            ctx.did(Outcome::filled);
            serve(m.address, entry, ctx);
        }
        if (entry.unused()) mshr.drop(m.address);
    }

    /// Serves requests that wait for a line that has arrived. Accesses with an order still wait while synchronization stalls.
    void serve(Address<D> a, MshrEntry<D>& entry, auto& ctx) {
        Line<D>& line = lines.place(a);
        serve_loads(a, entry.loads, line.data, ctx);
        if (promotions != 0 || at_l2(a)) return;
        entry.accesses.each([&](Thread<D> w) {
            Wavefront<D>& wavefront = wavefronts[w];
            if (wavefront.access == AccessKind::atomic && !this->can_write(a, ctx.config())) return;
            perform(w, wavefront.access, a, wavefront.data, line, ctx);
            wavefront.phase = Phase::ready;
            entry.accesses.erase(w);
        });
    }

    void serve_loads(Address<D> a, model::Set<D, Sort::thread>& loads, const Value<D>& data, auto& ctx) {
        loads.each([&](Thread<D> w) {
            wavefronts[w].outstanding -= 1;
            ctx.load_returned(w, a, data, 0);
        });
        loads.clear();
    }

    /// The access has been performed at L2, and this L1's copy of the block is old.
    void completed(const Message<D>& m, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[m.wavefront];
        if (lines.find(m.address) && !this->dirty(m.address)) {
            lines.drop(m.address);
            ctx.did(Outcome::own_copy_dropped);
        }
        if (wavefront.acquires && ctx.config().acquire_invalidates == AcquireInvalidates::after) {
            this->invalidate(ctx);
            ctx.did(Outcome::invalidated_for_acquire);
        }
        if (wavefront.remote && stalls(wavefront.access, ctx.config())) resume(ctx);  // Fig. 7, time 6
        if (wavefront.access != AccessKind::store) ctx.load_returned(m.wavefront, m.address, m.data, 0);
        if (wavefront.access != AccessKind::load) ctx.store_completed(m.wavefront, m.address, 0);
        wavefront.phase = Phase::ready;
        ctx.did(Outcome::completed);
    }

    void marker(const Message<D>& m, auto& ctx) {
        this->mark({.kind = ctx.config().components > 1 && m.system ? EntryKind::system_promotion : EntryKind::promotion,
                    .address = m.address,
                    .stalls = m.stalls});
        ctx.did(Outcome::marker_inserted);
        if (m.stalls && ctx.config().stalls_from == StallsFrom::arrival) stall_synchronization(ctx);
    }

    /// The other caches have flushed.
    void promoted(Thread<D> w, auto& ctx) {
        wavefronts[w].phase = Phase::at_target;
        invalidate_before(w, ctx);
    }

    /// The step before an acquire's access in Fig. 4 (time 4), which is rm_acq.2 or rm_ar.2. Returns whether it was done.
    bool invalidate_before(Thread<D> w, auto& ctx) {
        const Wavefront<D>& wavefront = wavefronts[w];
        if (!wavefront.acquires || ctx.config().acquire_invalidates == AcquireInvalidates::after) return false;
        this->invalidate(ctx);
        ctx.did(!wavefront.remote                      ? Outcome::invalidated_for_acquire
                : wavefront.access == AccessKind::load ? Outcome::rm_acq_2
                                                       : Outcome::rm_ar_2);
        return true;
    }

    void stall_synchronization(auto& ctx) {
        promotions += 1;
        ctx.did(Outcome::synchronization_stalls);
    }
    void resume(auto& ctx) {
        promotions -= 1;
        ctx.did(Outcome::synchronization_resumes);
    }
    void acknowledge(const Message<D>& m, auto& ctx) { answer_sweep(MessageKind::Invalidated, m.address, m.system, ctx); }
    /// `system`: it is memory's sweep, which L2 forwards, and not its own.
    void answer_sweep(MessageKind kind, Address<D> a, const Flag<D>& system, auto& ctx) {
        Message<D> answer{.kind = kind, .address = a};
        if (ctx.config().components > 1 && system) {
            answer.system = true;
            answer.core = ctx.core();
        }
        AtL1::send(answer, ctx);
    }

    // ---- what the compute unit does by itself -----------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { drain, go_on, request, serve, fetch, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, drain, go_on, request, serve, fetch, evict)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::drain) return action.block == 0;  // of no block
        if (action.kind == ActionKind::evict) return config.evictions;
        return action.kind != ActionKind::fetch || bool(action.block < config.fetches);
    }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::drain) return model::Unit::write_buffer;
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    /// Whether the FIFO should advance: for a marker, or because an instruction may not find room in it. Otherwise its writes may
    /// be combined with later ones (6.2).
    bool presses(const Config& config) const { return bool(this->markers != 0) || bool(this->writes_queued > config.writes - config.lanes); }
    static bool fair(const Action& action) { return action.kind != ActionKind::fetch && action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        const std::string block(1, static_cast<char>('A' + action.block.number));
        switch (action.kind) {
            case ActionKind::drain: return "takes the FIFO's head";
            case ActionKind::go_on: return "goes on with the access to " + block;
            case ActionKind::request: return "requests " + block + " for those who wait";
            case ActionKind::serve: return "serves those who wait for " + block;
            case ActionKind::fetch: return "fetches " + block;
            case ActionKind::evict: return "evicts " + block;
        }
        return "";
    }

    void act(const Action& action, auto& ctx) {
        switch (model::enumerator(action.kind)) {
            case ActionKind::drain: return drain(ctx);
            case ActionKind::go_on: return go_on(action.block, ctx);
            case ActionKind::request: return request_again(action.block, ctx);
            case ActionKind::serve: return serve_later(action.block, ctx);
            case ActionKind::fetch: return fetch(action.block, ctx);
            case ActionKind::evict: return this->evict(action.block, ctx);
        }
    }

    /// The FIFO's head (Fig. 4, time 3; Fig. 7, time 3). A marker waits until all writes before it have reached L2.
    void drain(auto& ctx) {
        if (fifo.empty()) return ctx.stall(Outcome::nothing_to_do);
        const Entry<D> head = fifo.front();
        if (head.kind == EntryKind::write) return this->write_through(ctx);
        if (this->writes_in_flight != 0) return ctx.stall(Outcome::nothing_to_do);
        fifo.pop();
        this->markers -= 1;
        if (head.kind == EntryKind::release) return released(head.wavefront, ctx);
        if (head.stalls && ctx.config().stalls_from == StallsFrom::head) stall_synchronization(ctx);
        answer_sweep(MessageKind::FlushDone, head.address, head.kind == EntryKind::system_promotion, ctx);
        ctx.did(Outcome::flush_done);
    }

    void released(Thread<D> w, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[w];
        wavefront.phase = wavefront.remote ? Phase::to_promote : Phase::at_target;
        ctx.did(wavefront.remote && wavefront.access == AccessKind::store ? Outcome::rm_rel_1 : Outcome::release_done);
        if (!wavefront.remote) invalidate_before(w, ctx);
    }

    void go_on(Address<D> a, auto& ctx) {
        for (int w = 0; w < count(); ++w) {
            const Wavefront<D>& wavefront = wavefronts[w];
            if (wavefront.phase == Phase::to_promote && wavefront.address == a) return promote(w, ctx);
            if (wavefront.phase == Phase::at_target && wavefront.address == a) return to_l2(w, ctx);
        }
        ctx.stall(Outcome::nothing_to_do);
    }

    void request(Address<D> a, MshrEntry<D>& entry, auto& ctx) {
        entry.requested = true;
        AtL1::send(Message<D>{.kind = MessageKind::Read, .address = a}, ctx);
    }
    /// For requests that wait when a fill was superseded, or when its line has left before they could be served.
    void request_again(Address<D> a, auto& ctx) {
        MshrEntry<D>* entry = mshr.find(a);
        if (!entry || entry->requested || this->readable(a)) return ctx.stall(Outcome::nothing_to_do);
        request(a, *entry, ctx);
        ctx.did(Outcome::requested);
    }
    void serve_later(Address<D> a, auto& ctx) {
        MshrEntry<D>* entry = mshr.find(a);
        if (!entry || !this->readable(a) || promotions != 0 || at_l2(a)) return ctx.stall(Outcome::nothing_to_do);
        if ((entry->loads.empty() && entry->accesses.empty()) || !this->can_write(a, ctx.config())) return ctx.stall(Outcome::nothing_to_do);
        serve(a, *entry, ctx);
        if (entry->unused()) mshr.drop(a);
        ctx.did(Outcome::served);
    }

    void fetch(Address<D> a, auto& ctx) {
        if (!ctx.config().may_fetch(ctx.core(), a) || this->readable(a) || mshr.find(a)) return ctx.stall(Outcome::nothing_to_do);
        request(a, mshr.place(a), ctx);
        ctx.did(Outcome::fetched);
    }

    int count() const { return static_cast<int>(wavefronts.items.size()); }

    // ---- for properties ---------------------------------------------------------------------------------------------

    bool idle() const {
        bool waits = !mshr.empty() || !fifo.empty() || this->writes_in_flight != 0 || promotions != 0;
        for (int w = 0; w < count(); ++w)
            if (wavefronts[w].phase != Phase::ready) waits = true;
        return !waits;
    }
};

}  // namespace tandem::rsp
