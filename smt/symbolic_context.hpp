// The context of a handler on one symbolic path: records what it does as an `Effect`. Compare model/step_context.hpp.
#pragma once

#include "model/step_context.hpp"
#include "smt/decision_tree.hpp"
#include "smt/normalise.hpp"

namespace tandem::smt {

template <class Protocol>
class SymbolicContext {
public:
    using D = typename Protocol::Domain;
    using Message = typename Protocol::Message;
    using Outcome = typename Protocol::Outcome;
    using NodeKind = typename Protocol::NodeKind;

    SymbolicContext(const typename Protocol::Config& config, const std::vector<model::Exits>& exits, int core, int sender)
        : config_(config), exits_(exits), core_(core), sender_(sender) {}

    const typename Protocol::Config& config() const { return config_; }
    model::Core<D> core() const { return core_; }
    model::Core<D> sender() const { return sender_; }

    void send(NodeKind kind, int index, const Message& message) {
        post(&model::Exits::by_index, kind, static_cast<std::size_t>(index), message);
    }
    void send(NodeKind kind, model::Core<D> core, const Message& message) {
        post(&model::Exits::by_core, kind, core.index(), message);
    }

    void did(Outcome outcome) { effect.outcomes |= std::uint64_t(1) << static_cast<int>(outcome); }
    void stall(Outcome outcome) {
        did(outcome);
        effect.stalled = true;
    }
    int choose(int alternatives) { return PathOracle::current().choose(alternatives); }
    model::Moment<D> choose_moment(std::span<const int> moments) { return moments[static_cast<std::size_t>(choose(static_cast<int>(moments.size())))]; }

    // Nothing judges events here.
    template <class... T> void store_issued(const T&...) {}
    template <class... T> void store_performed(const T&...) {}
    template <class... T> void store_completed(const T&...) {}
    template <class... T> void load_completed(const T&...) {}
    template <class... T> void load_performed(const T&...) {}
    template <class... T> void load_returned(const T&...) {}
    template <class... T> void memory_read(const T&...) {}
    void clock_reset() {}
    template <class Parity>
    void reset_adopted(const Parity&) {}

    Effect effect;

private:
    /// Where no channel leads, no state takes this path, or the explicit search complains: here the event is not possible.
    void post(model::Routes model::Exits::* routes, NodeKind kind, std::size_t to, Message message) {
        normalise_changes(Message{}, message);
        std::size_t network = 0;
        if constexpr (requires { Protocol::network(message); }) network = static_cast<std::size_t>(Protocol::network(message));
        const std::vector<int>& channels = (exits_.at(network).*routes).at(static_cast<std::size_t>(kind));
        const int channel = to < channels.size() ? channels[to] : -1;
        if (channel < 0) return void(effect.stalled = true);
        Sending& sending = effect.sends.emplace_back(Sending{channel, {}});
        model::for_each_leaf(message, config_.shape, [&](const auto& leaf) { sending.message.push_back(leaf.value); });
    }

    const typename Protocol::Config& config_;
    const std::vector<model::Exits>& exits_;
    int core_, sender_;
};

}  // namespace tandem::smt
