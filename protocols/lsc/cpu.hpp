// A CPU core with its mutex manager (lsc.txt, 6.2 and 6.3, Fig. 9a and 10): commit under the shadow of a store miss.
//
// The numbers are those of Fig. 10. The CMM's structures belong to a thread here, like the store buffer. An instruction that
// waits at the ROB's head waits while the store buffer holds anything, and asks for its mutex once a store is known to miss. If
// stores wait for their mutexes (a repair) it asks when the youngest store has its mutex. Otherwise two cores could each hold for
// a load what the other's store waits for. A read-modify-write waits until the store buffer has drained. Then it "is treated as a
// write operation" (7) that stays at the ROB's head until it is performed.
#pragma once

#include "model/warp_instruction.hpp"
#include "protocols/apu/cpu_cache.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

template <class D>
struct Buffered {
    Address<D> block{};
    Value<D> data{};
    Flag<D> in_mrf{};
    Flag<D> atomic{};  // a read-modify-write
    BOOST_DESCRIBE_CLASS(Buffered, (), (block, data, in_mrf, atomic), (), ())
};

/// An entry of the mutex request FIFO.
template <class D>
struct MrfEntry {
    Address<D> mutex{};
    Flag<D> store{};
    BOOST_DESCRIBE_CLASS(MrfEntry, (), (mutex, store), (), ())
};

/// An entry of the mutex vector.
template <class D>
struct VectorEntry {
    Enum<D, MutexStatus> status{};
    model::Counter<D, 7> requests{};  // 3 bits (Table 3)
    BOOST_DESCRIBE_CLASS(VectorEntry, (), (status, requests), (), ())
};

/// The instruction at the ROB's head, which cannot commit yet.
template <class D>
struct Head {
    Flag<D> store{};
    Address<D> block{};
    Value<D> data{};
    Flag<D> atomic{};   // a read-modify-write
    Flag<D> asked{};    // for its mutex
    Flag<D> fetches{};  // a load that may commit, or a read-modify-write, and waits for its block
    BOOST_DESCRIBE_CLASS(Head, (), (store, block, data, atomic, asked, fetches), (), ())

    void clear_unused() {
        if (!(store || atomic) || fetches) data = {};
    }
};

template <class D>
struct CpuThread {
    model::Maybe<D, Head<D>> head;
    model::Fifo<D, Buffered<D>, apu::most_buffered> store_buffer;
    model::Fifo<D, MrfEntry<D>, most_entries> mrf;
    model::Counter<D, most_entries> entered{};  // the MRF since it was empty, where it must drain
    model::Array<D, Sort::address, VectorEntry<D>> mutexes;
    BOOST_DESCRIBE_CLASS(CpuThread, (), (head, store_buffer, mrf, entered, mutexes), (), ())

    bool holds(const Address<D>& mutex) const {
        return bool(mutexes[mutex].status == MutexStatus::acquired);
    }
    /// Whether the MRF takes another entry.
    bool takes_more(const Config& config) const {
        return config.mrf_drains ? bool(entered < config.mrf) : bool(mrf.size < config.mrf);
    }
    /// Whether the mutex's request count takes another.
    bool counts_more(const Address<D>& mutex, const Config& config) const {
        return config.full_count != FullCount::head_waits || config.counts >= config.mrf ||
               bool(mutexes[mutex].requests != config.counts);
    }
    bool idle() const {
        bool idle = !head && store_buffer.empty();
        for (const VectorEntry<D>& entry : mutexes.items) idle = idle && entry.status == MutexStatus::invalid;
        return idle;
    }
};

template <class D>
struct Cpu : apu::CpuCache<Cpu<D>, D, Words> {
    using Kind = MessageKind;
    using Base = apu::CpuCache<Cpu, D, Words>;
    using Line = apu::CpuLine<D>;
    model::Array<D, Sort::thread, CpuThread<D>> threads;
    BOOST_DESCRIBE_CLASS(Cpu, (Base), (threads), (), ())

    using Operation = model::WarpInstruction<D>;
    static bool issues(const Operation& op, const Config& config) {
        return op.well_formed() && op.block_count() == 1 && op.kind != AccessKind::fence &&
               (op.kind != AccessKind::atomic || config.atomics);
    }

    void access(const Operation& op, auto& ctx) {
        CpuThread<D>& thread = threads[op.warp];
        if (thread.head) return ctx.stall(Outcome::stalled_order);
        Head<D> head;
        head.store = op.kind == AccessKind::store;
        head.atomic = op.kind == AccessKind::atomic;
        head.data = op.data;
        op.blocks.each([&](Address<D> a) { head.block = a; });
        if (head.store || head.atomic) ctx.store_issued(op.warp, head.block, head.data);
        else ctx.load_issued(op.warp, head.block);
        thread.head = head;
        if (thread.store_buffer.empty() && can_commit(thread, head)) return commit(thread, op.warp, ctx);
        ctx.did(Outcome::at_rob_head);
    }

    /// The stores in the buffer to this block, the younger over the older.
    static model::Maybe<D, Value<D>> forwarded(const CpuThread<D>& thread, const Address<D>& block) {
        model::Maybe<D, Value<D>> data;
        for (std::size_t i = 0; i < thread.store_buffer.size.index(); ++i)
            if (thread.store_buffer.items[i].block == block) apu::add_younger(data, thread.store_buffer.items[i].data);
        return data;
    }
    /// A load whose whole block is forwarded does not wait behind another request for it.
    bool can_commit(const CpuThread<D>& thread, const Head<D>& head) const {
        if (head.store || head.atomic || apu::is_whole(forwarded(thread, head.block))) return true;
        const Line* line = this->lines.find(head.block);
        return !line || !line->waiting();
    }

    /// (9). The instruction and the youngest store have their mutexes, or no store is pending.
    void commit(CpuThread<D>& thread, const Thread<D>& t, auto& ctx) {
        const Head<D> head = *thread.head;
        if (head.store || head.atomic) {
            Buffered<D> store{.block = head.block, .data = head.data, .in_mrf = head.asked, .atomic = head.atomic};
            if (!head.asked && ctx.config().every_store && ctx.config().asks()) {  // the buffer is empty, and so is the MRF
                request(thread, t, head.block, true, ctx);
                store.in_mrf = true;
            }
            thread.store_buffer.push(store);
            if (head.atomic) thread.head.item.fetches = true;
            else thread.head.reset();
            return ctx.did(Outcome::committed);
        }
        const model::Maybe<D, Value<D>> own = forwarded(thread, head.block);
        const Line* line = this->lines.find(head.block);
        if (!thread.store_buffer.empty()) ctx.did(Outcome::load_early);
        if (!apu::is_whole(own) && !line) {
            thread.head.item.fetches = true;
            this->ask(Kind::Read, t, head.block, ctx);
            return ctx.did(Outcome::cpu_load_miss);
        }
        ctx.load_completed(t, head.block, apu::is_whole(own) ? *own : Base::under(own, *line), 0);
        ctx.did(apu::is_whole(own) ? Outcome::forwarded : Outcome::cpu_load_hit);
        thread.head.reset();
    }

    /// (2) or (6), then (3) to (5).
    void request(CpuThread<D>& thread, const Thread<D>& t, const Address<D>& a, Flag<D> store, auto& ctx) {
        const Address<D> mutex = ctx.config().mutex_of(a);
        if (ctx.config().mrf_drains) thread.entered += 1;
        thread.mrf.push({.mutex = mutex, .store = store});
        VectorEntry<D>& entry = thread.mutexes[mutex];
        if (entry.status == MutexStatus::invalid) {
            entry.status = MutexStatus::requested;
            ctx.send(NodeKind::pool, 0, {.kind = Kind::MuReq, .address = mutex, .core = ctx.core(), .wavefront = t});
        }
        const Config& config = ctx.config();
        if (config.full_count != FullCount::head_waits && entry.requests == config.counts)
            entry.requests = config.full_count == FullCount::wraps ? 0 : config.counts;
        else
            entry.requests += 1;
        ctx.did(Outcome::rob_asks);
    }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind != Kind::MuAck) return Base::receive(m, ctx);
        CpuThread<D>& thread = threads[m.wavefront];
        VectorEntry<D>& entry = thread.mutexes[m.address];
        if (entry.requests == 0 && ctx.config().late_mutexes == LateMutexes::given_back) return release(thread, m.address, ctx);
        entry.status = MutexStatus::acquired;  // (7), (8)
        ctx.did(Outcome::mutex_acquired);
    }
    void read(const Thread<D>& t, const Address<D>& a, const Line& line, auto& ctx) {
        threads[t].head.reset();
        ctx.load_completed(t, a, Base::under(forwarded(threads[t], a), line), 0);
        ctx.did(Outcome::cpu_filled);
    }
    void owned(const Thread<D>& t, const Address<D>& a, Line& line, auto& ctx) {
        CpuThread<D>& thread = threads[t];
        if (ctx.config().stores_wait && !has_mutex(thread, a, ctx)) return ctx.did(Outcome::awaits_mutex);
        retire(thread, t, line, ctx);
    }
    bool has_mutex(const CpuThread<D>& thread, const Address<D>& a, auto& ctx) const {
        return !thread.store_buffer.front().in_mrf || thread.holds(ctx.config().mutex_of(a));
    }

    /// (10) to (16). Entries of loads go with the store that they follow. The next store has not retired, since the buffer is in
    /// order.
    void retire(CpuThread<D>& thread, const Thread<D>& t, Line& line, auto& ctx) {
        const Buffered<D> store = thread.store_buffer.pop();
        line.state = apu::LineState::modified;
        if (store.atomic) {
            perform_rmw(t, store, line, ctx);
            thread.head.reset();
        } else {
            model::overwrite(line.data, store.data);
            ctx.store_performed(ctx.core(), t, store.block, store.data, 0);
        }
        ctx.store_completed(t, store.block, 0);
        ctx.did(Outcome::retired);
        if (!store.in_mrf) return;
        pop(thread, ctx);
        for (int more = 1; more < ctx.config().mrf && !thread.mrf.empty() && !thread.mrf.front().store; ++more) pop(thread, ctx);
        if (!thread.mrf.empty()) return;
        thread.entered = 0;
        if (thread.head) thread.head.item.asked = false;
    }
    void perform_rmw(const Thread<D>& t, const Buffered<D>& rmw, Line& line, auto& ctx) {
        const auto found = model::perform(line.data, rmw.data);
        ctx.load_performed(ctx.core(), t, rmw.block, found, 0);
        ctx.store_performed(ctx.core(), t, rmw.block, rmw.data, 0);
        ctx.load_returned(t, rmw.block, found, 0);
    }
    void pop(CpuThread<D>& thread, auto& ctx) {
        const MrfEntry<D> entry = thread.mrf.pop();
        VectorEntry<D>& mutex = thread.mutexes[entry.mutex];
        const Config& config = ctx.config();
        if (config.full_count != FullCount::head_waits && mutex.requests == 0)
            mutex.requests = config.full_count == FullCount::wraps ? config.counts : 0;
        else
            mutex.requests -= 1;
        if (mutex.requests == 0 && mutex.status == MutexStatus::acquired) release(thread, entry.mutex, ctx);
    }
    void release(CpuThread<D>& thread, const Address<D>& mutex, auto& ctx) {  // (12)
        thread.mutexes[mutex].status = MutexStatus::invalid;
        ctx.send(NodeKind::pool, 0, {.kind = Kind::MuRel, .address = mutex});
        ctx.did(Outcome::mutex_released);
    }

    enum class ActionKind : std::uint8_t { rob, retire, evict, early };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, rob, retire, evict, early)
    struct Action {
        Enum<D, ActionKind> kind{};
        Thread<D> thread{};
        Address<D> block{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, thread, block), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::evict) return bool(action.thread == 0) && config.evictions;
        if (action.kind == ActionKind::early) return bool(action.thread == 0) && config.early;
        return bool(action.block == 0);
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict && action.kind != ActionKind::early; }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    /// Whether a load takes the action that is executed before it commits.
    static bool of_load(ActionKind kind) { return kind == ActionKind::early; }
    /// Whether the thread's last access is still at the ROB's head.
    bool at_rob_head(const Thread<D>& t) const { return bool(threads[t].head); }
    static std::string text(const Action& action) {
        const std::string block = model::name_text(Sort::address, action.block.number);
        if (action.kind == ActionKind::evict) return "evict " + block;
        if (action.kind == ActionKind::early) return "a load asks early for " + block;
        const std::string thread = "W" + std::to_string(action.thread.number);
        return thread + (action.kind == ActionKind::rob ? ": the instruction at the ROB's head" : ": the oldest store");
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::evict) return this->evict(action.block, ctx);
        if (action.kind == ActionKind::early) return this->ask_early(action.block, ctx);
        CpuThread<D>& thread = threads[action.thread];
        if (action.kind == ActionKind::rob) return rob(thread, action.thread, ctx);
        oldest(thread, action.thread, ctx);
    }

    /// "a memory instruction under the shadow of a store miss is allowed to commit only after (a) the missed store has acquired a
    /// mutex and (b) the committing memory instruction has acquired a mutex" (6.2).
    void rob(CpuThread<D>& thread, const Thread<D>& t, auto& ctx) {
        if (!thread.head || (*thread.head).fetches || !can_commit(thread, *thread.head)) return ctx.stall(Outcome::nothing_to_do);
        const Head<D> head = *thread.head;
        if (thread.store_buffer.empty()) return commit(thread, t, ctx);
        if (head.atomic) return ctx.stall(Outcome::nothing_to_do);
        const Address<D> youngest = thread.store_buffer.items[thread.store_buffer.size.index() - 1].block;
        const bool youngest_has = thread.holds(ctx.config().mutex_of(youngest));
        if (!head.asked) {
            const bool shadow = !thread.mrf.empty() || ctx.config().shadow == Shadow::of_any_store;
            if (!shadow || !thread.takes_more(ctx.config()) ||
                !thread.counts_more(ctx.config().mutex_of(head.block), ctx.config()) ||
                (ctx.config().one_by_one(true) && !youngest_has))
                return ctx.stall(Outcome::nothing_to_do);
            thread.head.item.asked = true;
            return request(thread, t, head.block, head.store, ctx);
        }
        const bool room = !head.store || bool(thread.store_buffer.size != ctx.config().buffered);
        if (!room || !youngest_has || !thread.holds(ctx.config().mutex_of(head.block))) return ctx.stall(Outcome::nothing_to_do);
        commit(thread, t, ctx);
    }

    /// (1): "The store buffer issues a store to cache and the cache notifies if the store is a miss."
    void oldest(CpuThread<D>& thread, const Thread<D>& t, auto& ctx) {
        if (thread.store_buffer.empty()) return ctx.stall(Outcome::nothing_to_do);
        const Address<D> a = thread.store_buffer.front().block;
        Line* line = this->lines.find(a);
        if (line && line->waiting()) return ctx.stall(Outcome::nothing_to_do);
        if (line && line->writable()) {
            if (ctx.config().stores_wait && !has_mutex(thread, a, ctx)) return ctx.stall(Outcome::nothing_to_do);
            return retire(thread, t, *line, ctx);
        }
        if (ctx.config().asks() && !thread.store_buffer.front().in_mrf) {
            thread.store_buffer.items[0].in_mrf = true;
            request(thread, t, a, true, ctx);
        }
        this->ask(Kind::RFO, t, a, ctx);
        ctx.did(Outcome::requested_ownership);
    }

    bool idle() const {
        bool idle = true;
        for (const CpuThread<D>& thread : threads.items) idle = idle && thread.idle();
        return idle;
    }
};

}  // namespace tandem::lsc
