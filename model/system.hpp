// System: the untimed, nondeterministic transition system of a protocol.
//
// It turns a protocol's nodes and handlers into a `Network`: which node may step, on what, and how. Every thread may issue any
// operation, each channel may deliver, each node may take any internal action. A protocol author writes nodes; this file
// enumerates. See docs/design.md for what a protocol supplies.
#pragma once

#include <concepts>
#include <functional>
#include <tuple>

#include "model/print.hpp"
#include "model/step_context.hpp"

namespace tandem::model {

/// Channels between all nodes of two kinds, in one direction.
template <class NodeKind>
struct ChannelKind {
    NodeKind from, to;
    bool ordered = true;
    int capacity = 1;  // messages, 1..max_channel
};

/// What a protocol supplies. `Nodes` is a tuple of node structs in the order of `NodeKind`.
template <class P>
concept Protocol = requires(const typename P::Config& config, int index) {
    typename P::Domain;
    typename P::Message;
    typename P::Nodes;
    { config.shape } -> std::convertible_to<const Shape&>;
    { P::population(typename P::NodeKind{}, config) } -> std::convertible_to<int>;
    { P::owned_by_core(typename P::NodeKind{}) } -> std::convertible_to<bool>;
    { P::initial_memories(config) } -> std::convertible_to<std::vector<std::vector<int>>>;
    { P::channels(config) } -> std::convertible_to<std::vector<ChannelKind<typename P::NodeKind>>>;
    { P::node_name(typename P::NodeKind{}, index) } -> std::convertible_to<std::string>;
} && DescribedEnum<typename P::Outcome> && DescribedEnum<typename P::NodeKind> && Reflected<typename P::Message>;

/// A node with threads: `access(operation, context)`; `issues` leaves out meaningless operations.
template <class N> concept IssuesOperations = requires { typename N::Operation; };
/// A node with internal actions: `act(action, context)`; `fair` tells which must not be postponed forever.
template <class N> concept TakesActions = requires { typename N::Action; };

/// The monitor that judges nothing.
struct NoMonitor {
    static constexpr bool present = false;
    static constexpr bool values_symmetric = true;
    bool idle = true;
    BOOST_DESCRIBE_CLASS(NoMonitor, (), (idle), (), ())
    static std::optional<NoMonitor> start(const std::vector<int>&) { return NoMonitor{}; }
};

template <Protocol P, Reflected Monitor = NoMonitor>
class System final : public Network {
public:
    using D = typename P::Domain;
    using Config = typename P::Config;
    using Message = typename P::Message;
    using NodeKind = typename P::NodeKind;
    using Nodes = typename P::Nodes;
    static constexpr int kinds = static_cast<int>(std::tuple_size_v<Nodes>);
    static_assert(kinds == enum_size<NodeKind>, "Nodes and NodeKind list the same kinds");
    template <NodeKind K> using Node = std::tuple_element_t<static_cast<std::size_t>(K), Nodes>;

    /// A global state with its types, for properties.
    class View {
    public:
        View(const System& system, const RawState& raw) : system_(system), raw_(raw) {}
        const Config& config() const { return system_.config_; }
        const Monitor& monitor() const { return *static_cast<const Monitor*>(raw_.monitor); }
        /// Calls f(node, index) for each node of kind K.
        template <NodeKind K, class F>
        void each(F&& f) const {
            for (std::size_t n = 0; n < system_.nodes_.size(); ++n)
                if (system_.nodes_[n].kind == static_cast<int>(K))
                    f(*static_cast<const Node<K>*>(raw_.nodes[n]), system_.nodes_[n].index);
        }
        /// Calls f(node, info) for each node of every kind.
        template <class F>
        void each_node(F&& f) const {
            for (std::size_t n = 0; n < system_.nodes_.size(); ++n)
                system_.with_kind(system_.nodes_[n].kind, [&]<class N>(std::type_identity<N>) {
                    f(*static_cast<const N*>(raw_.nodes[n]), system_.nodes_[n]);
                });
        }
        /// Calls f(message, channel) for each message on its way.
        template <class F>
        void each_message(F&& f) const {
            for (const MessageInFlight& m : raw_.messages)
                f(*static_cast<const Message*>(m.message), system_.channels_[static_cast<std::size_t>(m.channel)]);
        }

    private:
        const System& system_;
        const RawState& raw_;
    };

    explicit System(const Config& config) : config_(config) {
        shape_ = config.shape;
        monitored_ = Monitor::present;
        values_symmetric_ = Monitor::values_symmetric;
        for_each_enumerator<typename P::Outcome>([&](auto, const char* name) { outcomes_.push_back(name); });
        for_each_enumerator<NodeKind>([&](NodeKind kind, const char*) {
            for (int i = 0; i < P::population(kind, config_); ++i)
                nodes_.push_back({P::node_name(kind, i), static_cast<int>(kind), i, P::owned_by_core(kind) ? i : -1});
        });
        for (const std::vector<int>& memory : P::initial_memories(config_))
            if (Monitor::start(memory)) initial_.push_back(memory);
        make_channels();
        for (const NodeInfo& node : nodes_) list_labels(node);
    }

    const Config& config() const { return config_; }

    // ---- properties: what a protocol or a spec states of this system ----

    void add_invariant(std::string name, std::string sentence, std::function<bool(const View&)> holds) {
        properties_.push_back({std::move(name), std::move(sentence), PropertyKind::invariant, int(invariants_.size())});
        invariants_.push_back(std::move(holds));
    }
    /// `holds(before, after, step)` of every step of a node of kind K.
    template <NodeKind K>
    void add_step_property(std::string name, std::string sentence,
                           std::function<bool(const Node<K>&, const Node<K>&, const LocalStep&)> holds) {
        properties_.push_back({std::move(name), std::move(sentence), PropertyKind::step, int(step_properties_.size())});
        step_properties_.push_back([holds](int kind, const void* before, const void* after, const LocalStep& step) {
            return kind != static_cast<int>(K) ||
                   holds(*static_cast<const Node<K>*>(before), *static_cast<const Node<K>*>(after), step);
        });
    }
    void add_property(Property property) { properties_.push_back(std::move(property)); }
    void add_can_happen(typename P::Outcome outcome) {
        properties_.push_back({std::string("can-happen:") + name_of(outcome), "every handler outcome can happen",
                               PropertyKind::can_happen, static_cast<int>(outcome)});
    }

    // ---- Network ----

    int initial_states() const override { return static_cast<int>(initial_.size()); }
    Packed initial(int which, int node) const override {
        const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
        return with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
            N state{};
            state.start(config_, initial_[static_cast<std::size_t>(which)]);
            return pack(state, shape_);
        });
    }
    Packed initial_monitor(int which) const override {
        return pack(*Monitor::start(initial_[static_cast<std::size_t>(which)]), shape_);
    }

    void spontaneous(int node, const Packed& state, std::vector<LocalStep>& out) const override {
        const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
        with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
            const N before = unpack<N>(state, shape_);
            int label = 0;
            if constexpr (IssuesOperations<N>)
                for (const auto& operation : operations<N>())
                    run(info, -1, before, label++, false, out, [&](N& n, auto& ctx) { n.access(operation, ctx); });
            if constexpr (TakesActions<N>)
                for (const auto& action : actions<N>())
                    run(info, -1, before, label++, N::fair(action), out, [&](N& n, auto& ctx) { n.act(action, ctx); });
        });
    }
    void receive(int node, int channel, const Packed& state, const Packed& message, std::vector<LocalStep>& out) const override {
        const NodeInfo& info = nodes_[static_cast<std::size_t>(node)];
        const int sender = nodes_[static_cast<std::size_t>(channels_[static_cast<std::size_t>(channel)].from)].index;
        with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
            if constexpr (requires(N n, StepContext<P> ctx, Message m) { n.receive(m, ctx); }) {
                const Message received = unpack<Message>(message, shape_);
                run(info, sender, unpack<N>(state, shape_), 0, true, out, [&](N& n, auto& ctx) { n.receive(received, ctx); });
            }
        });
    }
    std::optional<Packed> observe(const Packed& monitor, const std::vector<Event<Concrete>>& events) const override {
        if constexpr (Monitor::present) {
            Monitor state = unpack<Monitor>(monitor, shape_);
            for (const auto& event : events)
                if (!state.observe(event)) return std::nullopt;
            return pack(state, shape_);
        } else {
            return monitor;
        }
    }

    Packed permuted_node(int kind, const Packed& state, const Permutation& p, int owner) const override {
        return with_kind(kind, [&]<class N>(std::type_identity<N>) {
            return pack(permuted(unpack<N>(state, shape_), p, owner), shape_);
        });
    }
    Packed permuted_message(const Packed& message, const Permutation& p, int owner) const override {
        return pack(permuted(unpack<Message>(message, shape_), p, owner), shape_);
    }
    Packed permuted_monitor(const Packed& monitor, const Permutation& p) const override {
        return pack(permuted(unpack<Monitor>(monitor, shape_), p, 0), shape_);
    }

    std::shared_ptr<const void> node_object(int kind, const Packed& state) const override {
        return with_kind(kind, [&]<class N>(std::type_identity<N>) { return shared<N>(state); });
    }
    std::shared_ptr<const void> message_object(const Packed& message) const override {
        return shared<Message>(message);
    }
    std::shared_ptr<const void> monitor_object(const Packed& monitor) const override {
        return shared<Monitor>(monitor);
    }

    bool holds(int invariant, const RawState& state) const override {
        return invariants_[static_cast<std::size_t>(invariant)](View(*this, state));
    }
    bool idle(int kind, const Packed& state) const override {
        return with_kind(kind, [&]<class N>(std::type_identity<N>) { return unpack<N>(state, shape_).idle(); });
    }
    std::uint64_t owes(int kind, const Packed& state) const override {
        return with_kind(kind, [&]<class N>(std::type_identity<N>) -> std::uint64_t {
            if constexpr (requires(const N n) { n.owes(); }) return unpack<N>(state, shape_).owes();
            else return 0;
        });
    }

    std::string label(int node, int label) const override {
        return labels_[static_cast<std::size_t>(node)][static_cast<std::size_t>(label)];
    }
    std::string describe_message(const Packed& message) const override {
        return one_line(unpack<Message>(message, shape_), shape_);
    }
    std::vector<Field> describe_node(int kind, const Packed& state) const override {
        return with_kind(kind, [&]<class N>(std::type_identity<N>) { return fields(unpack<N>(state, shape_)); });
    }
    std::vector<Field> describe_monitor(const Packed& monitor) const override { return fields(unpack<Monitor>(monitor, shape_)); }
    std::string describe_event(const Event<Concrete>& event) const override { return one_line(event, shape_); }

    /// Calls f(std::type_identity<N>) with the node type N of `kind`.
    template <class F>
    decltype(auto) with_kind(int kind, F&& f) const {
        return boost::mp11::mp_with_index<static_cast<std::size_t>(kinds)>(static_cast<std::size_t>(kind), [&](auto k) -> decltype(auto) {
            return f(std::type_identity<std::tuple_element_t<k, Nodes>>{});
        });
    }

    /// The meaningful operations of a node's threads, in the order of their labels.
    template <class N>
    std::vector<typename N::Operation> operations() const {
        auto list = all_values<typename N::Operation>(shape_);
        std::erase_if(list, [&](const auto& operation) { return !N::issues(operation, config_); });
        return list;
    }
    template <class N>
    std::vector<typename N::Action> actions() const {
        auto list = all_values<typename N::Action>(shape_);
        std::erase_if(list, [&](const auto& action) { return !N::offers(action, config_); });
        return list;
    }

private:
    template <class E, class F>
    static void for_each_enumerator(F&& f) {
        boost::mp11::mp_for_each<boost::describe::describe_enumerators<E>>([&](auto d) { f(d.value, d.name); });
    }

    void make_channels() {
        routes_.assign(nodes_.size(), Routes(static_cast<std::size_t>(kinds)));
        for (auto& routes : routes_)
            for (int k = 0; k < kinds; ++k)
                routes[static_cast<std::size_t>(k)].assign(static_cast<std::size_t>(P::population(static_cast<NodeKind>(k), config_)), -1);
        for (const auto& decl : P::channels(config_))
            for (std::size_t f = 0; f < nodes_.size(); ++f)
                for (std::size_t t = 0; t < nodes_.size(); ++t)
                    if (f != t && nodes_[f].kind == static_cast<int>(decl.from) && nodes_[t].kind == static_cast<int>(decl.to)) {
                        routes_[f][static_cast<std::size_t>(decl.to)][static_cast<std::size_t>(nodes_[t].index)] = int(channels_.size());
                        channels_.push_back({nodes_[f].name + " to " + nodes_[t].name, int(f), int(t), decl.ordered, decl.capacity});
                    }
    }

    void list_labels(const NodeInfo& info) {
        auto& list = labels_.emplace_back();
        with_kind(info.kind, [&]<class N>(std::type_identity<N>) {
            if constexpr (IssuesOperations<N>)
                for (const auto& operation : operations<N>()) list.push_back(N::text(operation));
            if constexpr (TakesActions<N>)
                for (const auto& action : actions<N>()) list.push_back(N::text(action));
        });
    }

    template <class N, class F>
    void run(const NodeInfo& info, int sender, const N& before, int label, bool fair, std::vector<LocalStep>& out, F&& handler) const {
        Choices choices;
        do {
            choices.start();
            StepContext<P> ctx(config_, routes_[static_cast<std::size_t>(&info - nodes_.data())], info.index, sender, choices);
            N after = before;
            handler(after, ctx);
            ctx.step.label = label;
            if (ctx.stalled) {
                out.push_back({.label = label, .outcomes = ctx.step.outcomes, .stalled = true});
                continue;
            }
            ctx.step.fair = fair;
            ctx.step.next = pack(after, shape_);
            for (std::size_t i = 0; i < step_properties_.size(); ++i)
                if (!step_properties_[i](info.kind, &before, &after, ctx.step)) ctx.step.broken |= 1u << i;
            out.push_back(std::move(ctx.step));
        } while (choices.next_run());
    }

    template <class T>
    std::shared_ptr<const void> shared(const Packed& packed) const {
        return {new T(unpack<T>(packed, shape_)), [](const T* object) { delete object; }};
    }

    template <class T>
    std::vector<Field> fields(const T& object) const {
        std::vector<Field> list;
        append_fields(object, shape_, "", list);
        return list;
    }

    Config config_;
    std::vector<std::vector<int>> initial_;         // memory's contents in each initial state that the monitor admits
    std::vector<Routes> routes_;                    // by node
    std::vector<std::vector<std::string>> labels_;  // by node, then label
    std::vector<std::function<bool(const View&)>> invariants_;
    std::vector<std::function<bool(int, const void*, const void*, const LocalStep&)>> step_properties_;
};

}  // namespace tandem::model
