// A pool of something that cores share, beside the L2 banks. Only cores send to this node, and it answers them; for example, it
// hands out locks.
//
// It takes in one message a cycle, from channels that carry nothing else. It has no memory, and does nothing by itself.
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
        Direction &requests = shared_.network.to_pool, &answers = shared_.network.from_pool;
        if (!requests.arrived(0)) return sleep();
        if (!answers.room(0)) return answers.await_room(0);
        auto& arrived = shared_.network.take(requests, 0);
        const Message& message = arrived.message;
        Context ctx(shared_, *this, -1, arrived.from);
        run_handler(name, 0, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) [[unlikely]]
            throw TextFailure(std::string("the simulated machine has no place for a message that ") + name + " stalls, as " +
                              told(message) + ": let it keep what must wait");
        ctx.count();
        if constexpr (!clears_unused<P>) clear_unused_of(node, message.address, false);
        if (shared_.observer) shared_.observer->received({0, arrived.from, 0}, message, node);
        shared_.network.release(arrived);
        sleep();
    }

    // ---- for the context
    void post(int, int to, Message&& message) { shared_.network.send(shared_.network.from_pool, 0, to, std::move(message)); }
    int index() const { return 0; }
    int receivers(int to_kind) const { return to_kind == 0 ? shared_.machine.sms.count : 0; }
    void memory_read(Block) {}
    void load_completed(WarpName, Block, const Value&) {}
    void store_completed(WarpName, Block) {}

    Node node;

private:
    void sleep() {
        const Cycle next = shared_.network.to_pool.next_arrival(0);
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
