// The context of a handler in the explicit search: records what the handler does as one `LocalStep`.
//
// This is the whole interface between a protocol text and its environment. A handler that stalls leaves no trace. A handler
// that lets its environment choose (a lease, a victim) runs once for each choice.
#pragma once

#include <stdexcept>

#include "model/network.hpp"

namespace tandem::model {

/// The sequence of choices of one run of a handler; `next_run` moves on to the next sequence, depth first.
class Choices {
public:
    void start() { position_ = 0; }
    int choose(int alternatives) {
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
};

/// Where a node's messages go: the channel to each other node, or -1.
using Routes = std::vector<std::vector<int>>;  // by kind, then by index

template <class Protocol>
class StepContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;

    StepContext(const typename Protocol::Config& config, const Routes& routes, int self, int sender, Choices& choices)
        : config_(config), routes_(routes), self_(self), sender_(sender), choices_(choices) {}

    const typename Protocol::Config& config() const { return config_; }
    /// The core that this node belongs to.
    Core<D> core() const { return Core<D>(self_); }
    /// The core whose node sent the message that is being received.
    Core<D> sender() const { return Core<D>(sender_); }

    void send(NodeKind kind, int index, const Message& message) {
        const int channel = routes_.at(static_cast<std::size_t>(kind)).at(static_cast<std::size_t>(index));
        if (channel < 0) throw std::logic_error("a handler sends to a node that no channel leads to");
        step.sends.push_back({channel, pack(message, config_.shape)});
    }
    void send(NodeKind kind, Core<D> core, const Message& message) { send(kind, static_cast<int>(core.index()), message); }

    /// Names what the handler did; a handler may have several outcomes.
    void did(Outcome outcome) { step.outcomes |= std::uint64_t(1) << static_cast<int>(outcome); }
    /// The handler cannot act now: whatever it has changed is undone.
    void stall(Outcome outcome) {
        did(outcome);
        stalled = true;
    }
    /// One of 0..alternatives-1, whichever the environment likes.
    int choose(int alternatives) { return alternatives > 1 ? choices_.choose(alternatives) : 0; }

    void store_issued(Thread<D> thread, Address<D> address, Value<D> value) {
        see({EventKind::store_issued, core(), thread, address, value, 0});
    }
    void store_performed(Core<D> core, Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see({EventKind::store_performed, core, thread, address, value, when});
    }
    void store_completed(Thread<D> thread, Address<D> address, Moment<D> when) {
        see({EventKind::store_completed, core(), thread, address, 0, when});
    }
    void load_completed(Thread<D> thread, Address<D> address, Value<D> value, Moment<D> when) {
        see({EventKind::load_completed, core(), thread, address, value, when});
    }
    void clock_reset() { see({EventKind::clock_reset, 0, 0, 0, 0, 0}); }
    void reset_adopted() { see({EventKind::reset_adopted, core(), 0, 0, 0, 0}); }

    LocalStep step;
    bool stalled = false;

private:
    void see(const Event<D>& event) { step.events.push_back(event); }

    const typename Protocol::Config& config_;
    const Routes& routes_;
    int self_, sender_;
    Choices& choices_;
};

}  // namespace tandem::model
