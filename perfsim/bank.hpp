// An L2 bank with its DRAM channel: the protocol's shared node, the queue before it, and replacement.
//
// A request that has passed the bank's pipeline is one event of the protocol. There is one event a cycle, or as many as the
// machine says: an answer that has become possible goes before a new request, and a message of another bank before both. A
// request for an absent block needs room in the channel, for the read and for the block that it may displace.
//
// A bank whose text is a directory has no lines. There the machine has a cache (memory_side_cache.hpp). Memory answers, one event
// a cycle, when the cache or DRAM has the block.
//
// Functions that only `step` calls are inlined into it, as in the other parts. A compiler would not do so by itself, and the host
// would save its registers a dozen times a step.
#pragma once

#include "perfsim/dram_channels.hpp"
#include "perfsim/memory_side_cache.hpp"
#include "perfsim/node_runner.hpp"

namespace tandem::perfsim {

/// Of the banks' kind; or, behind a cache without memory, of the kind before memory.
template <class P, int own_kind = bank_kind<P>>
class Bank {
public:
    using Node = NodeOf<P, own_kind>;
    using Action = typename Node::Action;
    using Message = typename P::Message;
    using Context = TimedContext<P, Bank>;
    static constexpr bool has_lines = requires(Node n) { n.lines.find(Block{}); };
    static constexpr bool is_behind = own_kind != bank_kind<P>;
    static constexpr bool has_memory = own_kind == memory_kind<P>;
    static constexpr bool serves_cpus = is_behind && has_cpus<P>;
    using Dram = std::conditional_t<is_behind, DramChannels, DramChannel>;
    /// Whether its lines may hold what memory lacks. A cache before a directory's `memory` writes through.
    static constexpr bool keeps_data = has_lines && requires(NodeOf<P, memory_kind<P>> n) { n.lines.find(Block{}); };

    /// What the author calls the kind.
    static inline const char* const name = model::name_of(static_cast<typename P::NodeKind>(own_kind));

    Bank(Shared<P>& shared, int index)
        : dram(dram_of(shared, index)),
          shared_(shared),
          index_(index),
          events_(is_behind ? shared.machine.directory.events : shared.machine.l2.events),
          cached_(dram, sets(shared.machine), ways(shared.machine), banks(), sectors(shared.machine)),
          actions_(shared.config, shared.machine.sms.count) {
        furnish(node, shared.machine.sms.count, shared.machine.sms.warps, shared.memory.image, sets(shared.machine),
                ways(shared.machine), banks(), sectors(shared.machine), banks());
        node.start(shared.config, {});
    }

    void step() {
        const bool read = dram.done();
        if (read) finish_reads();
        else if (awaits_network_ && !network_has_room()) return wait_for_room();
        waits_for_room_ = awaits_network_ = false;
        for (Block a; alarms_.take(shared_.clock.now(), a);) to_act_.push(a);
        for (int left = events_; left > 0 && event(); --left) {}
        if constexpr (has_lines) node.lines.settle_later([&](Block victim) { return evict(victim); });
        sleep();
    }

    /// Gives up every line, or begins to. Returns the cycle in which to continue if some lines must stay until then: 0 if none
    /// must, `never` while requests are under way.
    Cycle write_back() requires (!keeps_data) { return 0; }
    Cycle write_back() requires keeps_data {
        std::vector<Block> lines;
        node.lines.each([&](Block a, const auto&) { lines.push_back(a); });
        Cycle next = 0;
        for (const Block a : lines)
            if (!evict(a, false)) {
                next = std::max(next, possible_in_);
                if (possible_in_ == never) kept_ = a;
            } else if (node.lines.find(a)) {
                next = std::max(next, shared_.clock.now() + 1);
            }
        return next;
    }
    /// A block that could not be evicted, and cannot be later.
    Block kept() const { return kept_; }
    /// Nothing is under way here. A wait for an answer belongs to a warp, and its SM is not quiet.
    bool quiet() const { return dram.idle(); }

    /// Whether an arriving request does not wake it.
    bool waits_for_room() const { return waits_for_room_; }

    // ---- for the context
    void post(int to_kind, int to, Message&& message) {
        if constexpr (!has_memory) misses += to_kind == memory_kind<P> && !evicting_ && requests_block(message);
        // The host's caches will have the data when the message arrives.
        model::for_each_member(message, [](const char*, const auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Value>) member.prefetch();
        });
        shared_.network.send(serves_cpus && to_kind == cpu_kind<P> ? shared_.network.memory_to_cpus
                             : is_behind           ? shared_.network.from_memory
                             : to_kind == 0        ? shared_.network.responses
                             : to_kind == own_kind ? shared_.network.bank_peers
                                                   : shared_.network.to_memory,
                             index_, to, std::move(message));
    }
    int index() const { return index_; }
    /// The number of nodes of a kind to send to.
    int receivers(int to_kind) const {
        if (to_kind == bank_kind<P>) return shared_.machine.l2.partitions;
        if (serves_cpus && to_kind == cpu_kind<P>) return shared_.machine.cpus.count;
        return to_kind == 0 && !is_behind ? shared_.machine.sms.count : to_kind == memory_kind<P> && !is_behind ? 1 : 0;
    }
    void memory_read(Block a) {
        if (const std::size_t blocks = shared_.memory.image.size(); a.number >= blocks) [[unlikely]]
            model::no_such_name("block", a.number, static_cast<long>(blocks) - 1);
        asked += !has_lines;
        if constexpr (!has_lines)
            if (cached_.has(a)) return answers_.push({a, is_behind ? shared_.clock.now() + shared_.machine.l3.latency : 0});
        ++misses;
        dram.read(a.number, place(a));
        image(a).prefetch();  // the host's caches may lack it as well
        ++reads_;
    }
    void load_completed(WarpName, Block, const Value&) {}
    void store_completed(WarpName, Block) {}

    Node node;
    Dram dram;
    std::uint64_t lookups = 0;
    std::uint64_t asked = 0;   // requests for blocks; of a directory, blocks that it asks memory for
    std::uint64_t misses = 0;  // blocks that are read from DRAM, or requests that go to the node behind
    std::uint64_t performed = 0;  // atomics, where they take time by their lanes
    DramStatistics dram_statistics() const {
        if constexpr (is_behind) return dram.statistics();
        else return dram.statistics;
    }
    std::uint64_t evictions() const { return evictions_ + cached_.evictions; }
    std::uint64_t write_backs() const { return write_backs_ + cached_.write_backs; }

private:
    static Dram dram_of(Shared<P>& shared, int index) {
        const DramShape& shape = shared.machine.dram;
        if constexpr (is_behind)
            return Dram(shape, shared.clock, shared.memory_part() + 1, shared.memory_part(), shared.machine.directory.channels,
                        shared.channels_part());
        else return Dram(shape, shared.clock, shared.dram_part(index), shared.bank_part(index));
    }
    static int sets(const MachineDescription& machine) {
        return (is_behind ? machine.l3.bytes : machine.l2.bytes) / machine.blocks.bytes / ways(machine) / sectors(machine);
    }
    static int sectors(const MachineDescription& machine) { return is_behind ? 1 : machine.l2.sectors; }
    static int ways(const MachineDescription& machine) { return is_behind ? machine.l3.ways : machine.l2.ways; }
    /// The number of nodes of the kind that blocks are distributed over.
    int banks() const { return is_behind ? 1 : shared_.machine.l2.partitions; }
    int reads_at_most() const { return is_behind ? shared_.machine.directory.mshr_entries : shared_.machine.l2.mshr_entries; }
    /// Memory's content of a block. Throws TextFailure for a block that is not allocated, which may happen for a line that a text
    /// has made.
    const Value& image(Block a) const {
        const auto& blocks = shared_.memory.image;
        if (a.number >= blocks.size()) [[unlikely]]
            throw TextFailure(std::string("the protocol's text is wrong: ") + name + " " + std::to_string(index_) +
                              " reads or writes back block " + std::to_string(a.number) + ", where " +
                              std::to_string(blocks.size() - 1) + " is the last");
        return blocks[a.number];
    }
    std::uint32_t place(Block a) const { return a.number / static_cast<std::uint32_t>(banks()); }

    [[gnu::always_inline]] bool act(const Action& action) {
        Context ctx(shared_, *this, -1, -1);
        const Datum* const before = datum_before(action.block);
        run_handler(name, index_, "act", shared_.clock.now(), action, [&] { node.act(action, ctx); });
        possible_in_ = ctx.possible_in;
        if (ctx.stalled) return false;
        note_written(action.block, before);
        note_left(action.block);
        ctx.count();
        if constexpr (!clears_unused<P>) clear_unused_of(node, action.block, ctx.every_block);
        if (shared_.observer) shared_.observer->acted(index_, action, node);
        after(ctx);
        act_for_no_block_ |= is_scoped<P>;
        return true;
    }
    /// An action of the bank's own logic. One that waits for a moment is retried when the moment has passed.
    [[gnu::always_inline]] bool act_for(Block a) {
        for (const auto kind : actions_.of_blocks) {
            if (act(Actions<Node, typename P::Config>::action(kind, a))) return true;
            if (possible_in_ != never) alarms_.set(possible_in_, a);
        }
        for (const auto kind : actions_.of_blocks_and_cores)
            for (int core = 0; core < actions_.cores; ++core)
                if (act(Actions<Node, typename P::Config>::action(kind, a, core))) return true;
        return false;
    }

    bool act_for_no_block() {
        for (const Action& action : actions_.others)
            if (act(action)) return true;
        return false;
    }

    bool evict(Block a, bool in_time = true) {
        const Datum* const before = image(a).datum();
        const bool begun = place_in_leaving(a) != leaving_.end();
        for (const auto kind : actions_.replacement) {
            evicting_ = true;
            const bool gone = act(Actions<Node, typename P::Config>::action(kind, a));
            evicting_ = false;
            if (!gone) continue;
            if (note_evicted(a, begun)) {
                to_act_.push(a);
                return true;
            }
            // A clean line is the very datum that memory has.
            if (has_memory && in_time && before != image(a).datum()) {
                dram.write(a.number, place(a));
                ++write_backs_;
            }
            return true;
        }
        return false;
    }

    /// Counts an eviction. Returns whether the line stays until copies above are called back, or until memory knows.
    bool note_evicted(Block a, bool begun) {
        if (!begun) ++evictions_;
        if (!node.lines.find(a)) return false;
        if (!begun) leaving_.push_back({a});
        else if (++place_in_leaving(a)->times == most_evictions) [[unlikely]]
            throw TextFailure(std::string("the protocol's text is wrong: ") + name + " " + std::to_string(index_) +
                              " still has block " + std::to_string(a.number) + " after " + std::to_string(most_evictions) +
                              " evictions");
        return true;
    }
    /// The line of the block may have left.
    [[gnu::always_inline]] void note_left(Block a) {
        if constexpr (has_lines)
            if (!leaving_.empty() && !node.lines.find(a))
                std::erase_if(leaving_, [&](const Leaving& line) { return line.block == a; });
    }
    auto place_in_leaving(Block a) {
        return std::find_if(leaving_.begin(), leaving_.end(), [&](const Leaving& line) { return line.block == a; });
    }

    void after(Context& ctx) {
        act_for_no_block_ = act_for_no_block_ || may_tell();
        if (!ctx.every_block) return;
        if constexpr (has_lines) node.lines.each([&](Block a, const auto&) { to_act_.push(a); });
        act_for_no_block_ = true;
    }

    /// Whether an action without a block may have become possible, as far as the text says (`tells`). If it does not say, such
    /// actions are tried after every event, in machines with one bank only.
    bool may_tell() const {
        if constexpr (requires { node.tells(shared_.config); }) return node.tells(shared_.config);
        else return shared_.machine.l2.partitions == 1;
    }

    void finish_reads() {
        while (dram.done()) {
            const Block a(dram.front());
            dram.take();
            --reads_;
            if constexpr (!has_lines) {
                cached_.fill(a);
                answers_.push({a, 0});
                continue;
            }
            for (const auto kind : actions_.memory) act(Actions<Node, typename P::Config>::action(kind, a));
            to_act_.push(a);
        }
    }

    /// Memory answers a read, if that is an event.
    bool answer_from_memory() {
        if (has_lines || answers_.empty() || answers_.front().when > shared_.clock.now()) return false;
        if (!network_has_room()) return wait_for_network(), true;
        const Block a = answers_.pop().block;
        for (const auto kind : actions_.memory) act(Actions<Node, typename P::Config>::action(kind, a));
        to_act_.push(a);
        return true;
    }
    /// Whether an action may read memory.
    bool memory_has_room() const { return has_lines || (dram.room(2) && reads_ < reads_at_most()); }
    const Datum* datum_before(Block a) const { return has_lines ? nullptr : image(a).datum(); }
    /// Memory's data of a block may have changed.
    void note_written(Block a, const Datum* before) {
        if constexpr (!has_lines)
            if (image(a).datum() != before) cached_.written(a);
    }

    /// Takes one possible action.
    [[gnu::always_inline]] bool take_action() {
        if (to_act_.empty() && !act_for_no_block_) return false;
        if (!network_has_room()) return wait_for_network(), true;
        if (!memory_has_room()) return false;
        if (act_for_no_block_) {
            if (act_for_no_block()) return true;
            act_for_no_block_ = false;
        }
        while (!to_act_.empty()) {
            if (act_for(to_act_.front())) return true;
            to_act_.pop();
        }
        return false;
    }

    /// Most events make no action possible, and then the bank need not wake for one.
    [[gnu::always_inline]] void act_at_once(Block a) {
        if (act_for_no_block_ || !to_act_.empty() || !network_has_room() || !memory_has_room()) return to_act_.push(a);
        if (act_for(a)) to_act_.push(a);
    }

    /// Handles what is first. Returns whether there may be more in this cycle.
    [[gnu::always_inline]] bool event() {
        return receive_from_bank() || receive_from_behind() || answer_from_memory() || take_action() || receive_in_turn();
    }
    /// CPUs and the banks above take turns.
    [[gnu::always_inline]] bool receive_in_turn() {
        if constexpr (!serves_cpus) return receive(from_above(), false);
        else {
            cpus_turn_ = !cpus_turn_;
            auto& network = shared_.network;
            return cpus_turn_ ? receive(network.cpus_to_memory, true) || receive(from_above(), false)
                              : receive(from_above(), false) || receive(network.cpus_to_memory, true);
        }
    }
    [[gnu::always_inline]] bool receive(Direction& requests, bool of_cpus) {
        if (!requests.arrived(index_) || performs_until_ > shared_.clock.now()) return false;
        if (!network_has_room()) return wait_for_network(), false;
        auto& arrived = shared_.network.look(requests, index_);
        const Message& message = arrived.message;
        const bool has_block = shared_.network.has_block(message);
        if constexpr (has_lines && has_memory)
            if (has_block && !node.lines.find(message.address) && (!dram.room(2) || reads_ >= shared_.machine.l2.mshr_entries)) {
                waits_for_room_ = true;
                return false;
            }
        Context ctx(shared_, *this, -1, of_cpus ? shared_.machine.sms.count + arrived.from : is_behind ? -1 : arrived.from);
        const Datum* const before = datum_before(message.address);
        run_handler(name, index_, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) return false;
        note_written(message.address, before);
        note_left(message.address);
        shared_.network.take(requests, index_);
        if (shared_.machine.l2.atomic_lanes > 0) [[unlikely]] perform(message);
        ctx.count();
        lookups += has_block;  // a message about no block reads no tags
        if constexpr (has_lines) asked += has_block && requests_block(message);
        if constexpr (!clears_unused<P>) clear_unused_of(node, message.address, !has_block);
        if (shared_.observer) {
            const int from_kind = of_cpus ? cpu_kind<P> : is_behind ? bank_kind<P> : 0;
            shared_.observer->received({from_kind, arrived.from, index_}, message, node);
        }
        if (has_block) {
            if constexpr (has_lines) node.lines.touch(message.address);
            act_at_once(message.address);
        } else {
            ctx.every_block = true;
        }
        after(ctx);
        if constexpr (is_scoped<P>) act_for_no_block_ = act_for_no_block_ || !to_above().room(index_) || act_for_no_block();
        shared_.network.release(arrived);
        return true;
    }

    /// Whether the sender wants something of the block, and does not only answer or tell.
    static bool requests_block(const Message& message) {
        if constexpr (requires { P::requests_block(message); }) return P::requests_block(message);
        else return true;
    }

    /// An atomic takes the bank, or the node that performs it, as many cycles as its lanes do.
    void perform(const Message& message) {
        if (is_behind != (bank_kind<P> != memory_kind<P>)) return;  // a cache passes it on
        int lanes = 0;
        model::for_each_member(message, [&](const char*, const auto& member) {
            if constexpr (std::is_same_v<std::decay_t<decltype(member)>, Value>) lanes = std::max(lanes, member.operands());
        });
        const int rate = shared_.machine.l2.atomic_lanes;
        performed += lanes > 0;
        if (lanes > 0) performs_until_ = shared_.clock.now() + (lanes + rate - 1) / rate;
    }

    /// Receives a message from another bank. Returns whether there was one.
    [[gnu::always_inline]] bool receive_from_bank() {
        if constexpr (is_behind) return false;
        Direction& peers = shared_.network.bank_peers;
        return !peers.empty() && peers.arrived(index_) && take_from(peers, own_kind);
    }
    /// Messages from behind are taken in before requests, and messages to there always find room. So neither side waits for the
    /// other for ever.
    [[gnu::always_inline]] bool receive_from_behind() {
        if constexpr (has_memory) return false;
        return shared_.network.from_memory.arrived(index_) && take_from(shared_.network.from_memory, memory_kind<P>);
    }
    [[gnu::noinline]] bool take_from(Direction& peers, int from_kind) {
        if (from_kind == own_kind ? !network_has_room() : !to_above().room(index_)) return wait_for_network(), true;
        auto& arrived = shared_.network.look(peers, index_);
        const Message& message = arrived.message;
        Context ctx(shared_, *this, -1, -1);
        run_handler(name, index_, "receive", shared_.clock.now(), message, [&] { node.receive(message, ctx); });
        if (ctx.stalled) return false;
        note_left(message.address);
        shared_.network.take(peers, index_);
        ctx.count();
        if constexpr (!clears_unused<P>) clear_unused_of(node, message.address, !shared_.network.has_block(message));
        if (shared_.observer) shared_.observer->received({from_kind, arrived.from, index_}, message, node);
        if (from_kind == own_kind) ctx.every_block = true;
        else act_at_once(message.address);
        after(ctx);
        shared_.network.release(arrived);
        return true;
    }

    /// Whether the network accepts what an event sends.
    [[gnu::always_inline]] bool network_has_room() const {
        const auto& network = shared_.network;
        if constexpr (is_behind) return network.from_memory.room(index_) && (!serves_cpus || network.memory_to_cpus.room(index_));
        return network.responses.room(index_) && (network.bank_peers.empty() || network.bank_peers.room(index_)) &&
               (has_memory || network.to_memory.room(index_));
    }
    void wait_for_network() {
        auto& network = shared_.network;
        if (!to_above().room(index_)) to_above().await_room(index_);
        else if (!has_memory && !network.to_memory.room(index_)) network.to_memory.await_room(index_);
        else if (serves_cpus) network.memory_to_cpus.await_room(index_);
        else network.bank_peers.await_room(index_);
        waits_for_room_ = awaits_network_ = true;
    }
    /// There is no room yet, so messages that have arrived wait too. Messages from behind do not: the node there may need to send
    /// them before it accepts more.
    void wait_for_room() {
        receive_from_behind();
        if constexpr (!has_memory) node.lines.settle_later([&](Block victim) { return evict(victim); });
        wait_for_network();
        wake(std::min(dram.next_done(), next_from_behind()));
    }
    /// When to look at messages from behind. They need room above; a bank that waits for that is woken by it.
    Cycle next_from_behind() const {
        if (has_memory || (awaits_network_ && !shared_.network.responses.room(index_))) return never;
        return std::max(shared_.clock.now() + 1, shared_.network.from_memory.next_arrival(index_));
    }

    [[gnu::always_inline]] void sleep() {
        const Cycle now = shared_.clock.now();
        Cycle next = std::max(now + 1, std::min(dram.next_done(), alarms_.next()));
        next = std::min(next, next_from_behind());
        if (const Direction& peers = shared_.network.bank_peers; !is_behind && !peers.empty())
            next = std::min(next, std::max(now + 1, peers.next_arrival(index_)));
        // The network or the channel wakes a bank that waits for room there.
        if (!waits_for_room_) {
            if (!answers_.empty()) next = std::min(next, std::max(now + 1, answers_.front().when));
            if ((!to_act_.empty() || act_for_no_block_) && memory_has_room()) next = now + 1;
            const Cycle receives = std::max(now + 1, performs_until_);
            next = std::min(next, std::max(receives, from_above().next_arrival(index_)));
            if constexpr (serves_cpus)
                next = std::min(next, std::max(receives, shared_.network.cpus_to_memory.next_arrival(index_)));
            // Anything possible then needs room for an answer, and without it waking is not worthwhile.
            if (next == now + 1 && dram.next_done() > next && alarms_.next() > next && settled() && !network_has_room()) {
                wait_for_network();
                next = std::min({dram.next_done(), alarms_.next(), next_from_behind()});
            }
            const Direction& requests = from_above();
            if constexpr (has_lines)
                if (requests.expects(index_)) node.lines.prefetch(shared_.network.look(requests, index_).message.address);
        }
        wake(next);
    }
    bool settled() const {
        if constexpr (has_lines) return node.lines.settled();
        else return true;
    }
    void wake(Cycle when) {
        if (when != never) shared_.clock.wake(is_behind ? shared_.memory_part() : shared_.bank_part(index_), when);
    }
    /// The direction that requests come from, and the one that answers go to.
    Direction& from_above() { return is_behind ? shared_.network.to_memory : shared_.network.requests; }
    Direction& to_above() { return is_behind ? shared_.network.from_memory : shared_.network.responses; }

    struct Answer {
        Block block{};
        Cycle when = 0;  // not before
    };

    struct Leaving {
        Block block{};
        int times = 1;  // that it was evicted, and stayed
    };
    static constexpr int most_evictions = 10'000;  // of a line before it leaves; more are assumed to go on for ever

    Shared<P>& shared_;
    int index_, events_;
    struct NoCache {
        static constexpr std::uint64_t evictions = 0, write_backs = 0;
        NoCache(Dram&, int, int, int, int) {}
    };
    std::conditional_t<has_lines, NoCache, MemorySideCache<Dram>> cached_;
    Actions<Node, typename P::Config> actions_;
    Ring<Block> to_act_;
    Ring<Answer> answers_;           // blocks that were read from memory, without lines
    std::uint64_t evictions_ = 0, write_backs_ = 0;
    std::vector<Leaving> leaving_;   // lines whose eviction has begun
    Alarms alarms_;
    Block kept_{};
    Cycle performs_until_ = 0;       // an atomic, lane by lane
    Cycle possible_in_ = never;      // the moment that the last stalled action waits for
    int reads_ = 0;
    bool act_for_no_block_ = false;
    bool waits_for_room_ = false;    // in the network or in the channel
    bool awaits_network_ = false;
    bool evicting_ = false;          // an action of replacement is taken
    bool cpus_turn_ = false;         // whether it received from a CPU first when it last looked
};

}  // namespace tandem::perfsim
