// A CPU core as its memory sees it (lsc.txt, 2.1): instructions commit in program order, "and the committed stores are taken out
// of store queue and moved into a store buffer. As such, the CPU core adheres to TSO memory model." Its threads have "separate
// load queue and store queue per thread", and share its caches.
//
// Loads executed early are replayed when their block is invalidated, so here a load is bound when it commits. The youngest store
// of its block is forwarded to it, or it hits, or it waits at the ROB's head. If stores to a part of its block are in the buffer,
// it gets the rest of the block from the cache. A read-modify-write waits for the store buffer to drain.
#pragma once

#include "model/ordered_instruction.hpp"
#include "protocols/apu/cpu_cache.hpp"

namespace tandem::apu {

template <class D>
struct Buffered {
    Address<D> block{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Buffered, (), (block, data), (), ())
};

template <class D>
struct CpuThread {
    model::Fifo<D, Buffered<D>, most_buffered> store_buffer;
    Flag<D> load{};                     // one waits at the ROB's head
    model::Maybe<D, Buffered<D>> rmw;   // a read-modify-write does
    BOOST_DESCRIBE_CLASS(CpuThread, (), (store_buffer, load, rmw), (), ())

    bool idle() const { return store_buffer.empty() && !load && !rmw; }
    /// The stores in the buffer to this block, the younger over the older.
    model::Maybe<D, Value<D>> forwarded(const Address<D>& block) {
        model::Maybe<D, Value<D>> data;
        store_buffer.each([&](const Buffered<D>& store) {
            if (store.block == block) add_younger(data, store.data);
        });
        return data;
    }
};

template <class D, class W>
struct Cpu : CpuCache<Cpu<D, W>, D, W> {
    using Kind = typename W::Kind;
    using Outcome = typename W::Outcome;
    using Base = CpuCache<Cpu, D, W>;
    model::Array<D, Sort::thread, CpuThread<D>> threads;
    BOOST_DESCRIBE_CLASS(Cpu, (Base), (threads), (), ())

    /// A fence drains the store buffer, whatever its order.
    using Operation = model::OrderedInstruction<D>;
    static bool issues(const Operation& op, const auto& config) {
        return op.well_formed() && op.block_count() <= 1 && (op.kind != AccessKind::atomic || config.atomics);
    }

    void access(const Operation& op, auto& ctx) {
        CpuThread<D>& thread = threads[op.warp];
        if (thread.load || thread.rmw) return ctx.stall(Outcome::stalled_load);
        if (op.kind == AccessKind::fence) {
            if (!thread.store_buffer.empty()) return ctx.stall(Outcome::stalled_store_buffer);
            ctx.fence_passed(op.warp, op.order);
            return ctx.did(Outcome::cpu_fence);
        }
        op.blocks.each([&](Address<D> a) {
            if (op.kind == AccessKind::load) begin_load(thread, op.warp, a, ctx);
            else if (op.kind == AccessKind::store) commit(thread, op, a, ctx);
            else begin_rmw(thread, op, a, ctx);
        });
    }

    void begin_load(CpuThread<D>& thread, const Thread<D>& t, const Address<D>& a, auto& ctx) {
        const model::Maybe<D, Value<D>> own = thread.forwarded(a);
        if (is_whole(own)) {
            ctx.did(Outcome::forwarded);
            return ctx.load_completed(t, a, *own, 0);
        }
        if (const CpuLine<D>* line = this->lines.find(a)) {
            if (line->waiting()) return ctx.stall(Outcome::stalled_line);
            ctx.did(Outcome::cpu_load_hit);
            return ctx.load_completed(t, a, Base::under(own, *line), 0);
        }
        thread.load = true;
        this->ask(Kind::Read, t, a, ctx);
        ctx.did(Outcome::cpu_load_miss);
    }
    void commit(CpuThread<D>& thread, const Operation& op, const Address<D>& a, auto& ctx) {
        if (thread.store_buffer.size == ctx.config().buffered) return ctx.stall(Outcome::stalled_store_buffer);
        thread.store_buffer.push({.block = a, .data = op.data});
        ctx.store_issued(op.warp, a, op.data);
        ctx.did(Outcome::committed);
    }
    void begin_rmw(CpuThread<D>& thread, const Operation& op, const Address<D>& a, auto& ctx) {
        if (!thread.store_buffer.empty()) return ctx.stall(Outcome::stalled_store_buffer);
        CpuLine<D>* line = this->lines.find(a);
        if (line && line->waiting()) return ctx.stall(Outcome::stalled_line);
        ctx.store_issued(op.warp, a, op.data);
        if (line && line->writable()) {
            perform_rmw(op.warp, op.data, a, *line, ctx);
            return ctx.did(Outcome::rmw_hit);
        }
        thread.rmw = Buffered<D>{.block = a, .data = op.data};
        this->ask(Kind::RFO, op.warp, a, ctx);
        ctx.did(Outcome::rmw_miss);
    }

    void perform_rmw(const Thread<D>& t, const Value<D>& data, const Address<D>& a, CpuLine<D>& line, auto& ctx) {
        const auto found = model::perform(line.data, data);
        line.state = LineState::modified;
        ctx.load_performed(ctx.core(), t, a, found, 0);
        ctx.store_performed(ctx.core(), t, a, data, 0);
        ctx.load_returned(t, a, found, 0);
        ctx.store_completed(t, a, 0);
    }
    /// Retires the oldest store of the buffer.
    void retire(const Thread<D>& t, CpuLine<D>& line, auto& ctx) {
        const Buffered<D> store = threads[t].store_buffer.pop();
        model::overwrite(line.data, store.data);
        line.state = LineState::modified;
        ctx.store_performed(ctx.core(), t, store.block, store.data, 0);
        ctx.store_completed(t, store.block, 0);
    }

    void read(const Thread<D>& t, const Address<D>& a, const CpuLine<D>& line, auto& ctx) {
        threads[t].load = false;
        ctx.load_completed(t, a, Base::under(threads[t].forwarded(a), line), 0);
        ctx.did(Outcome::cpu_filled);
    }
    void owned(const Thread<D>& t, const Address<D>& a, CpuLine<D>& line, auto& ctx) {
        CpuThread<D>& thread = threads[t];
        if (thread.rmw) {
            const Buffered<D> store = *thread.rmw;
            thread.rmw.reset();
            perform_rmw(t, store.data, a, line, ctx);
            return ctx.did(Outcome::rmw_done);
        }
        retire(t, line, ctx);
        ctx.did(Outcome::retired_on_arrival);
    }

    enum class ActionKind : std::uint8_t { retire, evict, early };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, retire, evict, early)
    struct Action {
        Enum<D, ActionKind> kind{};
        Thread<D> thread{};  // whose store retires
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, thread, block), (), ())
    };
    static bool offers(const Action& action, const auto& config) {
        if (action.kind == ActionKind::retire) return bool(action.block == 0);
        return bool(action.thread == 0) && (action.kind == ActionKind::evict ? config.evictions : config.early);
    }
    static bool fair(const Action& action) { return bool(action.kind == ActionKind::retire); }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    /// Whether a load takes the action that is executed before it commits.
    static bool of_load(ActionKind kind) { return kind == ActionKind::early; }
    /// Whether the thread's last access is still at the ROB's head.
    bool at_rob_head(const Thread<D>& t) const { return threads[t].load || threads[t].rmw; }
    static std::string text(const Action& action) {
        const std::string block = model::name_text(Sort::address, action.block.number);
        if (action.kind == ActionKind::evict) return "evict " + block;
        if (action.kind == ActionKind::early) return "a load asks early for " + block;
        return "W" + std::to_string(action.thread.number) + " retires its oldest store";
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::evict) return this->evict(action.block, ctx);
        if (action.kind == ActionKind::early) return this->ask_early(action.block, ctx);
        const CpuThread<D>& thread = threads[action.thread];
        if (thread.store_buffer.empty()) return ctx.stall(Outcome::nothing_to_do);
        const Address<D> a = thread.store_buffer.front().block;
        CpuLine<D>* line = this->lines.find(a);
        if (line && line->waiting()) return ctx.stall(Outcome::nothing_to_do);
        if (line && line->writable()) {
            retire(action.thread, *line, ctx);
            return ctx.did(Outcome::retired);
        }
        this->ask(Kind::RFO, action.thread, a, ctx);
        ctx.did(Outcome::requested_ownership);
    }

    bool idle() const {
        bool idle = true;
        for (const CpuThread<D>& thread : threads.items) idle = idle && thread.idle();
        return idle;
    }
};

}  // namespace tandem::apu
