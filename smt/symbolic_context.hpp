// The context of a handler on one symbolic path: records what it does as an `Effect`. Compare model/step_context.hpp.
#pragma once

#include "model/step_context.hpp"
#include "smt/decision_tree.hpp"
#include "smt/symbolic.hpp"

namespace tandem::smt {

template <class Protocol>
class SymbolicContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;

    SymbolicContext(const typename Protocol::Config& config, const model::Routes& routes, int self, int sender)
        : config_(config), routes_(routes), self_(self), sender_(sender) {}

    const typename Protocol::Config& config() const { return config_; }
    model::Core<D> core() const { return self_; }
    model::Core<D> sender() const { return sender_; }

    void send(NodeKind kind, int index, const Message& message) {
        const int channel = routes_.at(static_cast<std::size_t>(kind)).at(static_cast<std::size_t>(index));
        if (channel < 0) throw std::logic_error("a handler sends to a node that no channel leads to");
        Sending& sending = effect.sends.emplace_back(Sending{channel, {}});
        model::for_each_leaf(message, config_.shape, [&](const auto& leaf) { sending.message.push_back(leaf.value); });
    }
    void send(NodeKind kind, model::Core<D> core, const Message& message) {
        send(kind, static_cast<int>(core.index()), message);
    }

    void did(Outcome outcome) { effect.outcomes |= std::uint64_t(1) << static_cast<int>(outcome); }
    void stall(Outcome outcome) {
        did(outcome);
        effect.stalled = true;
    }
    int choose(int alternatives) { return PathOracle::current().choose(alternatives); }

    // Nothing judges events here.
    template <class... T> void store_issued(const T&...) {}
    template <class... T> void store_performed(const T&...) {}
    template <class... T> void store_completed(const T&...) {}
    template <class... T> void load_completed(const T&...) {}
    void clock_reset() {}
    void reset_adopted() {}

    Effect effect;

private:
    const typename Protocol::Config& config_;
    const model::Routes& routes_;
    int self_, sender_;
};

}  // namespace tandem::smt
