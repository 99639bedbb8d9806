// The protocol's node of a core, the L1 or its substitute, and the events that the machine triggers there: accesses, answers,
// replacement, and the controller's own actions.
//
// `Owner` is the SM, which is told what is complete and which blocks have seen an event.
#pragma once

#include "perfsim/memory_instruction.hpp"
#include "perfsim/node_runner.hpp"

namespace tandem::perfsim {

/// Whether a core's node has a cache's lines, and whether it has entries for the blocks that loads wait for.
template <class N>
inline constexpr bool keeps_lines = requires(N n) {
    n.lines.has_room(Block{});
};
template <class N>
inline constexpr bool has_mshr_entries = requires(N n, Block a) {
    n.mshr.awaiting();
    n.mshr.find(a)->awaits_data();
};

template <class P, class Owner>
class CoreNode {
public:
    using Node = NodeOf<P, 0>;
    using Operation = typename Node::Operation;
    using Action = typename ActionOf<Node>::type;
    using Message = typename P::Message;
    using Context = TimedContext<P, Owner>;
    static constexpr bool has_lines = keeps_lines<Node>, has_mshr = has_mshr_entries<Node>;
    /// Accesses that wait for a block, and lines that must announce their eviction, stay in the block's line. Such a line is
    /// placed before the block arrives.
    static constexpr bool waits_in_lines = has_lines && !has_mshr;
    /// Whether the node acts for its threads, as a write buffer does, and says which such actions are possible. It then also
    /// decides what a fence waits for.
    static constexpr bool acts_for_threads = requires(Node n, typename P::Config config) {
        n.each_ready(config, [](const Action&, Block) {});
    };
    static constexpr bool holds_writes_back = requires(Node n, typename P::Config config) { n.presses(config); };

    CoreNode(Shared<P>& shared, Owner& owner, int index)
        : shared_(shared), owner_(owner), index_(index), actions_(shared.config, shared.machine.sms.count) {
        const auto& l1 = shared.machine.l1;
        furnish(node, shared.machine.sms.count, shared.machine.sms.warps, shared.memory.image,
                std::max(1, l1.bytes / shared.machine.blocks.bytes / l1.ways / l1.sectors), l1.ways, 1, l1.sectors,
                shared.machine.l2.partitions);
        node.start(shared.config, {});
    }

    /// Takes in one message of a bank, one of another core and one of a pool, if there are any.
    [[gnu::always_inline]] bool receive() {
        bool received = !shared_.network.peers.empty() && receive_from_core();
        if constexpr (has_pool<P>) received |= receive_from_pool();
        Direction& responses = shared_.network.responses;
        if (!responses.arrived(index_)) return received;
        take_in(shared_.network.take(responses, index_), false);
        return true;
    }

    /// An instruction that has its place in the network and the MSHR file; false if it stalls.
    bool access(const Operation& op) {
        Context ctx(shared_, owner_, index_, -1);
        if constexpr (is_scoped<P>) begin_synchronizing(op);
        run_handler(name_, index_, "access", shared_.clock.now(), op, [&] { node.access(op, ctx); });
        possible_in = ctx.possible_in;
        if (ctx.stalled) {
            if constexpr (is_scoped<P>) synchronizing_ &= ~(std::uint64_t(1) << op.warp.index());
            return false;
        }
        ctx.count();
        if constexpr (has_lines) lookups += static_cast<std::uint64_t>(op.blocks.count);
        op.blocks.each([&](Block a) { clear(a, false); });
        if (shared_.observer) shared_.observer->accessed(index_, op, node);
        op.blocks.each([&](Block a) {
            recount(a);
            if constexpr (has_lines) node.lines.touch(a);
            if (!actions_.of_blocks.empty()) to_act_.push(a);
        });
        if constexpr (is_scoped<P> || acts_for_threads) act_for_no_block_ = true;
        return true;
    }
    /// An access of the warp is complete.
    void completed(int warp) { synchronizing_ &= ~(std::uint64_t(1) << warp); }

    /// Takes the possible actions; true if some must wait for room in the network.
    /// The network does not get room within a cycle, so it is asked once a cycle while it has none.
    [[gnu::always_inline]] bool take_actions() {
        if (!wants_to_act()) return false;
        const Cycle now = shared_.clock.now();
        if (no_room_in_ == now) return true;
        const bool left = take_all_actions();
        if (left) no_room_in_ = now;
        return left;
    }
    /// Whether an action is to be taken.
    bool wants_to_act() const { return act_for_no_block_ || !to_act_.empty(); }
    /// Whether an action may become possible without an event here.
    bool waits_to_act() const { return act_for_no_block_ || (is_scoped<P> && !to_act_.empty()); }
    /// Nothing runs on the core any more.
    void end() { act_for_no_block_ |= holds_writes_back; }

    /// Whether its cache stays valid into the next kernel: a text that ensures this itself says so.
    bool stays_coherent() const {
        if constexpr (requires { Node::stays_coherent(shared_.config); }) return Node::stays_coherent(shared_.config);
        else return false;
    }
    /// Otherwise every line is given up at the end of a kernel: `begin_emptying` lists the lines, and `empty` evicts those for
    /// which the network has room. Returns whether it evicted any.
    void begin_emptying() {
        if constexpr (has_lines) node.lines.each([&](Block a, const auto&) { to_evict_.push(a); });
    }
    bool empty() {
        bool any = false;
        while (!to_evict_.empty() && network_has_room()) {
            any |= evict(to_evict_.front());
            to_evict_.pop();
        }
        return any;
    }
    bool is_empty() {
        bool empty = true;
        if constexpr (has_lines) node.lines.each([&](Block, const auto&) { empty = false; });
        return empty;
    }
    /// Lines that found their set full get a way by replacement, if a line there can be given up.
    void make_room() {
        if constexpr (waits_in_lines) {
            if (!node.lines.settled()) node.lines.settle_later([&](Block victim) { return network_has_room() && evict(victim); });
        } else if constexpr (has_lines) {
            node.lines.settle([&](Block victim) { return evict(victim); });
        }
    }

    /// Whether the network takes so many messages to a pool; if not, the SM is woken when it does.
    bool pool_has_room(int messages) {
        Direction& to_pool = shared_.network.to_pool;
        if (!to_pool.room(index_, messages)) return to_pool.await_room(index_, messages), false;
        return true;
    }

    /// Whether the MSHR file has entries for a load; blocks that are uncertain are looked up. Only loads need a place for their
    /// answers. Stores under way are noted in the block, as in write-through caches.
    bool mshr_has_room(MemoryInstruction& p) const {
        if constexpr (has_mshr) {
            const int awaiting = node.mshr.awaiting(), entries = shared_.machine.l1.mshr_entries;
            if (awaiting == 0 || awaiting + p.touched.count <= entries) return true;
            if (shared_.machine.l1.mshr_incremental && awaiting < entries) return true;
            p.counted = true;
            for (; p.unsure != 0; p.unsure &= p.unsure - 1) {
                const std::uint64_t bit = p.unsure & -p.unsure;
                p.needs = needs_entry(Block(p.touched.block[static_cast<std::size_t>(std::countr_zero(bit))])) ? p.needs | bit
                                                                                                               : p.needs & ~bit;
            }
            return awaiting + std::popcount(p.needs) <= entries;
        }
        return true;
    }

    /// Blocks that are waited for, requested or not.
    int awaiting() const {
        if constexpr (has_mshr) return node.mshr.awaiting();
        else return 0;
    }

    /// The same if waiting accesses stay in the lines. As many lines may wait for blocks, or for a way, as the file has entries.
    /// `under_way` accesses to blocks wait.
    bool lines_have_room(const MemoryInstruction& p, int under_way) const {
        const int spilled = node.lines.spilled(), entries = shared_.machine.l1.mshr_entries;
        int awaiting = std::max(under_way, spilled);
        if constexpr (requires { node.before_cache(); })
            if (awaiting + p.touched.count > entries) awaiting = std::max(under_way - node.before_cache(), spilled);
        if (awaiting == 0 || awaiting + p.touched.count <= entries) return true;
        int needs = 0;
        for (int i = 0; i < p.touched.count; ++i) needs += misses(p.kind, Block(p.touched.block[static_cast<std::size_t>(i)]));
        return needs == 0 || awaiting + needs <= entries;
    }

    Node node;
    Cycle possible_in = never;  // if the last access waits for a moment: the first cycle after it
    std::uint64_t lookups = 0, fills = 0, evictions = 0;

private:
    [[gnu::noinline]] bool receive_from_core() {
        Direction& peers = shared_.network.peers;
        if (!peers.arrived(index_)) return false;
        take_in(shared_.network.take(peers, index_), true);
        return true;
    }
    /// A pool's message concerns a thread and no block; the text knows which.
    bool receive_from_pool() {
        Direction& answers = shared_.network.from_pool;
        if (!answers.arrived(index_)) return false;
        auto& arrived = shared_.network.take(answers, index_);
        const Message& message = arrived.message;
        Context ctx(shared_, owner_, index_, -1);
        run_handler(name_, index_, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) [[unlikely]] no_place_for(message);
        ctx.count();
        clear({}, true);
        if (shared_.observer) shared_.observer->received({pool_kind<P>, arrived.from, index_}, message, node);
        owner_.concern_thread(Node::thread_of(message));
        after(ctx);
        shared_.network.release(arrived);
        return true;
    }
    [[noreturn]] void no_place_for(const Message& message) const {
        throw TextFailure(std::string("the simulated machine has no place for a message that a core stalls, as ") + name_ + " " +
                          std::to_string(index_) + " does with " + told(message) +
                          ": keep it in the line until it can be answered");
    }
    [[gnu::always_inline]] void take_in(typename Interconnect<P>::Kept& arrived, bool from_core) {
        const Message& message = arrived.message;
        const bool has_block = shared_.network.has_block(message);
        Context ctx(shared_, owner_, index_, from_core ? arrived.from : -1);
        run_handler(name_, index_, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) [[unlikely]] no_place_for(message);
        ctx.count();
        if constexpr (has_lines) {
            lookups += has_block;
            fills += shared_.network.carries_data(message);
        }
        clear(message.address, !has_block);
        if (shared_.observer) shared_.observer->received({from_core ? 0 : bank_kind<P>, arrived.from, index_}, message, node);
        if (has_block) {
            recount(message.address);
            if (!actions_.of_blocks.empty()) to_act_.push(message.address);
            owner_.concern(message.address);
        } else {
            ctx.every_block = true;
        }
        after(ctx);
        shared_.network.release(arrived);
        make_room();
    }

    /// Whether the network takes a message to a bank, one to another core and one to a pool; if not, the SM is woken when it
    /// does.
    bool network_has_room() {
        if constexpr (has_pool<P>)
            if (!pool_has_room(1)) return false;
        Direction &requests = shared_.network.requests, &peers = shared_.network.peers;
        if (!requests.room(index_)) return requests.await_room(index_), false;
        if (!peers.empty() && !peers.room(index_)) return peers.await_room(index_), false;
        return true;
    }
    void clear(Block a, bool every_block) {
        if constexpr (!clears_unused<P>) clear_unused_of(node, a, every_block);
    }

    [[gnu::noinline]] bool take_all_actions() {
        if (act_for_no_block_) {
            if (!network_has_room()) return true;
            act_for_no_block_ = false;
            for (const Action& action : actions_.others) act_for_no_block_ |= act(action);
            if constexpr (acts_for_threads)
                if (!act_for_threads()) return true;
            if constexpr (holds_writes_back)
                if (owner_.ends() || node.presses(shared_.config))
                    for (const Action& action : actions_.write_buffer) act_for_no_block_ |= act(action);
        }
        int taken = 0;
        bool room = false;  // whether it is known that there is room
        while (!to_act_.empty()) {
            bool acted = false;
            if (++taken > most_in_a_cycle) [[unlikely]]
                throw TextFailure("the protocol's text is wrong: in cycle " + std::to_string(shared_.clock.now()) +
                                  " the actions of " + name_ + " " + std::to_string(index_) + " for block " +
                                  std::to_string(to_act_.front().number) + " never stall");
            for (const auto kind : actions_.of_blocks) {
                // An action that stalls has sent nothing.
                if (!room && !network_has_room()) return true;
                room = !act(Actions<Node, typename P::Config>::action(kind, to_act_.front()));
                acted |= !room;
            }
            if (!acted) to_act_.pop();
        }
        return false;
    }
    /// Returns whether the network had room for all.
    bool act_for_threads() {
        ready_.clear();
        node.each_ready(shared_.config, [&](const Action& action, Block about) { ready_.push_back({action, about}); });
        for (const Ready& ready : ready_) {
            act_for_no_block_ = true;
            if (!network_has_room()) return false;
            if (!act(ready.action)) continue;
            if (!actions_.of_blocks.empty()) to_act_.push(ready.about);
            owner_.concern(ready.about);
            if constexpr (requires { Node::thread_of(ready.action); }) owner_.concern_thread(Node::thread_of(ready.action));
        }
        return true;
    }
    [[gnu::always_inline]] bool act(const Action& action) {
        Context ctx(shared_, owner_, index_, -1);
        if constexpr (model::TakesActions<Node>)
            run_handler(name_, index_, "act", shared_.clock.now(), action, [&] { node.act(action, ctx); });
        else return false;
        if (ctx.stalled) return false;
        ctx.count();
        clear(action.block, ctx.every_block);
        if (shared_.observer) shared_.observer->acted(index_, action, node);
        recount(action.block);
        if constexpr (waits_in_lines) owner_.concern(action.block);
        after(ctx);
        return true;
    }

    [[gnu::noinline]] bool evict(Block a) {
        for (const auto kind : actions_.replacement)
            if (act(Actions<Node, typename P::Config>::action(kind, a))) {
                owner_.left(a);
                ++evictions;
                return true;
            }
        return false;
    }

    void recount(Block a) {
        if constexpr (has_mshr) node.mshr.recount(a);
    }

    void begin_synchronizing(const Operation& op) {
        if (op.synchronization.order == model::Order::plain) return;
        synchronizing_ |= std::uint64_t(1) << op.warp.index();
        op.blocks.each([&](Block a) { synchronized_[op.warp.index()] = a; });
    }

    void after(Context& ctx) {
        if constexpr (acts_for_threads) {
            act_for_no_block_ = true;
            if (Node::awaits_others(shared_.config)) owner_.concern_all();
        }
        if constexpr (is_scoped<P>) {
            act_for_no_block_ = true;
            for (std::uint64_t left = synchronizing_; left != 0; left &= left - 1)
                to_act_.push(synchronized_[static_cast<std::size_t>(std::countr_zero(left))]);
            push_waiting();
            owner_.concern_all();
        }
        if (!ctx.every_block) return;
        if constexpr (has_mshr) node.mshr.each([&](Block a, const auto&) { to_act_.push(a); });
        owner_.concern_all();
        act_for_no_block_ = true;
    }

    /// Blocks that are waited for although nothing is on its way: the event that an access waits for may have happened at any
    /// block. Mostly there are none.
    void push_waiting() {
        if constexpr (has_mshr) {
            if (node.mshr.all_await()) return;
            node.mshr.each([&](Block a, const auto& entry) {
                if (!entry.awaits_data()) to_act_.push(a);
            });
        }
    }

    bool needs_entry(Block a) const {
        if constexpr (has_lines) {
            if (node.lines.find(a)) return false;
        }
        const auto* entry = node.mshr.find(a);
        return !entry || !entry->awaits_data();
    }

    /// Whether an access to the block has to wait for it. A node whose lines do not always suffice says when (`misses`).
    bool misses(model::AccessKind kind, Block a) const {
        if constexpr (requires { node.misses(kind, a); }) return node.misses(kind, a);
        else return !node.lines.find(a);
    }

    static constexpr int most_in_a_cycle = 1'000'000;  // actions; more are assumed to go on for ever
    const char* const name_ = model::name_of(typename P::NodeKind{});  // of its kind

    Shared<P>& shared_;
    Owner& owner_;
    int index_;
    Actions<Node, typename P::Config> actions_;
    Ring<Block> to_act_;
    Ring<Block> to_evict_;  // at the end of a kernel
    struct Ready {
        Action action;
        Block about;
    };
    std::vector<Ready> ready_;
    bool act_for_no_block_ = false;
    Cycle no_room_in_ = -1;  // the last cycle in which an action had to wait for room
    std::uint64_t synchronizing_ = 0;                 // warps with an access with an order under way
    std::array<Block, most_names> synchronized_{};    // and their blocks, by warp
};

}  // namespace tandem::perfsim
