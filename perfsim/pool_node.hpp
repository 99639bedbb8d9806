// A pool of something that cores share, beside the L2 banks. Only cores send to this node, and it answers them; for example, it
// hands out locks.
//
// It takes in one message of an SM and one of a CPU a cycle, from channels that carry nothing else. It has no memory, and does
// nothing by itself.
#pragma once

#include "perfsim/node_runner.hpp"

namespace tandem::perfsim {

template <class P>
class PoolNode {
public:
    using Node = NodeOf<P, pool_kind<P>>;
    using Message = typename P::Message;
    using Context = TimedContext<P, PoolNode>;

    explicit PoolNode(Shared<P>& shared) : shared_(shared) {
        furnish(node, shared.machine.sms.count, shared.machine.sms.warps, shared.memory.image, 1, 1, 1);
        node.start(shared.config, {});
    }

    void step() {
        auto& network = shared_.network;
        if (network.to_pool.arrived(0) && has_room()) receive(network.to_pool, 0);
        if constexpr (has_cpus<P>)
            if (network.cpus_to_pool.arrived(0) && has_room()) receive(network.cpus_to_pool, cpu_kind<P>);
        sleep();
    }

    // ---- for the context
    void post(int to_kind, int to, Message&& message) {
        auto& network = shared_.network;
        network.send(to_kind == 0 ? network.from_pool : network.pool_to_cpus, 0, to, std::move(message));
    }
    int index() const { return 0; }
    int receivers(int to_kind) const {
        return to_kind == 0 ? shared_.machine.sms.count : has_cpus<P> && to_kind == cpu_kind<P> ? shared_.machine.cpus.count : 0;
    }
    void memory_read(Block) {}
    void load_completed(WarpName, Block, const Value&) {}
    void store_completed(WarpName, Block) {}

    Node node;

private:
    /// Whether it may answer anybody, who may be of either kind whoever has sent. If not, it is woken when it may.
    bool has_room() {
        auto& network = shared_.network;
        if (!network.from_pool.room(0)) return network.from_pool.await_room(0), false;
        if (has_cpus<P> && !network.pool_to_cpus.room(0)) return network.pool_to_cpus.await_room(0), false;
        return true;
    }
    void receive(Direction& from, int from_kind) {
        auto& arrived = shared_.network.take(from, 0);
        const Message& message = arrived.message;
        Context ctx(shared_, *this, -1, (from_kind == 0 ? 0 : shared_.machine.sms.count) + arrived.from);
        run_handler(name, 0, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) [[unlikely]]
            throw TextFailure(std::string("the simulated machine has no place for a message that ") + name + " stalls, as " +
                              told(message) + ": let it keep what must wait");
        ctx.count();
        if constexpr (!clears_unused<P>) clear_unused_of(node, message.address, false);
        if (shared_.observer) shared_.observer->received({from_kind, arrived.from, 0}, message, node);
        shared_.network.release(arrived);
    }
    void sleep() {
        auto& network = shared_.network;
        const Cycle next = std::min(network.to_pool.next_arrival(0), network.cpus_to_pool.next_arrival(0));
        if (next <= shared_.clock.now() && !has_room()) return;
        if (next != never) shared_.clock.wake(shared_.pool_part(), std::max(shared_.clock.now() + 1, next));
    }

    static inline const char* const name = model::name_of(static_cast<typename P::NodeKind>(pool_kind<P>));
    Shared<P>& shared_;
};

/// The requirements on a pool's node: it takes in messages, which say which thread an answer is for, and does nothing by itself.
template <class P>
concept IsPool = has_pool<P> && !model::TakesActions<NodeOf<P, pool_kind<P>>> && !takes_operations<NodeOf<P, pool_kind<P>>> &&
    requires(typename P::Message message) { { NodeOf<P, 0>::thread_of(message) } -> std::same_as<WarpName>; };

}  // namespace tandem::perfsim
