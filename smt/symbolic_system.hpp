// From a protocol's text to a transition system as data: each handler is run on all its paths.
//
// The lists of nodes, channels, operations and actions are those of `model::System`, so both speak of the same system. Which kinds
// of message a channel carries is found first (what nobody sends is never received), for it keeps impossible paths out.
#pragma once

#include "model/system.hpp"
#include "smt/names.hpp"
#include "smt/symbolic_context.hpp"
#include "smt/transition_system.hpp"
#include "smt/usage.hpp"

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
        bool complete;
        do {
            system_.events.clear();
            for (std::size_t n = 0; n < system_.nodes.size(); ++n)
                concrete_.with_kind(system_.nodes[n].kind, [&]<class N>(std::type_identity<N>) {
                    add_events<N, std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>>(static_cast<int>(n));
                });
            complete = !note_what_is_sent();
        } while (!complete);
        find_symmetries();
        return std::move(system_);
    }

private:
    /// For each leaf of a message, bit v: an event is known to send v there. Only enumerations are asked for.
    using Carried = std::vector<std::uint64_t>;

    /// Adds what the events send to what the channels carry; false if that was known.
    bool note_what_is_sent() {
        bool news = false;
        const auto note = [&](const Effect& effect, const auto&) {
            for (const Sending& sending : effect.sends) {
                Carried& carried = carried_[static_cast<std::size_t>(sending.channel)];
                for (std::size_t i = 0; i < carried.size(); ++i) {
                    const Expression& field = sending.message[i];
                    const std::uint64_t values = field.is_constant() ? std::uint64_t(1) << field.constant() : ~std::uint64_t(0);
                    news = news || (values & ~carried[i]) != 0;
                    carried[i] |= values;
                }
            }
        };
        for (const Event& event : system_.events) for_each_effect(event.tree, note);
        return news;
    }

    std::vector<Exclusion> never_received(int channel, const Message& received) const {
        std::vector<Exclusion> exclusions;
        std::size_t i = 0;
        model::for_each_leaf(received, config_.shape, [&](const auto& leaf) {
            const ValueType& type = *system_.message.leaves[i];
            const std::uint64_t carried = carried_[static_cast<std::size_t>(channel)][i++];
            for (int v = 0; type.kind == ValueType::Kind::enumeration && v < type.cardinality; ++v)
                if (!(carried >> v & 1)) exclusions.push_back({leaf.value, v});
        });
        return exclusions;
    }

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
        note_usage<Message>(system_.message.layout, expressions, shape, next_record_);
        for (int kind = 0; kind < Concrete::kinds; ++kind)
            concrete_.with_kind(kind, [&]<class N>(std::type_identity<N>) {
                system_.kinds.push_back({layout_of<N>(expressions, shape), leaf_types<N>(expressions, shape)});
                note_usage<std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>>(system_.kinds.back().layout, expressions, shape, next_record_);
            });
        for (int which = 0; which < concrete_.initial_states(); ++which) {
            auto& nodes = system_.initial.emplace_back();
            for (std::size_t n = 0; n < system_.nodes.size(); ++n)
                concrete_.with_kind(system_.nodes[n].kind, [&]<class N>(std::type_identity<N>) {
                    nodes.push_back(numbers(model::unpack<N>(concrete_.initial(which, static_cast<int>(n)), shape)));
                });
        }
        carried_.assign(system_.channels.size(), Carried(system_.message.leaves.size()));
        const model::Exits nowhere{model::Routes(Concrete::kinds, std::vector<int>(system_.nodes.size(), -1)),
                                   model::Routes(Concrete::kinds, std::vector<int>(model::max_extent, -1))};
        exits_.assign(system_.nodes.size(), std::vector<model::Exits>(model::max_networks, nowhere));
        for (std::size_t c = 0; c < system_.channels.size(); ++c) {
            const model::ChannelInfo& channel = system_.channels[c];
            const model::NodeInfo& to = system_.nodes[static_cast<std::size_t>(channel.to)];
            const auto kind = static_cast<std::size_t>(to.kind);
            model::Exits& exits = exits_[static_cast<std::size_t>(channel.from)][static_cast<std::size_t>(channel.network)];
            exits.by_index[kind][static_cast<std::size_t>(to.index)] = static_cast<int>(c);
            if (to.owner >= 0) exits.by_core[kind][static_cast<std::size_t>(to.owner)] = static_cast<int>(c);
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
                note_names(operation);
            }
        if constexpr (model::TakesActions<N>)
            for (const auto& action : concrete_.template actions<N>()) {
                const auto taken = literal<typename S::Action>(action);
                add_event<S>(n, -1, label++, N::fair(action), [&](S& node, auto& ctx) { node.act(taken, ctx); });
                note_names(action);
            }
        if constexpr (requires(S node, SymbolicContext<Protocol> ctx, Message m) { node.receive(m, ctx); }) {
            const auto received = variables<Message>(Place::message, system_.message.leaves);
            for (std::size_t c = 0; c < system_.channels.size(); ++c)
                if (system_.channels[c].to == n && carried_[c][0] != 0)
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
            sender = from.owner;
            name += "receives from " + from.name;
        } else {
            name += concrete_.label(n, label);
        }
        std::vector<Exclusion> exclusions;
        if (channel >= 0) exclusions = never_received(channel, variables<Message>(Place::message, system_.message.leaves));
        const S before = variables<S>(n, system_.kinds[static_cast<std::size_t>(node.kind)].leaves);
        system_.events.push_back({n, channel, name, fair, explore(exclusions, [&] {
            SymbolicContext<Protocol> ctx(config_, exits_[static_cast<std::size_t>(n)], node.index, node.owner, sender);
            S after = before;
            handler(after, ctx);
            if (ctx.effect.stalled) {
                ctx.effect.sends.clear();
            } else {
                normalise_changes(before, after);
                ctx.effect.updates = changes(before, after);
            }
            return std::move(ctx.effect);
        }), label});
    }

    /// What the last event's operation or action says of itself.
    template <class T>
    void note_names(const T& item) {
        Event& event = system_.events.back();
        for_each_name(item, [&](model::Sort sort, int number) { event.names.emplace_back(sort, number); });
        model::for_each_member(item, [&]<class M>(const char*, const M& member) {
            if constexpr (model::DescribedEnum<M>) event.kind = event.kind.empty() ? model::name_of(member) : event.kind;
        });
    }

    // ---- symmetries -------------------------------------------------------------------------------------------------

    void find_symmetries() {
        for (const model::Sort sort : {model::Sort::core, model::Sort::thread, model::Sort::address, model::Sort::value})
            for (int a = 0; a < config_.shape[sort]; ++a)
                for (int b = a + 1; b < config_.shape[sort]; ++b) {
                    model::Permutation p;
                    const auto exchange = [&](model::Permutation::Names& names) {
                        std::swap(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
                    };
                    if (sort == model::Sort::core) exchange(p.core);
                    else if (sort == model::Sort::address) exchange(p.address);
                    else if (sort == model::Sort::value) exchange(p.value);
                    else for (auto& names : p.thread) exchange(names);
                    if (!concrete_.symmetric(p)) continue;
                    Exchange found{sort, a, b, {}};
                    for (const Event& event : system_.events)
                        if (const int image = image_of_event(event, p); image >= 0) found.events.push_back(image);
                    if (found.events.size() == system_.events.size()) system_.symmetries.push_back(std::move(found));
                }
    }

    /// The index of the event that `p` makes of `event`, or -1.
    int image_of_event(const Event& event, const model::Permutation& p) {
        const int node = image_of_node(event.node, p);
        int channel = -1, label = event.label;
        if (event.channel >= 0) {
            const model::ChannelInfo& from = system_.channels[static_cast<std::size_t>(event.channel)];
            for (std::size_t c = 0; c < system_.channels.size(); ++c) {
                const model::ChannelInfo& to = system_.channels[c];
                if (to.from == image_of_node(from.from, p) && to.to == node && to.network == from.network) channel = static_cast<int>(c);
            }
        } else {
            const model::NodeInfo& info = system_.nodes[static_cast<std::size_t>(event.node)];
            concrete_.with_kind(info.kind, [&]<class N>(std::type_identity<N>) { label = image_of_label<N>(event.label, p, info.owner); });
        }
        for (std::size_t e = 0; e < system_.events.size(); ++e) {
            const Event& other = system_.events[e];
            if (other.node == node && other.channel == channel && other.label == label) return static_cast<int>(e);
        }
        return -1;
    }

    int image_of_node(int n, const model::Permutation& p) const {
        const model::NodeInfo& info = system_.nodes[static_cast<std::size_t>(n)];
        if (info.owner < 0) return n;
        int nth = 0, found = n;  // a core's nodes of one kind keep their order
        for (const model::NodeInfo& other : system_.nodes) nth += other.kind == info.kind && other.owner == info.owner && other.index < info.index;
        for (std::size_t m = 0; m < system_.nodes.size(); ++m) {
            const model::NodeInfo& other = system_.nodes[m];
            if (other.kind == info.kind && other.owner == p.core[static_cast<std::size_t>(info.owner)] && nth-- == 0) found = static_cast<int>(m);
        }
        return found;
    }

    template <class N>
    int image_of_label(int label, const model::Permutation& p, int owner) {
        int before = 0;
        if constexpr (model::IssuesOperations<N>) {
            const auto operations = concrete_.template operations<N>();
            if (label < static_cast<int>(operations.size())) return image_in(operations, label, p, owner);
            before = static_cast<int>(operations.size());
        }
        if constexpr (model::TakesActions<N>) {
            const int image = image_in(concrete_.template actions<N>(), label - before, p, owner);
            return image < 0 ? -1 : before + image;
        }
        return -1;
    }

    /// Which of `list` the renamed item is. A name that does not matter is 0 in the whole list, so where `p` renames that, 0 fits too.
    template <class List>
    int image_in(const List& list, int which, const model::Permutation& p, int owner) const {
        const std::vector<int> old = numbers(list[static_cast<std::size_t>(which)]);
        const std::vector<int> renamed = numbers(model::permuted(list[static_cast<std::size_t>(which)], p, owner));
        std::vector<bool> name;
        auto item = list[static_cast<std::size_t>(which)];
        model::for_each_leaf(item, config_.shape, [&]<class L>(const L&) { name.push_back(model::is_id<L>); });
        int fits = -1;
        for (std::size_t i = 0; i < list.size(); ++i) {
            const std::vector<int> other = numbers(list[i]);
            if (other == renamed) return static_cast<int>(i);
            bool fit = true;
            for (std::size_t k = 0; k < other.size(); ++k) fit = fit && (other[k] == renamed[k] || (name[k] && other[k] == 0 && old[k] == 0));
            if (fit) fits = static_cast<int>(i);
        }
        return fits;
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
    int next_record_ = Place::message - 1;
    std::vector<std::vector<model::Exits>> exits_;  // by node, then virtual network
    std::vector<Carried> carried_;                  // by channel
};

/// The transition system of protocol P in the variant and shape that `config` says.
template <template <class> class P>
TransitionSystem symbolic_system(const typename P<Symbolic>::Config& config) {
    return SymbolicSystem<P>(config).build();
}

}  // namespace tandem::smt
