// The private cache of an SM: copies that invalidate themselves when their lease expires (II-D).
//
// States. I is a block without a line, S a line. An MSHR entry beside it waits for a fill (`loads`), for a fill that a store of
// this SM has invalidated meanwhile (`invalidated`), or for the acknowledgement of a write (`writes`).
//
// A load that finds a request for its block under way joins it (`merged`). The request may have been answered before that load
// was issued, so its data count for the load only while the lease lasts. Otherwise a separate action requests the block again,
// since a cache that must send before it can take an answer deadlocks with finite queues. The paper does not mention this
// (docs/findings.md, 14).
#pragma once

#include "model/all_names.hpp"
#include "protocols/baseline/access.hpp"
#include "protocols/tc/messages.hpp"

namespace tandem::tc {

template <class D>
struct L1Line {
    Value<D> data{};
    Instant<D> expiry{};  // the last tick at which it may be read
    BOOST_DESCRIBE_CLASS(L1Line, (), (data, expiry), (), ())

    /// Nobody reads an expired copy.
    void clear_unused() {
        if (model::known_past(expiry)) data = {};
    }
};

template <class D>
struct MshrEntry {
    model::Set<D, Sort::thread> loads;   // that wait for the request under way
    model::Set<D, Sort::thread> merged;  // that were issued after it was sent
    Flag<D> invalidated{};               // a store of this SM was issued after it was sent
    model::Set<D, Sort::thread> writes;  // sent and not acknowledged
    BOOST_DESCRIBE_CLASS(MshrEntry, (), (loads, merged, invalidated, writes), (), ())

    bool awaits_data() const { return !loads.empty() || !merged.empty(); }
    bool unused() const { return !awaits_data() && writes.empty(); }
};

template <class D>
struct Warp {
    Counter<D, 7> outstanding{};  // accesses to blocks, issued and not complete
    Instant<D> gwct{};            // when all SMs will see its writes
    BOOST_DESCRIBE_CLASS(Warp, (), (outstanding, gwct), (), ())
};

template <class D>
struct L1 {
    model::Array<D, Sort::thread, Warp<D>> warps;
    model::Cache<D, L1Line<D>> lines;
    model::Table<D, Sort::address, MshrEntry<D>> mshr;
    BOOST_DESCRIBE_CLASS(L1, (), (warps, lines, mshr), (), ())

    void start(const Config&, const std::vector<int>&) {}

    // ---- what a warp does -------------------------------------------------------------------------------------------

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) { return baseline::issued(op, config); }
    static std::string text(const Operation& op) { return op.text(); }

    void access(const Operation& op, auto& ctx) {
        if (op.kind == AccessKind::fence) return fence(op.warp, ctx);
        if (!baseline::may_access<Outcome>(*this, op, ctx)) return;
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) load(op.warp, a, ctx);
            else write(op, a, ctx);
        });
    }

    /// "A memory fence operation uses GWCT to stall warps until all previous writes by that warps are globally visible."
    void fence(Thread<D> w, auto& ctx) {
        if (warps[w].outstanding != 0) return ctx.stall(Outcome::stalled_fence);
        if (ctx.config().patience == Patience::patient && now(ctx) <= warps[w].gwct) return ctx.stall_until(warps[w].gwct, Outcome::stalled_gwct);
        ctx.did(Outcome::fence_passes);
        ctx.fence_passed(w);
    }

    /// "A read access to a cache block in L1 cache checks both the tag and expiration time of its lease."
    void load(Thread<D> w, Address<D> a, auto& ctx) {
        const L1Line<D>* line = lines.find(a);
        if (line && now(ctx) <= line->expiry) {
            ctx.did(Outcome::load_hit);
            return ctx.load_completed(w, a, line->data, 0);
        }
        MshrEntry<D>& entry = mshr.place(a);
        const bool requested = entry.awaits_data();
        if (requested) entry.merged.insert(w);
        else entry.loads.insert(w);
        warps[w].outstanding += 1;
        ctx.load_issued(w, a);
        if (requested) return ctx.did(Outcome::load_merged);
        ctx.did(line ? Outcome::load_expired : Outcome::load_miss);
        ctx.send(NodeKind::l2, ctx.config().home(a),
                 {.kind = MessageKind::Read, .address = a, .expired = line && ctx.config().choice == LeaseChoice::predicted});
    }

    /// "A write request is sent directly to the L2 cache." A copy here would be old, and so would one on its way.
    void write(const Operation& op, Address<D> a, auto& ctx) {
        const auto data = model::part_for(a, op.data);
        if (lines.find(a)) lines.drop(a);
        MshrEntry<D>& entry = mshr.place(a);
        if (entry.awaits_data()) entry.invalidated = true;
        entry.writes.insert(op.warp);
        warps[op.warp].outstanding += 1;
        ctx.did(Outcome::write_sent);
        if (op.kind == AccessKind::atomic) ctx.load_issued(op.warp, a);
        ctx.store_issued(op.warp, a, data);
        ctx.send(NodeKind::l2, ctx.config().home(a),
                 {.kind = op.kind == AccessKind::store ? MessageKind::Write : MessageKind::Atomic, .address = a, .warp = op.warp, .data = data});
    }

    // ---- answers ----------------------------------------------------------------------------------------------------

    void receive(const Message<D>& m, auto& ctx) {
        MshrEntry<D>& entry = mshr.place(m.address);
        if (m.kind == MessageKind::Fill) fill(m, entry, ctx);
        else acknowledgement(m, entry, ctx);
        if (entry.unused()) mshr.drop(m.address);
    }

    void fill(const Message<D>& m, MshrEntry<D>& entry, auto& ctx) {
        serve(m, entry.loads, ctx);
        if (entry.invalidated) {
            ctx.did(Outcome::filled_after_write);
        } else if (now(ctx) <= m.expiry) {
            lines.place(m.address) = {.data = m.data, .expiry = m.expiry};
            ctx.did(Outcome::filled);
            if (!entry.merged.empty()) ctx.did(Outcome::merged_served);
            serve(m, entry.merged, ctx);
        } else {
            ctx.did(Outcome::filled_too_late);
        }
        if (!entry.merged.empty()) ctx.did(Outcome::merged_not_covered);
        entry.invalidated = false;
    }

    void serve(const Message<D>& m, model::Set<D, Sort::thread>& loads, auto& ctx) {
        loads.each([&](Thread<D> w) {
            warps[w].outstanding -= 1;
            ctx.load_returned(w, m.address, m.data, 0);
        });
        loads.clear();
    }

    /// "Write acknowledgment in TC-Weak returns the time at which the write will become visible to all other SMs."
    void acknowledgement(const Message<D>& m, MshrEntry<D>& entry, auto& ctx) {
        warps[m.warp].outstanding -= 1;
        warps[m.warp].gwct = model::later(warps[m.warp].gwct, m.expiry);
        entry.writes.erase(m.warp);
        if (m.kind == MessageKind::AtomAck) ctx.load_returned(m.warp, m.address, m.data, 0);
        ctx.store_completed(m.warp, m.address, 0);
        ctx.did(Outcome::completed);
    }

    // ---- what the cache does by itself ------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { request_again, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, request_again, evict)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block), (), ())
    };
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        return (action.kind == ActionKind::evict ? "evicts " : "requests again ") +
               std::string(1, static_cast<char>('A' + action.block.number));
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::evict) {
            if (!lines.find(action.block)) return ctx.stall(Outcome::nothing_to_do);
            lines.drop(action.block);
            return ctx.did(Outcome::l1_evicted);
        }
        MshrEntry<D>* entry = mshr.find(action.block);
        if (!entry || !entry->loads.empty() || entry->merged.empty()) return ctx.stall(Outcome::nothing_to_do);
        entry->loads = entry->merged;
        entry->merged.clear();
        ctx.send(NodeKind::l2, ctx.config().home(action.block), {.kind = MessageKind::Read, .address = action.block});
        ctx.did(Outcome::requested_again);
    }

    bool under_way(Thread<D> w, Address<D> a) {
        MshrEntry<D>* entry = mshr.find(a);
        return entry && (bool(entry->loads.contains(w)) || bool(entry->merged.contains(w)) || bool(entry->writes.contains(w)));
    }
    bool idle() const { return mshr.empty(); }

private:
    static auto now(auto& ctx) { return clock(ctx, model::is_last(ctx.core(), ctx.config().shape)); }
};

}  // namespace tandem::tc
