// From a protocol's text to a transition system as data: each handler is run on all its paths.
//
// The lists of nodes, channels, operations and actions are those of `model::System`, so both speak of the same system.
#pragma once

#include "model/system.hpp"
#include "smt/symbolic_context.hpp"
#include "smt/transition_system.hpp"

namespace tandem::smt {

/// Builds the transition system of the protocol P<D>, P a template over domains.
template <template <class> class P>
class SymbolicSystem {
public:
    using Concrete = model::System<P<model::Concrete>>;
    using Protocol = P<Symbolic>;
    using Config = typename Protocol::Config;
    using Message = typename Protocol::Message;

    explicit SymbolicSystem(const Config& config) : config_(config), concrete_(config) {}

    TransitionSystem build() {
        describe();
        for (std::size_t n = 0; n < system_.nodes.size(); ++n) {
            const model::NodeInfo& node = system_.nodes[n];
            concrete_.with_kind(node.kind, [&]<class N>(std::type_identity<N>) {
                add_events<N, std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>>(static_cast<int>(n));
            });
        }
        return std::move(system_);
    }

private:
    /// The place of N among the node types of the concrete protocol.
    template <class N>
    static constexpr std::size_t index_of() {
        return []<class... T>(std::type_identity<std::tuple<T...>>) {
            std::size_t index = 0;
            (void)((std::is_same_v<N, T> || (++index, false)) || ...);
            return index;
        }(std::type_identity<typename Concrete::Nodes>{});
    }

    void describe() {
        Expressions& expressions = *system_.expressions;
        const model::Shape& shape = config_.shape;
        system_.shape = shape;
        system_.nodes = concrete_.nodes();
        system_.channels = concrete_.channels();
        system_.outcomes = concrete_.outcomes();
        system_.message = {layout_of<typename Concrete::Message>(expressions, shape),
                           leaf_types<typename Concrete::Message>(expressions, shape)};
        for (int kind = 0; kind < Concrete::kinds; ++kind)
            concrete_.with_kind(kind, [&]<class N>(std::type_identity<N>) {
                system_.kinds.push_back({layout_of<N>(expressions, shape), leaf_types<N>(expressions, shape)});
            });
        for (std::size_t n = 0; n < system_.nodes.size(); ++n)
            concrete_.with_kind(system_.nodes[n].kind, [&]<class N>(std::type_identity<N>) {
                system_.initial.push_back(numbers(model::unpack<N>(concrete_.initial(0, static_cast<int>(n)), shape)));
            });
        routes_.assign(system_.nodes.size(), model::Routes(Concrete::kinds, std::vector<int>(system_.nodes.size(), -1)));
        for (std::size_t c = 0; c < system_.channels.size(); ++c) {
            const model::NodeInfo& to = system_.nodes[static_cast<std::size_t>(system_.channels[c].to)];
            routes_[static_cast<std::size_t>(system_.channels[c].from)][static_cast<std::size_t>(to.kind)]
                   [static_cast<std::size_t>(to.index)] = static_cast<int>(c);
        }
    }

    /// Events of node `n`, which is an N in the explicit search and an S here.
    template <class N, class S>
    void add_events(int n) {
        int label = 0;
        if constexpr (model::IssuesOperations<N>)
            for (const auto& operation : concrete_.template operations<N>()) {
                const auto issued = literal<typename S::Operation>(operation);
                add_event<S>(n, -1, label++, false, [&](S& node, auto& ctx) { node.access(issued, ctx); });
            }
        if constexpr (model::TakesActions<N>)
            for (const auto& action : concrete_.template actions<N>()) {
                const auto taken = literal<typename S::Action>(action);
                add_event<S>(n, -1, label++, N::fair(action), [&](S& node, auto& ctx) { node.act(taken, ctx); });
            }
        if constexpr (requires(S node, SymbolicContext<Protocol> ctx, Message m) { node.receive(m, ctx); }) {
            const auto received = variables<Message>(Place::message, system_.message.leaves);
            for (std::size_t c = 0; c < system_.channels.size(); ++c)
                if (system_.channels[c].to == n)
                    add_event<S>(n, static_cast<int>(c), 0, true, [&](S& node, auto& ctx) { node.receive(received, ctx); });
        }
    }

    template <class S, class Handler>
    void add_event(int n, int channel, int label, bool fair, Handler&& handler) {
        const model::NodeInfo& node = system_.nodes[static_cast<std::size_t>(n)];
        int sender = -1;
        std::string name = node.name + " ";
        if (channel >= 0) {
            const model::NodeInfo& from = system_.nodes[static_cast<std::size_t>(system_.channels[static_cast<std::size_t>(channel)].from)];
            sender = from.index;
            name += "receives from " + from.name;
        } else {
            name += concrete_.label(n, label);
        }
        const S before = variables<S>(n, system_.kinds[static_cast<std::size_t>(node.kind)].leaves);
        system_.events.push_back({n, channel, name, fair, explore([&] {
            SymbolicContext<Protocol> ctx(config_, routes_[static_cast<std::size_t>(n)], node.index, sender);
            S after = before;
            handler(after, ctx);
            if (ctx.effect.stalled) ctx.effect.sends.clear();
            else ctx.effect.updates = changes(before, after);
            return std::move(ctx.effect);
        })});
    }

    template <class S>
    std::vector<Update> changes(const S& before, const S& after) const {
        std::vector<Expression> old;
        model::for_each_leaf(before, config_.shape, [&](const auto& leaf) { old.push_back(leaf.value); });
        std::vector<Update> updates;
        int next = 0;
        model::for_each_leaf(after, config_.shape, [&](const auto& leaf) {
            if (leaf.value != old[static_cast<std::size_t>(next)]) updates.push_back({next, leaf.value});
            ++next;
        });
        return updates;
    }

    /// A T each of whose leaves is a variable.
    template <class T>
    T variables(int node, const std::vector<const ValueType*>& types) {
        T object{};
        int next = 0;
        model::for_each_leaf(object, config_.shape, [&](auto& leaf) {
            leaf.value = system_.expressions->variable({node, next}, *types[static_cast<std::size_t>(next)]);
            ++next;
        });
        return object;
    }

    template <class C>
    std::vector<int> numbers(const C& object) const {
        std::vector<int> result;
        model::for_each_leaf(object, config_.shape, [&](const auto& leaf) { result.push_back(model::number_of(leaf)); });
        return result;
    }

    /// The constant T that a concrete value stands for.
    template <class T, class C>
    T literal(const C& object) const {
        const std::vector<int> leaves = numbers(object);
        T result{};
        std::size_t next = 0;
        model::for_each_leaf(result, config_.shape, [&](auto& leaf) { leaf.value = leaves[next++]; });
        return result;
    }

    Config config_;
    Concrete concrete_;
    TransitionSystem system_;
    std::vector<model::Routes> routes_;
};

/// The transition system of protocol P in the variant and shape that `config` says.
template <template <class> class P>
TransitionSystem symbolic_system(const typename P<Symbolic>::Config& config) {
    return SymbolicSystem<P>(config).build();
}

}  // namespace tandem::smt
