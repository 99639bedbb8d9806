// A CPU of one thread: its window, its caches, and the protocol's node of this core (lsc.txt, 2.1).
//
// An instruction commits in its turn. An access is handed to the text when it is at the ROB's head, and the text says when it has
// committed: what may overtake what is the text's alone. The text's own actions, such as a store buffer's, are taken as soon as
// they are possible. A load asks for its block when it is fetched and misses; what is lost before it commits it asks for again.
// The clock is `steps` times the machine's, so a cycle has so many steps, and messages come and go once a cycle.
//
// The text's cache is the second one. The first has tags alone here, and decides the latency of a hit.
#pragma once

#include "perfsim/cpu_window.hpp"
#include "perfsim/node_runner.hpp"

namespace tandem::perfsim {

template <class P>
class CpuCore {
public:
    using Node = CpuNode<P>;
    using Operation = typename Node::Operation;
    using Action = typename Node::Action;
    using Message = typename P::Message;
    using Context = TimedContext<P, CpuCore>;

    CpuCore(Shared<P>& shared, int index)
        : window(shared.machine, synchronization(), shared.clock),
          shared_(shared),
          index_(index),
          steps_(shared.machine.cpus.steps) {
        const auto& cpus = shared.machine.cpus;
        const int block = shared.machine.blocks.bytes;
        const int cores = shared.config.shape[model::Sort::core];
        furnish(node, cores, 1, shared.memory.image, cpus.bytes / block / cpus.ways, cpus.ways, 1);
        node.start(shared.config, {});
        first_.configure(cpus.l1_bytes / block / cpus.l1_ways, cpus.l1_ways, 1);
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<ActionKind>>([&](auto d) {
            if (Node::of_load(d.value) && !Node::offers(action(d.value, 1), shared.config)) return;
            (Node::of_load(d.value)                             ? early_
             : Node::unit(d.value) == model::Unit::replacement ? replacement_
                                                                : own_)
                .push_back(d.value);
        });
    }

    void start(const Launch& launch, const char* name) {
        account();
        window.start(launch.cpu_kernel, name, index_, launch.cpu_threads);
        running_ = true;
        shared_.clock.wake(shared_.cpu_part(index_), shared_.clock.now() + 1);
    }

    void step() {
        account();
        bool changed = receive();
        for (int i = 0; i < steps_; ++i) changed |= step_at(Step(shared_.clock.now()) * steps_ + i);
        make_room();
        accounted_ = shared_.clock.now() + 1;
        full_ = window.full();
        running_ = window.running();
        sleep(changed);
    }
    /// Counts the steps up to now in which nothing happened.
    void account() {
        const Cycle now = shared_.clock.now();
        if (running_ && now > accounted_) {
            const auto steps = static_cast<std::uint64_t>(now - accounted_) * static_cast<std::uint64_t>(steps_);
            counts.steps += steps;
            counts.no_commit += steps;
            if (full_) counts.full += steps;
        }
        accounted_ = std::max(accounted_, now);
    }
    bool quiet() const { return !window.running() && node.idle(); }
    /// Gives up each line that it can. Returns whether there was one.
    bool write_back() {
        std::vector<Block> lines;
        node.lines.each([&](Block a, const auto&) { lines.push_back(a); });
        bool any = false;
        for (const Block a : lines) any |= evict(a);
        return any;
    }

    // ---- for the context
    void post(int kind, int to, Message&& message) {
        auto& network = shared_.network;
        network.send(kind == memory_kind<P> ? network.cpus_to_memory : network.cpus_to_pool, index_, to, std::move(message));
    }
    int index() const { return index_; }
    int receivers(int kind) const { return kind == memory_kind<P> || (has_pool<P> && kind == pool_kind<P>) ? 1 : 0; }
    void memory_read(Block) {}
    void load_completed(WarpName w, Block a, const Value& data) {
        if (w.number != 0 || window.empty() || !window.head().load || window.head().block != a.number) [[unlikely]]
            throw model::TextError("completes a load of block " + std::to_string(a.number) + " by thread " +
                                   std::to_string(w.number) + ", which is not at the head of its CPU's window");
        window.answered(window.head(), data);
    }
    void store_completed(WarpName, Block) {}

    Node node;
    CpuWindow window;
    CpuCounts counts;

private:
    using ActionKind = std::decay_t<decltype(Action{}.kind)>;

    static SynchronizationKind synchronization() {
        return {.scoped = false, .acquires_apart = false, .ordered_fences = requires(Operation op) { op.order; }};
    }
    int core() const { return shared_.machine.sms.count + index_; }

    /// Takes in as many messages of each sender as it has steps.
    bool receive() {
        auto& network = shared_.network;
        bool any = false;
        for (int i = 0; i < steps_ && network.memory_to_cpus.arrived(index_); ++i, any = true)
            take_in(network.memory_to_cpus, memory_kind<P>);
        if constexpr (has_pool<P>)
            for (int i = 0; i < steps_ && network.pool_to_cpus.arrived(index_); ++i, any = true)
                take_in(network.pool_to_cpus, pool_kind<P>);
        return any;
    }
    void take_in(Direction& from, int from_kind) {
        auto& arrived = shared_.network.take(from, index_);
        const Message& message = arrived.message;
        Context ctx(shared_, *this, core(), -1);
        run_handler(name_, index_, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) [[unlikely]]
            throw TextFailure(std::string("the simulated machine has no place for a message that a CPU stalls, as ") + name_ +
                              " " + std::to_string(index_) + " does with " + told(message) +
                              ": keep it until it can be answered");
        done(ctx, message.address);
        if (const auto* line = node.lines.find(message.address); from_kind == memory_kind<P> && line && !line->waiting())
            std::erase(asked_early_, message.address.number);
        if (shared_.observer) shared_.observer->received({from_kind, arrived.from, index_}, message, node);
        shared_.network.release(arrived);
    }
    /// After each event.
    void done(Context& ctx, Block a) {
        ctx.count();
        if constexpr (!clears_unused<P>) clear_unused_of(node, a, ctx.every_block);
        if (!node.lines.find(a)) first_.drop(a);
        may_act_ = may_retry_ = true;
    }

    /// Returns whether anything happened.
    bool step_at(Step now) {
        bool acted = false;
        if (may_act_) {
            may_act_ = false;
            for (const auto kind : own_) acted |= network_has_room() && act(kind, {});
        }
        acted |= ask_early(now);
        const int committed = commit(now);
        const auto bytes = shared_.memory.image.size() * static_cast<std::uint64_t>(shared_.machine.blocks.bytes);
        const int fetched = window.fetch(now, bytes, [&](const CpuInstruction& i) { return look_up(i, now); });
        if (running_) {
            ++counts.steps;
            counts.no_commit += committed == 0;
            counts.full += committed == 0 && window.full();
        }
        return acted || committed > 0 || fetched > 0;
    }
    int commit(Step now) {
        int left = shared_.machine.cpus.width;
        while (left > 0 && !window.empty()) {
            CpuInstruction& head = window.head();
            if (head.ready > now || (head.memory && !has_committed(head))) break;
            left -= head.count;
            count(head);
            window.commit();
        }
        return shared_.machine.cpus.width - left;
    }
    void count(const CpuInstruction& i) {
        counts.instructions += static_cast<std::uint64_t>(i.count);
        if (!i.memory) return;
        switch (i.access) {
            case model::AccessKind::load: ++counts.loads; break;
            case model::AccessKind::store: ++counts.stores; break;
            case model::AccessKind::atomic: ++counts.atomics; break;
            case model::AccessKind::fence: ++counts.fences; break;
        }
    }
    /// The access at the ROB's head, which is handed to the text if it was not yet.
    bool has_committed(CpuInstruction& head) {
        if (!head.accepted) {
            if (!may_retry_ || !network_has_room()) return false;
            head.accepted = access(head);
            if (!head.accepted) return may_retry_ = false;
        }
        return !head.load && !node.at_rob_head(WarpName(0));
    }
    bool access(CpuInstruction& head) {
        Operation op;
        op.kind = head.access;
        op.data = head.data;
        if constexpr (requires { op.order; }) op.order = head.order;
        const Block a(head.block);
        if (head.access == model::AccessKind::fence) {
            if (!Node::issues(op, shared_.config)) return true;  // nothing that the text knows
        } else {
            op.blocks.insert(a);
        }
        Context ctx(shared_, *this, core(), -1);
        run_handler(name_, index_, "access", shared_.clock.now(), op, [&] { node.access(op, ctx); });
        if (ctx.stalled) return false;
        done(ctx, a);
        node.lines.touch(a);
        if (shared_.observer) shared_.observer->accessed_by_cpu(index_, op, node);
        return true;
    }
    static Action action(ActionKind kind, Block a) {
        Action action;
        action.kind = kind;
        action.block = a;
        return action;
    }
    bool act(ActionKind kind, Block a) {
        const Action action = this->action(kind, a);
        Context ctx(shared_, *this, core(), -1);
        run_handler(name_, index_, "act", shared_.clock.now(), action, [&] { node.act(action, ctx); });
        if (ctx.stalled) return false;
        done(ctx, a);
        if (shared_.observer) shared_.observer->acted(index_, action, node);
        return true;
    }
    /// Loads of the window ask for their blocks, in the order in which it is known that the caches have none.
    bool ask_early(Step now) {
        bool any = false;
        while (!missing_.empty() && missing_.front().since <= now) {
            const Block a = missing_.front().block;
            if (static_cast<int>(asked_early_.size()) == shared_.machine.cpus.mshr_entries || !network_has_room()) break;
            missing_.pop();
            for (const auto kind : early_)
                if (act(kind, a)) {
                    asked_early_.push_back(a.number);
                    ++counts.early;
                    any = true;
                }
        }
        return any;
    }
    bool evict(Block a) {
        for (const auto kind : replacement_)
            if (network_has_room() && act(kind, a)) {
                first_.drop(a);
                ++counts.evictions;
                return true;
            }
        return false;
    }
    /// For each line that waits for a way of its set, one line leaves.
    void make_room() {
        if (!node.lines.settled()) node.lines.settle([&](Block victim) { return evict(victim); });
    }
    /// The number of steps until a load finds its block, if it is in a cache; else that until it is known that it is not.
    int look_up(const CpuInstruction& load, Step now) {
        const Block a(load.block);
        const auto& cpus = shared_.machine.cpus;
        const bool hit = first_.find(a) && node.lines.find(a);
        counts.first_cache_hits += hit;
        if (!node.lines.find(a) && !early_.empty()) missing_.push({a, now + cpus.latency});
        first_.place(a);
        first_.touch(a);
        first_.settle([this](Block victim) { return first_.drop(victim), true; });
        return hit ? cpus.l1_latency : cpus.latency;
    }
    /// Whether the network takes a message to each receiver; if not, this is woken when it does.
    bool network_has_room() {
        auto& network = shared_.network;
        if (network.cpus_to_memory.room(index_) && (!has_pool<P> || network.cpus_to_pool.room(index_))) return true;
        may_act_ = may_retry_ = true;
        if (!network.cpus_to_memory.room(index_)) network.cpus_to_memory.await_room(index_);
        else network.cpus_to_pool.await_room(index_);
        return false;
    }

    void sleep(bool changed) {
        const auto& network = shared_.network;
        const Cycle now = shared_.clock.now();
        Cycle next = changed || may_act_ ? now + 1 : never;  // an access that has not committed may make an action possible
        if (!missing_.empty() && static_cast<int>(asked_early_.size()) < shared_.machine.cpus.mshr_entries)
            next = std::min(next, std::max(now + 1, Cycle(missing_.front().since / steps_)));
        next = std::min(next, std::max(now + 1, network.memory_to_cpus.next_arrival(index_)));
        if constexpr (has_pool<P>) next = std::min(next, std::max(now + 1, network.pool_to_cpus.next_arrival(index_)));
        if (const Step step = window.next(Step(now) * steps_ + steps_ - 1); step != never)
            next = std::min(next, std::max(now + 1, Cycle(step / steps_)));
        if (next != never) shared_.clock.wake(shared_.cpu_part(index_), next);
    }

    static inline const char* const name_ = model::name_of(static_cast<typename P::NodeKind>(cpu_kind<P>));
    struct Tag {};
    Shared<P>& shared_;
    int index_, steps_;
    Cache<Tag> first_;  // which blocks the first cache has
    boost::container::small_vector<ActionKind, 4> own_, replacement_, early_;
    struct Missing {
        Block block{};
        Step since = 0;  // when it is known that no cache has it
    };
    Ring<Missing> missing_;                    // blocks of loads in the window
    std::vector<std::uint32_t> asked_early_;   // that have not come
    bool may_act_ = false, may_retry_ = true;  // something has happened since the last time that it could not
    bool running_ = false, full_ = false;      // since `accounted_`
    Cycle accounted_ = 0;
};

/// In place of the CPUs that a protocol does not have.
struct NoCpu {
    void account() {}
    CpuCounts counts;
};
template <class P, bool any>
struct CpusOrNone {
    using type = NoCpu;
};
template <class P>
struct CpusOrNone<P, true> {
    using type = CpuCore<P>;
};
template <class P> using CpusOf = typename CpusOrNone<P, has_cpus<P>>::type;

}  // namespace tandem::perfsim
