// The context of a handler in the explicit search: records what the handler does as one `LocalStep`.
//
// This is the whole interface between a protocol text and its environment. A handler that stalls leaves no trace. A handler
// that lets its environment choose (a lease, a victim) runs once for each choice.
#pragma once

#include "model/hash.hpp"
#include "model/moment_choice.hpp"
#include "model/network.hpp"
#include "model/ordered_instruction.hpp"
#include "model/range.hpp"
#include "model/scoped_instruction.hpp"

namespace tandem::model {

/// The sequence of choices of one run of a handler; `next_run` moves on to the next sequence, depth first.
class Choices {
public:
    Choices() = default;
    /// Each choice is drawn at random, and there is no other run. `random` is the state of SplitMix64.
    explicit Choices(std::uint64_t* random) : random_(random) {}

    void start() { position_ = 0; }
    int choose(int alternatives) {
        if (random_) return static_cast<int>(mixed(*random_ += golden_ratio) % static_cast<std::uint64_t>(alternatives));
        if (position_ == taken_.size()) taken_.push_back({0, alternatives});
        return taken_[position_++].first;
    }
    bool next_run() {
        while (!taken_.empty() && taken_.back().first + 1 == taken_.back().second) taken_.pop_back();
        if (taken_.empty()) return false;
        ++taken_.back().first;
        return true;
    }

private:
    std::vector<std::pair<int, int>> taken_;  // (choice, number of alternatives)
    std::size_t position_ = 0;
    std::uint64_t* random_ = nullptr;
};

/// Where a node's messages go: the channel to each other node, or a mark that there is none (`Exits`).
using Routes = std::vector<std::vector<int>>;  // by kind, then by index

/// A node's routes on one virtual network.
struct Exits {
    static constexpr int nowhere = -1;  // no channel leads there
    static constexpr int unheard = -2;  // a channel does, to a node that has no handler for messages
    Routes by_index;
    Routes by_core;  // by kind, then by the core that the receiver belongs to
};

/// The virtual network of a message: the protocol's choice, from the message alone or with its configuration; otherwise the only
/// one.
template <class Protocol>
int network_of(const typename Protocol::Message& message, const typename Protocol::Config& config) {
    if constexpr (requires { Protocol::network(message, config); }) return Protocol::network(message, config);
    else if constexpr (requires { Protocol::network(message); }) return Protocol::network(message);
    else return 0;
}

template <class Protocol>
class StepContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;

    /// `exits` by virtual network; `index` is the node's; `core` and `sender` are cores or -1. What the handler does is added to
    /// `step`.
    StepContext(const typename Protocol::Config& config, const std::vector<Exits>& exits, int index, int core, int sender,
                Choices& choices, LocalStep& step)
        : step(step), config_(config), exits_(exits), index_(index), core_(core), sender_(sender), choices_(choices) {}

    /// The configuration, which never changes.
    const typename Protocol::Config& config() const { return config_; }
    /// The number of this node among those of its kind. No renaming may change its meaning (`Protocol::symmetric`).
    int index() const { return index_; }
    /// The core that this node belongs to.
    Core<D> core() const { return known(core_, "asks for its node's core, and that belongs to none"); }
    /// The core whose node sent the message that is being received.
    Core<D> sender() const { return known(sender_, "asks for its sender's core, but no node of a core sent this"); }

    /// To node `index` of a kind.
    void send(NodeKind kind, int index, const Message& message) {
        post(&Exits::by_index, kind, static_cast<std::size_t>(index), message);
    }
    /// To the node of a kind that belongs to `core`.
    void send(NodeKind kind, Core<D> core, const Message& message) { post(&Exits::by_core, kind, core.index(), message); }

    /// Names what the handler did; a handler may have several outcomes. The compiler supplies the line.
    void did(Outcome outcome, const SourceLine& line = SourceLine::here()) {
        step.outcomes |= std::uint64_t(1) << static_cast<int>(outcome);
        step.lines.push_back(line);
    }
    /// The handler cannot act now. It should have changed nothing yet; any change is undone.
    void stall(Outcome outcome, const SourceLine& line = SourceLine::here()) {
        did(outcome, line);
        stalled = true;
    }
    /// The handler cannot act before `moment` is past, unless something else happens first. A machine wakes the node then.
    void stall_until(Instant<D>, Outcome outcome, const SourceLine& line = SourceLine::here()) { stall(outcome, line); }
    /// The present moment of physical time, by the one clock of the system.
    static Instant<D> now() { return PhysicalTime::now(); }
    /// One of 0..alternatives-1, chosen by the environment.
    int choose(int alternatives) { return alternatives > 1 ? choices_.choose(alternatives) : 0; }
    /// One of these moments, whichever the environment likes. Proofs for any moments take any from 1 on instead, up to `longest`
    /// where the clock ends.
    Moment<D> choose_moment(const MomentChoice& moments) {
        return moments.some[static_cast<std::size_t>(choose(static_cast<int>(moments.some.size())))];
    }

    /// The step begins with a warp's instruction; `System` calls this.
    void begins(const WarpInstruction<D>& op) {
        if (op.kind == AccessKind::fence) see(EventKind::begins_fence, core(), op.warp, 0, 0, 0);
        begins_access(op, {});
    }
    void begins(const ScopedInstruction<D>& op) { begins_access(op, op.synchronization); }
    void begins(const OrderedInstruction<D>& op) {
        if (op.kind == AccessKind::fence) see(EventKind::begins_fence, core(), op.warp, 0, 0, 0, {.order = op.order});
        begins_access(op, {});
    }

    /// A thread of this node has given a store of this value to it.
    void store_issued(Thread<D> thread, Address<D> address, Value<D> value) {
        see(EventKind::store_issued, core(), thread, address, value, 0);
    }
    /// A thread of this node has given a load to it.
    void load_issued(Thread<D> thread, Address<D> address) { see(EventKind::load_issued, core(), thread, address, 0, 0); }
    /// A store of that core's thread takes effect here, at this moment of logical time; 0 without one.
    void store_performed(Core<D> core, Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see(EventKind::store_performed, core, thread, address, value, when);
    }
    /// The thread learns that its store is done. It is owed this after `store_issued`.
    void store_completed(Thread<D> thread, Address<D> address, Moment<D> when) {
        see(EventKind::store_completed, core(), thread, address, 0, when);
    }
    /// A load reads this value, and its thread receives it.
    void load_completed(Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see(EventKind::load_completed, core(), thread, address, value, when);
    }
    /// A load, or an atomic's, reads this value here; the thread receives it later, by `load_returned`.
    void load_performed(Core<D> core, Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see(EventKind::load_performed, core, thread, address, value, when);
    }
    /// The thread receives what its load has read.
    void load_returned(Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see(EventKind::load_returned, core(), thread, address, value, when);
    }
    /// A fence of the thread has waited for all that it waits for. Its order: `OrderedInstruction`.
    void fence_passed(Thread<D> thread, const Enum<D, Order>& order = {}) {
        see(EventKind::fence_passed, core(), thread, 0, 0, 0, {.order = order});
    }
    /// The node has begun to read a block from memory. Memory answers by an action (Unit::memory), at any time.
    void memory_read(Address<D>) {}
    /// The parity of the reset that this node counts from, from here on. For nodes that follow a reset of the clock one after the
    /// other.
    void counts_from(Flag<D> parity) { era_ = parity; }
    /// Logical time begins anew.
    void clock_reset() { see(EventKind::clock_reset, 0, 0, 0, 0, 0); }
    /// This core counts from the latest reset on. `parity` tells odd resets from even ones.
    void reset_adopted(Flag<D> parity) { see(EventKind::reset_adopted, core(), 0, 0, 0, parity ? 1 : 0); }
    /// The permission to write the block is sent to that core: nobody else has it from here on.
    void write_epoch(Core<D> core, Address<D> address) { see(EventKind::write_epoch, core, 0, address, 0, 0); }
    /// Nobody may write the block from here on: it is shared, or memory has it.
    void read_epoch(Address<D> address) { see(EventKind::read_epoch, 0, 0, address, 0, 0); }

    LocalStep& step;
    bool stalled = false;

private:
    void see(EventKind kind, Core<D> core, Thread<D> thread, Address<D> address, const Value<D>& value, Moment<D> when,
             const Synchronization<D>& synchronization = {}) {
        step.events.push_back(reported<D>(kind, core, thread, address, value, when, synchronization, era_));
    }
    void begins_access(const WarpInstruction<D>& op, const Synchronization<D>& synchronization) {
        const EventKind kind = op.kind == AccessKind::load    ? EventKind::begins_load
                               : op.kind == AccessKind::store ? EventKind::begins_store
                                                              : EventKind::begins_atomic;
        op.blocks.each([&](Address<D> a) { see(kind, core(), op.warp, a, op.data, 0, synchronization); });
        if constexpr (requires { config_.lanes; }) {
            if (config_.lanes > 1) see(EventKind::begun, core(), op.warp, 0, 0, 0);
        }
    }
    static Core<D> known(int core, const char* complaint) {
        if (core < 0) throw TextError(complaint);
        return Core<D>(core);
    }
    void post(Routes Exits::* routes, NodeKind kind, std::size_t to, const Message& message) {
        const auto network = static_cast<std::size_t>(network_of<Protocol>(message, config_));
        int channel = Exits::nowhere;
        if (network < exits_.size()) {
            const std::vector<int>& channels = (exits_[network].*routes).at(static_cast<std::size_t>(kind));
            if (to < channels.size()) channel = channels[to];
        }
        if (channel == Exits::unheard)
            throw TextError("sends to a node of kind " + std::string(name_of(kind)) +
                            ", which has no handler receive(message, ctx): the message would wait forever");
        if (channel == Exits::nowhere)
            throw TextError("sends to a node of kind " + std::string(name_of(kind)) + " (number " + std::to_string(to) +
                            ") that no channel leads to on network " + std::to_string(network));
        Packed packed = pack_whole(normalised(message), config_.shape, "sends a message with ");
        step.sends.push_back({channel, std::move(packed)});
    }

    const typename Protocol::Config& config_;
    const std::vector<Exits>& exits_;
    int index_, core_, sender_;
    Maybe<D, Flag<D>> era_{};
    Choices& choices_;
};

}  // namespace tandem::model
