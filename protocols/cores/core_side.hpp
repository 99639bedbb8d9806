// A core's side of its cluster's cache: the treatment of an access before the cache gets it, under each consistency model of the
// paper (choices.hpp).
//
// It is a node around a cache that performs its core's accesses (protocols/baseline/core_cache.hpp), independent of how that
// cache is kept coherent. It asks whether a line accepts an access, and which access waits. A store is performed when the cache
// performs it, so stores are atomic. In hardware these are the parts of Fig. 6: MSHRs that a thread waits for, a FIFO write
// buffer, a CAM of stores. With load reordering a load that its line cannot take now waits here, and is retried; younger loads
// may pass it.
#pragma once

#include "protocols/baseline/core_cache.hpp"
#include "protocols/cores/choices.hpp"

namespace tandem::cores {

using model::AccessKind, model::Address, model::Enum, model::Flag, model::Sort, model::Thread, model::Value;

/// A store in a write buffer, or a load that waits for a retry.
template <class D>
struct Waiting {
    Enum<D, AccessKind> kind{};
    Thread<D> thread{};
    Address<D> block{};
    Value<D> data{};  // of a store
    Flag<D> asked{};  // the cache has begun it
    BOOST_DESCRIBE_CLASS(Waiting, (), (kind, thread, block, data, asked), (), ())

    model::WarpInstruction<D> instruction() const {
        model::WarpInstruction<D> op{.kind = kind, .warp = thread, .blocks = {}, .data = data};
        op.blocks.insert(block);
        return op;
    }
};

template <class D>
using Queue = model::Fifo<D, Waiting<D>, most_waiting>;

template <class D, class Cache, class Outcome>
struct CoreSide : Cache {
    using Message = typename Cache::Message;
    using Operation = typename Cache::Operation;
    model::Array<D, Sort::thread, Queue<D>> queues;  // of each thread: its write buffer, or its loads that wait
    Queue<D> shared;                                 // a write buffer of all threads
    // lanes that have issued the warp's present instruction, while others have not
    model::Set<D, Sort::thread> ahead;
    BOOST_DESCRIBE_CLASS(CoreSide, (Cache), (queues, shared, ahead), (), ())

    bool idle() const {
        bool idle = Cache::idle() && shared.empty();
        for (const Queue<D>& queue : queues.items) idle = idle && queue.empty();
        return idle;
    }
    static bool issues(const Operation& op, const auto& config) { return Cache::issues(op, config); }
    /// Whether a thread may have several accesses to one block under way.
    static bool overlaps(const auto& config) { return config.buffered() || config.reorders_loads(); }
    /// A lane waits for the others of its warp, which need not issue anything.
    static bool certain(const Operation&, const auto& config) { return config.lanes_go == Lanes::apart; }

    // ---- accesses

    void access(const Operation& op, auto& ctx) {
        if (ctx.config().lanes_go == Lanes::in_step && !lane_may_issue(op.warp, ctx))
            return ctx.stall(Outcome::stalled_warp_busy);
        const UnderWay mine = under_way_of(op);
        if (waits_for_loads(op.kind, ctx) && mine.reads) return ctx.stall(Outcome::stalled_warp_busy);
        if (op.kind != AccessKind::fence && ctx.config().side == Side::scsimple && mine.writes) return ctx.stall(Outcome::stalled_warp_busy);
        bool accepted = true;
        if (op.kind == AccessKind::fence) accepted = fence(op.warp, mine, ctx);
        else if (op.kind == AccessKind::load) accepted = load(op, mine, ctx);
        else if (op.kind == AccessKind::store && ctx.config().buffered()) accepted = buffer(op, ctx);
        else accepted = write(op, mine, ctx);
        if (accepted && ctx.config().lanes_go == Lanes::in_step) lane_has_issued(op.warp, ctx);
    }

private:
    /// A thread's accesses under way in the cache, and here.
    struct UnderWay {
        bool reads = false, writes = false;    // atomics are both
        bool reads_block = false, writes_block = false;  // a block that the instruction names
    };
    UnderWay under_way_of(const Operation& op) const {
        UnderWay mine;
        const auto note = [&](AccessKind kind, bool same_block) {
            if (kind != AccessKind::store) mine.reads = true, mine.reads_block |= same_block;
            if (kind != AccessKind::load) mine.writes = true, mine.writes_block |= same_block;
        };
        this->lines.each([&](Address<D> a, const auto& line) {
            if (line.waiting() && line.access.warp == op.warp)
                note(model::enumerator(line.access.kind), bool(op.blocks.contains(a)));
        });
        each(queues[op.warp], [&](const Waiting<D>& w) { note(model::enumerator(w.kind), bool(op.blocks.contains(w.block))); });
        each(shared, [&](const Waiting<D>& w) {
            if (w.thread == op.warp) note(AccessKind::store, bool(op.blocks.contains(w.block)));
        });
        return mine;
    }
    /// "Our MTTOP model has in-order cores that permit only one outstanding load per thread" (6); not with load reordering.
    static bool waits_for_loads(const Enum<D, AccessKind>& kind, auto& ctx) {
        if (kind == AccessKind::fence) return false;  // says so itself
        if (ctx.config().side == Side::rmo_lr_stores) return bool(kind == AccessKind::atomic);
        return ctx.config().side != Side::rmo_lr || kind != AccessKind::load;
    }

    bool fence(const Thread<D>& w, const UnderWay& mine, auto& ctx) {
        const auto& c = ctx.config();
        bool waits = mine.reads && !(c.reorders_loads() && c.fences == FencesWait::for_stores);
        if (c.side == Side::tso) waits = waits || must_drain(w, ctx);
        else if (c.side != Side::scwb) waits = waits || mine.writes;
        if (waits) return refuse(Outcome::stalled_fence, ctx);
        ctx.did(Outcome::fence_passes);
        return true;
    }

    bool load(const Operation& op, const UnderWay& mine, auto& ctx) {
        const auto& c = ctx.config();
        if (c.side == Side::scwb && c.prefetched == Prefetched::read_again && must_drain(op.warp, ctx)) return refuse(Outcome::stalled_buffer, ctx);
        if (c.buffered() && meets_store(op, ctx)) return take_from_buffer(op, ctx);
        if (mine.writes_block) return refuse(Outcome::stalled_same_block, ctx);  // "If a load hits in the CAM, it stalls until the matching store updates the cache" (6.4)
        if (c.reorders_loads() && (mine.reads_block || !open(op))) return pass_or_wait(op, ctx);
        return present(op, ctx);
    }
    bool meets_store(const Operation& op, auto& ctx) {
        bool meets = false;
        op.blocks.each([&](Address<D> a) { meets = meets || youngest(op.warp, a, ctx) != nullptr; });
        return meets;
    }
    /// For loads with some blocks in the write buffer: "the load does not access the write buffer nor may it obtain a stale value
    /// from the cache" (6.3). With forwarding those blocks come from there, and others from the cache. A store to a part of its
    /// block lacks some of the data that the load may read.
    bool take_from_buffer(const Operation& op, auto& ctx) {
        if (ctx.config().side == Side::scwb || ctx.config().forwarding == Forwarding::none)
            return refuse(Outcome::stalled_same_block, ctx);
        bool whole = true;
        op.blocks.each([&](Address<D> a) {
            const Waiting<D>* store = youngest(op.warp, a, ctx);
            whole = whole && (!store || model::covers_block(store->data));
        });
        if (!whole) return refuse(Outcome::stalled_same_block, ctx);
        const Operation rest = part_of(op, [&](const Address<D>& a) { return youngest(op.warp, a, ctx) == nullptr; });
        if (!rest.blocks.empty() && !present(rest, ctx)) return false;
        op.blocks.each([&](Address<D> a) {
            const Waiting<D>* store = youngest(op.warp, a, ctx);
            if (!store) return;
            ctx.did(Outcome::forwarded);
            if (store->thread != op.warp) ctx.load_completed(op.warp, a, store->data, 0);
            else ctx.load_returned(op.warp, a, store->data, 0);  // nothing is performed
        });
        return true;
    }
    /// A load that finds another load of its thread to a block outstanding, or a line that cannot take it: "if an older load
    /// misses and a younger load hits, these loads appear out of order" (7.5).
    bool pass_or_wait(const Operation& op, auto& ctx) {
        const auto may_pass = [&](const Address<D>& a) {
            const auto* line = this->lines.find(a);
            return ctx.config().same_block == SameBlock::any_order && line && line->readable();
        };
        const auto reads = [&](const Address<D>& a) {
            return under_way_of(part_of(op, [&](const Address<D>& other) { return bool(other == a); })).reads_block;
        };
        const Operation again = part_of(op, [&](const Address<D>&a) { return reads(a); }),
                        closed = part_of(op, [&](const Address<D>&a) { return !reads(a) && !open(op, a); });
        Queue<D>& waiting = queues[op.warp];
        int waits = closed.block_count();
        again.blocks.each([&](Address<D> a) { waits += !may_pass(a); });
        if (waiting.size.number + waits > ctx.config().waiting) return refuse(Outcome::stalled_transient, ctx);
        const Operation rest = part_of(op, [&](const Address<D>& a) { return !reads(a) && open(op, a); });
        if (!rest.blocks.empty()) Cache::access(rest, ctx);
        op.blocks.each([&](Address<D> a) {
            if (rest.blocks.contains(a)) return;
            if (again.blocks.contains(a) && may_pass(a)) {
                const Value<D> data = this->lines.find(a)->data;
                ctx.did(Outcome::load_passes);
                ctx.load_performed(ctx.core(), op.warp, a, data, 0);
                return ctx.load_returned(op.warp, a, data, 0);
            }
            waiting.push({.kind = AccessKind::load, .thread = op.warp, .block = a});
            ctx.did(Outcome::load_waits);
        });
        return true;
    }
    /// The same instruction for some of its blocks.
    static Operation part_of(const Operation& op, auto&& includes) {
        Operation part = op;
        part.blocks.clear();
        op.blocks.each([&](Address<D> a) {
            if (includes(a)) part.blocks.insert(a);
        });
        return part;
    }

    /// A store, to a write buffer.
    bool buffer(const Operation& op, auto& ctx) {
        Queue<D>& stores = buffer_of(op.warp, ctx);
        if (stores.size.number + op.block_count() > ctx.config().waiting) return refuse(Outcome::stalled_buffer, ctx);
        op.blocks.each([&](Address<D> a) {
            const Value<D> data = model::part_for(a, op.data);
            stores.push({.kind = AccessKind::store, .thread = op.warp, .block = a, .data = data});
            ctx.store_issued(op.warp, a, data);
        });
        ctx.did(Outcome::buffered);
        return true;
    }
    /// A store or an atomic, to the cache. "The FIFO write buffer must be drained before every atomic instruction" (6.3).
    /// Accesses to one block stay in order.
    bool write(const Operation& op, const UnderWay& mine, auto& ctx) {
        if (ctx.config().buffered() && must_drain(op.warp, ctx)) return refuse(Outcome::stalled_buffer, ctx);
        if (mine.reads_block || mine.writes_block) return refuse(Outcome::stalled_same_block, ctx);
        return present(op, ctx);
    }

    // ---- the cache

    /// Whether the cache would perform or begin it now.
    bool open(const Operation& op) const {
        bool all = true;
        op.blocks.each([&](Address<D> a) { all = all && open(op, a); });
        return all;
    }
    bool open(const Operation& op, const Address<D>& a) const {
        const auto* line = this->lines.find(a);
        return !line || line->accepts(Cache::Access::of(op, a));
    }
    bool present(const Operation& op, auto& ctx) {
        if (!open(op)) return refuse(Outcome::stalled_transient, ctx);
        Cache::access(op, ctx);
        return true;
    }
    static bool refuse(Outcome why, auto& ctx) {
        ctx.stall(why);
        return false;
    }

    // ---- write buffers

    Queue<D>& buffer_of(const Thread<D>& w, auto& ctx) { return ctx.config().shared_buffer() ? shared : queues[w]; }
    /// Whether there is a store that the thread waits for when it waits for the buffer.
    bool must_drain(const Thread<D>& w, auto& ctx) {
        bool found = false;
        each(buffer_of(w, ctx), [&](const Waiting<D>& store) {
            if (store.thread == w || ctx.config().awaits == Awaits::all) found = true;
        });
        return found;
    }
    /// The youngest store to the block in the buffer that matters to a load of the thread, or null.
    const Waiting<D>* youngest(const Thread<D>& w, const Address<D>& a, auto& ctx) {
        const bool others = ctx.config().forwarding == Forwarding::of_everybody ||
                            (ctx.config().forwarding == Forwarding::none && ctx.config().awaits == Awaits::all);
        const Waiting<D>* found = nullptr;
        each(buffer_of(w, ctx), [&](const Waiting<D>& store) {
            if (store.block == a && (others || store.thread == w)) found = &store;
        });
        return found;
    }
    static void each(const Queue<D>& queue, auto&& f) {
        for (std::size_t i = 0; i < queue.size.index(); ++i) f(queue.items[i]);
    }
    /// A store leaves the buffer when it is performed; the next may then ask the cache.
    void leave_if_performed(Queue<D>& stores) {
        if (stores.empty() || !stores.front().asked) return;
        if (!this->under_way(stores.front().thread, stores.front().block)) stores.pop();
    }

public:
    void receive(const Message& m, auto& ctx) {
        Cache::receive(m, ctx);
        for (Queue<D>& queue : queues.items) leave_if_performed(queue);
        leave_if_performed(shared);
    }

    // ---- what happens by itself

    enum class ActionKind : std::uint8_t { evict, answer_deferred, retire, try_again };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict, answer_deferred, retire, try_again)
    struct Action {
        Enum<D, ActionKind> kind{};
        Thread<D> thread{};  // whose store retires, unless the buffer is shared, or whose load is tried again
        Address<D> block{};  // what the cache acts on, or the load reads
        BOOST_DESCRIBE_CLASS(Action, (), (kind, thread, block), (), ())

        bool of_cache() const { return kind == ActionKind::evict || kind == ActionKind::answer_deferred; }
        typename Cache::Action in_cache() const {
            return {.kind = kind == ActionKind::evict ? Cache::ActionKind::evict : Cache::ActionKind::answer_deferred,
                    .block = block};
        }
    };
    static bool offers(const Action& action, const auto& config) {
        if (action.of_cache()) return action.thread == 0 && Cache::offers(action.in_cache(), config);
        if (action.kind == ActionKind::retire)
            return config.buffered() && action.block == 0 && (action.thread == 0 || !config.shared_buffer());
        return config.reorders_loads();
    }
    static bool fair(const Action& action) { return !action.of_cache() || Cache::fair(action.in_cache()); }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static std::string text(const Action& action) {
        if (action.of_cache()) return action.in_cache().text();
        const std::string thread = "W" + std::to_string(action.thread.number);
        if (action.kind == ActionKind::retire) return thread + "'s write buffer retires its oldest store";
        return thread + " tries its load of " + model::name_text(Sort::address, action.block.number) + " again";
    }

    void act(const Action& action, auto& ctx) {
        if (action.of_cache()) return Cache::act(action.in_cache(), ctx);
        if (action.kind == ActionKind::retire) return retire(buffer_of(action.thread, ctx), ctx);
        Queue<D>& waiting = queues[action.thread];
        bool found = false;
        each(waiting, [&](const Waiting<D>& load) { found = found || load.block == action.block; });
        const Operation op = Waiting<D>{.kind = AccessKind::load, .thread = action.thread, .block = action.block}.instruction();
        if (!found || !may_try(op, action.block)) return ctx.stall(Outcome::nothing_to_do);
        take_oldest(waiting, action.block);
        Cache::access(op, ctx);
    }

    // ---- for a simulated machine

    /// Whether an action belongs to a thread; `each_ready` lists those that may be possible.
    static bool of_thread(ActionKind kind) { return kind == ActionKind::retire || kind == ActionKind::try_again; }
    /// Whether a thread may wait for others' accesses under way, so that every event is a reason to retry.
    static bool awaits_others(const auto& config) { return config.shared_buffer(); }
    /// Calls f(action, block) for each of them that would not stall, with its block.
    void each_ready(const auto& config, auto&& f) const {
        const auto store_of = [&](const Queue<D>& stores, const Thread<D>& w) {
            if (may_retire(stores)) f(Action{.kind = ActionKind::retire, .thread = w, .block = {}}, stores.front().block);
        };
        if (config.shared_buffer()) return store_of(shared, 0);
        for (std::size_t w = 0; w < queues.items.size(); ++w) {
            const Queue<D>& queue = queues.items[w];
            if (config.buffered()) store_of(queue, static_cast<int>(w));
            else
                each(queue, [&](const Waiting<D>& load) {
                    if (may_try(load.instruction(), load.block))
                        f(Action{.kind = ActionKind::try_again, .thread = load.thread, .block = load.block}, load.block);
                });
        }
    }
    /// How many accesses wait before the cache, without taking room in it.
    int before_cache() const {
        int waiting = 0;
        const auto count = [&](const Queue<D>& queue) { each(queue, [&](const Waiting<D>& w) { waiting += !w.asked; }); };
        count(shared);
        for (const Queue<D>& queue : queues.items) count(queue);
        return waiting;
    }

private:
    /// "The FIFO write buffer": one store at a time, in program order.
    bool may_retire(const Queue<D>& stores) const {
        return !stores.empty() && !stores.front().asked && open(stores.front().instruction());
    }
    /// A waiting load follows its thread's older load to the same block.
    bool may_try(const Operation& load, const Address<D>& a) const { return open(load) && !this->under_way(load.warp, a); }

    void retire(Queue<D>& stores, auto& ctx) {
        if (!may_retire(stores)) return ctx.stall(Outcome::nothing_to_do);
        const Operation op = stores.front().instruction();
        ctx.did(Outcome::retires);
        op.blocks.each([&](Address<D> a) { Cache::begin(Cache::Access::of(op, a), a, this->lines.place(a), ctx); });
        stores.items[0].asked = true;
        leave_if_performed(stores);
    }
    static void take_oldest(Queue<D>& waiting, const Address<D>& block) {
        bool taken = false;
        for (int left = waiting.size.number; left > 0; --left) {
            const Waiting<D> load = waiting.pop();
            if (!taken && load.block == block) taken = true;
            else waiting.push(load);
        }
    }

    // ---- lanes

    /// A warp issues an instruction to its lanes when all have finished the one before.
    bool lane_may_issue(const Thread<D>& w, auto& ctx) const {
        if (ahead.contains(w)) return false;
        if (!ahead.empty()) return true;
        bool free = true;
        for (int lane = 0; lane < ctx.config().shape[Sort::thread]; ++lane) {
            Operation next;
            next.warp = lane;
            const UnderWay mine = under_way_of(next);
            if ((mine.reads && !ctx.config().reorders_loads()) || (mine.writes && ctx.config().side == Side::scsimple))
                free = false;
        }
        return free;
    }
    void lane_has_issued(const Thread<D>& w, auto& ctx) {
        ahead.insert(w);
        bool all = true;
        for (int lane = 0; lane < ctx.config().shape[Sort::thread]; ++lane) all = all && ahead.contains(lane);
        if (all) ahead.clear();
    }
};

}  // namespace tandem::cores
