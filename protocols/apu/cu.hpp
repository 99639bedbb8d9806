// A compute unit (lsc.txt, 2.1 and 2.2): its wavefronts and their GL1. GL1 is write-through, valid or invalid, and invalidated
// only by its own acquires, or by GL2 instead (9.1).
//
// A fence is one of HRF's synchronization operations, or both. "A stRel operation only needs to wait for all write-through
// completion acknowledgements (cmlAcks)": a release and then a store. "A ldAcq operation invalidates all valid cachelines in the
// GL1 cache": a load and then an acquire. Scopes are left out: all are the device's.
//
// Decisions beyond the paper: a store leaves no copy in GL1; a store that meets a fill waits; a wavefront has one access to a
// block under way; a release waits for loads as well; an acquire waits for the wavefront's loads and atomics.
#pragma once

#include "model/block_action.hpp"
#include "model/ordered_instruction.hpp"
#include "protocols/apu/messages.hpp"

namespace tandem::apu {

/// The accesses to a block that the wavefronts of a CU have under way.
template <class D>
struct UnderWay {
    model::Set<D, Sort::thread> loads;   // wait for the block; one request has been sent for all
    model::Set<D, Sort::thread> writes;  // stores and atomics without an acknowledgement
    Flag<D> outdated{};                  // an acquire has invalidated GL1 since the loads asked: what comes is not kept
    BOOST_DESCRIBE_CLASS(UnderWay, (), (loads, writes, outdated), (), ())

    bool has(const Thread<D>& w) const { return bool(loads.contains(w)) || bool(writes.contains(w)); }
    bool awaits_data() const { return !loads.empty(); }
    void clear_unused() {
        if (loads.empty()) outdated = false;
    }
};

/// The same where atomics are not among the writes, because an acquire waits for them.
template <class D>
struct AcquirableUnderWay : UnderWay<D> {
    model::Set<D, Sort::thread> atomics;  // without an answer
    BOOST_DESCRIBE_CLASS(AcquirableUnderWay, (UnderWay<D>), (atomics), (), ())

    bool reads(const Thread<D>& w) const { return bool(this->loads.contains(w)) || bool(atomics.contains(w)); }
    bool has(const Thread<D>& w) const { return reads(w) || bool(this->writes.contains(w)); }
    bool empty() const { return this->loads.empty() && this->writes.empty() && atomics.empty(); }
};

template <class D, class W>
struct Cu {
    using Node = typename W::NodeKind;
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Message = apu::Message<D, W>;
    using UnderWay = AcquirableUnderWay<D>;
    model::Cache<D, Value<D>> lines;  // GL1
    model::Table<D, Sort::address, UnderWay> mshr;
    BOOST_DESCRIBE_CLASS(Cu, (), (lines, mshr), (), ())

    void start(const auto&, const std::vector<int>&) {}

    using Operation = model::OrderedInstruction<D>;
    /// A load may read an overwritten version until its wavefront acquires. So a wavefront that waits for others' stores acquires
    /// when it has seen them.
    static bool acquires_apart(const auto& config) { return !config.broadcasts(); }
    static bool stays_coherent(const auto& config) { return config.broadcasts(); }
    static bool issues(const Operation& op, const auto& config) {
        return op.well_formed() && op.block_count() <= config.lanes && (op.kind != AccessKind::atomic || config.atomics);
    }

    void access(const Operation& op, auto& ctx) {
        if (op.kind == AccessKind::fence) return fence(op, ctx);
        bool same_block = false, fill = false;
        op.blocks.each([&](Address<D> a) {
            const UnderWay* of = mshr.find(a);
            if (!of) return;
            same_block = same_block || of->has(op.warp);
            fill = fill || (!of->loads.empty() && (op.kind != AccessKind::load || of->outdated));
        });
        if (same_block) return ctx.stall(Outcome::stalled_same_block);
        if (fill) return ctx.stall(Outcome::stalled_fill);
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) load(op.warp, a, ctx);
            else write(op, a, ctx);
        });
    }

    void load(const Thread<D>& w, const Address<D>& a, auto& ctx) {
        if (const Value<D>* copy = lines.find(a)) {
            ctx.did(Outcome::load_hit);
            return ctx.load_completed(w, a, *copy, 0);
        }
        UnderWay& of = mshr.place(a);
        const bool asked = !of.loads.empty();
        of.loads.insert(w);
        if (asked) return ctx.did(Outcome::load_merged);
        ctx.send(Node::gl2, ctx.config().gl2_of(a), {.kind = Kind::RdBlk, .address = a});
        ctx.did(Outcome::load_miss);
    }

    void write(const Operation& op, const Address<D>& a, auto& ctx) {
        const bool atomic = bool(op.kind == AccessKind::atomic);
        const auto data = model::part_for(a, op.data);
        lines.drop(a);
        UnderWay& of = mshr.place(a);
        if (atomic) of.atomics.insert(op.warp);
        else of.writes.insert(op.warp);
        ctx.store_issued(op.warp, a, data);
        ctx.send(Node::gl2, ctx.config().gl2_of(a),
                 {.kind = atomic ? Kind::Atomic : Kind::WriteThrough,
                  .address = a,
                  .core = ctx.core(),
                  .wavefront = op.warp,
                  .data = data});
        ctx.did(atomic ? Outcome::atomic_sent : Outcome::written_through);
    }

    void fence(const Operation& op, auto& ctx) {
        const bool releases = model::fence_releases(op.order);
        bool waits = false;
        mshr.each([&](Address<D>, const UnderWay& of) { waits = waits || (releases ? of.has(op.warp) : of.reads(op.warp)); });
        if (waits) return ctx.stall(Outcome::stalled_fence);
        if (model::fence_acquires(op.order)) invalidate(ctx);
        else ctx.did(Outcome::released);
        ctx.fence_passed(op.warp, op.order);
    }

    /// "Resetting their valid bits" (2.2), unless hardware keeps GL1 coherent.
    void invalidate(auto& ctx) {
        if (ctx.config().broadcasts()) return ctx.did(Outcome::acquired);
        lines.clear();
        if (ctx.config().acquire == Acquire::forgets_fills)
            mshr.each([&](Address<D>, UnderWay& of) {
                if (!of.loads.empty()) of.outdated = true;
            });
        ctx.did(Outcome::flash_invalidated);
    }

    void receive(const Message& m, auto& ctx) {
        if (m.kind == Kind::Inv) {
            ctx.did(lines.find(m.address) ? Outcome::gl1_invalidated : Outcome::inv_missed);
            lines.drop(m.address);
            return ctx.send(Node::gl2, ctx.config().gl2_of(m.address), {.kind = Kind::InvAck, .address = m.address});
        }
        UnderWay& of = mshr.place(m.address);
        if (m.kind == Kind::Data) {
            if (!of.outdated) lines.place(m.address) = m.data;
            ctx.did(of.outdated ? Outcome::fill_not_kept : Outcome::filled);
            of.loads.each([&](Thread<D> w) { ctx.load_completed(w, m.address, m.data, 0); });
            of.loads.clear();
            of.outdated = false;
        } else {
            of.writes.erase(m.wavefront);
            of.atomics.erase(m.wavefront);
            if (m.kind == Kind::AtomicResp) ctx.load_returned(m.wavefront, m.address, m.data, 0);
            ctx.store_completed(m.wavefront, m.address, 0);
            ctx.did(m.kind == Kind::AtomicResp ? Outcome::atomic_done : Outcome::write_done);
        }
        if (of.empty()) mshr.drop(m.address);
    }

    enum class ActionKind : std::uint8_t { evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const auto& config) { return config.evictions; }
    static bool fair(const Action&) { return false; }
    static model::Unit unit(ActionKind) { return model::Unit::replacement; }

    /// "evictions from GL1s are silent" (2.2).
    void act(const Action& action, auto& ctx) {
        if (!lines.find(action.block)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(action.block);
        ctx.did(Outcome::gl1_evicted);
    }

    bool idle() const { return mshr.empty(); }
};

}  // namespace tandem::apu
