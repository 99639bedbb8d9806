// A global state of symbols: what it consists of, how it begins, and an expression for each of its leaves.
//
// It has the leaves of the explicit search's states in the same order. Where moments, leases and data are unbounded, it also says
// that they are.
#pragma once

#include <algorithm>
#include <map>

#include "model/system.hpp"
#include "smt/prove/objects.hpp"
#include "smt/prove/problem.hpp"
#include "smt/prove/value_sets.hpp"
#include "smt/symbolic_context.hpp"
#include "smt/symbolic_view.hpp"
#include "smt/usage.hpp"

namespace tandem::smt {

/// P and M are templates over domains: a protocol and a monitor.
template <template <class> class P, template <class> class M>
class SymbolicState {
    static_assert(model::rules::protocol<P<Symbolic>, SymbolicContext<P<Symbolic>>, true>());

public:
    using Protocol = P<Symbolic>;
    using Monitor = M<Symbolic>;
    /// In the domain that has room for as many names as symbols have.
    using Numbers = model::Wide;
    using Concrete = model::System<P<Numbers>, M<Numbers>>;
    using Config = typename Protocol::Config;
    using Rules = typename Concrete::Rules;
    using Message = typename Protocol::Message;

    using Contents = SymbolicContents<Message>;

    /// Describes the state in `problem`, which must outlive it.
    SymbolicState(const Config& config, Limits limits, Problem& problem, Rules rules = {})
        : concrete_(config, rules),
          config_(config),
          shown_(config),
          rules_(std::move(rules)),
          limits_(limits),
          problem_(problem) {
        if (limits_ == Limits::none) config_.shape.time_max = unbounded;
        shown_ = config_;
        if (const UniformityWatch* watch = UniformityWatch::current()) shown_.shape = watch->seen(config_.shape);
        describe();
    }

    Problem& problem() const { return problem_; }
    const Concrete& concrete() const { return concrete_; }
    const Config& config() const { return config_; }
    /// What handlers are told of it (uniformity_watch.hpp).
    const Config& shown() const { return shown_; }
    const Rules& rules() const { return rules_; }
    Limits limits() const { return limits_; }
    const std::vector<model::NodeInfo>& nodes() const { return concrete_.nodes(); }
    const std::vector<model::ChannelInfo>& channels() const { return concrete_.channels(); }
    const Segment& of_node(int n) const { return problem_.segments[static_cast<std::size_t>(n)]; }
    const Segment& of_monitor() const { return problem_.segments[static_cast<std::size_t>(monitor_segment())]; }
    int contents_segment(int c) const { return monitor_segment() + 1 + c; }
    const Segment& of_channel(int c) const { return problem_.segments[static_cast<std::size_t>(contents_segment(c))]; }
    /// Where each node's messages go, by virtual network.
    const std::vector<model::Exits>& exits(int n) const { return exits_[static_cast<std::size_t>(n)]; }

    // The symbols, once they are made.
    template <class N>
    const N& node(int n) const { return *static_cast<const N*>(object(n)); }
    const void* object(int n) const { return node_objects_[static_cast<std::size_t>(n)].get(); }
    const Monitor& monitor() const { return monitor_; }
    const std::vector<Contents>& contents() const { return contents_; }

    /// The symbolic type of the explicit search's node type N.
    template <class N>
    using SymbolicNode = std::tuple_element_t<boost::mp11::mp_find<typename Concrete::Nodes, N>::value, typename Protocol::Nodes>;

    /// Makes the symbols: a variable for each leaf, or the one value that it can have.
    void make_symbols(const ValueSets& possible) {
        for (std::size_t s = 0; s < problem_.segments.size(); ++s) {
            const Segment& segment = problem_.segments[s];
            const int count = segment.kind == Segment::Kind::channel ? 1 + segment.places * segment.leaves : segment.leaves;
            for (int i = 0; i < count; ++i) {
                const auto v = static_cast<std::size_t>(segment.first + i);
                StateVariable& variable = problem_.variables[v];
                if (const auto only = possible.only(v)) variable.expression = *only;
                else
                    variable.expression =
                        problem_.expressions->variable({static_cast<int>(s), i}, *variable.type, variable.low, variable.high);
            }
        }
        node_objects_.clear();
        for (std::size_t n = 0; n < nodes().size(); ++n)
            boost::mp11::mp_with_index<Concrete::kinds>(static_cast<std::size_t>(nodes()[n].kind), [&](auto kind) {
                using S = std::tuple_element_t<kind, typename Protocol::Nodes>;
                node_objects_.push_back(std::make_shared<S>(symbols<S>(problem_.segments[n].first)));
            });
        monitor_ = symbols<Monitor>(of_monitor().first);
        contents_.clear();
        for (std::size_t c = 0; c < channels().size(); ++c) {
            const Segment& segment = of_channel(static_cast<int>(c));
            auto& [size, places] = contents_.emplace_back();
            size = problem_.variables[static_cast<std::size_t>(segment.first)].expression;
            for (int k = 0; k < segment.places; ++k) places.push_back(symbols<Message>(segment.first + 1 + k * segment.leaves));
        }
    }
private:
    int monitor_segment() const { return static_cast<int>(nodes().size()); }
    void describe() {
        Expressions& expressions = *problem_.expressions;
        const model::Shape& shape = concrete_.shape();
        problem_.shape = shape;
        problem_.outcomes = concrete_.outcomes();
        if constexpr (requires { M<Numbers>::watched; }) problem_.singled_out = M<Numbers>::watched;
        for (std::size_t n = 0; n < nodes().size(); ++n)
            concrete_.with_kind(nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                add_segment<N, SymbolicNode<N>>({Segment::Kind::node, nodes()[n].name, "node" + std::to_string(nodes()[n].kind),
                                                 nodes()[n].owner, static_cast<int>(n), 0, layout_of<N>(expressions, shape)});
            });
        using ConcreteMonitor = M<Numbers>;
        add_segment<ConcreteMonitor, Monitor>(
            {Segment::Kind::monitor, "monitor", "monitor", no_coordinate, 0, 0, layout_of<ConcreteMonitor>(expressions, shape)});
        for (std::size_t c = 0; c < channels().size(); ++c) {
            const auto& from = nodes()[static_cast<std::size_t>(channels()[c].from)];
            const auto& to = nodes()[static_cast<std::size_t>(channels()[c].to)];
            const std::string pattern = "channel" + std::to_string(from.kind) + "to" + std::to_string(to.kind) + "on" +
                                        std::to_string(channels()[c].network);
            const bool between = from.owner >= 0 && to.owner >= 0 && from.owner != to.owner;
            add_segment<typename Concrete::Message, Message>(
                {Segment::Kind::channel, channels()[c].name, pattern, to.owner >= 0 ? to.owner : from.owner, static_cast<int>(c),
                 0, layout_of<typename Concrete::Message>(expressions, shape), channels()[c].capacity, 0,
                 between ? from.owner : Segment::no_core, channels()[c].ordered});
        }
        for (int which = 0; which < concrete_.initial_states(); ++which) add_initial(which);
        free_memory();
        find_exchanges();
        make_exits();
    }

    /// Of T in the explicit search, an S here.
    template <class T, class S>
    void add_segment(Segment segment) {
        Expressions& expressions = *problem_.expressions;
        note_usage<S>(segment.layout, expressions, concrete_.shape(), next_record_);
        segment.first = static_cast<int>(problem_.variables.size());
        const LayoutPlaces places = places_of(segment.layout);
        const std::vector<const ValueType*> types = leaf_types<T>(expressions, concrete_.shape());
        segment.leaves = static_cast<int>(types.size());
        const bool channel = segment.kind == Segment::Kind::channel;
        if (channel) {
            const ValueType& size = expressions.type({ValueType::Kind::number, "", segment.places + 1, {}});
            problem_.variables.push_back({segment.name + ".size", &size, 0, segment.places, 0});
        }
        for (int place = 0; place < segment.places; ++place)
            for (std::size_t i = 0; i < types.size(); ++i) {
                const std::string name =
                    segment.name + (channel ? "[" + std::to_string(place) + "]" : "") + "." + places.leaves[i].name;
                StateVariable variable{name, types[i], 0, types[i]->cardinality - 1, 0};
                release(variable, places.leaves[i].role);
                problem_.variables.push_back(std::move(variable));
            }
        problem_.segments.push_back(std::move(segment));
    }

    /// Takes the limits away that a moment, a data value or a counter does not have here.
    void release(StateVariable& variable, LeafRole role) {
        const bool moment = variable.type->name == "time" || is_instant(*variable.type), data = variable.type->name == "value";
        const bool counter =
            variable.type->kind == ValueType::Kind::number && variable.type->name.empty() && role != LeafRole::size;
        const bool always = limits_ == Limits::none, never = limits_ == Limits::all;
        if ((moment && always) || (data && !never) || (counter && always)) variable.high = unbounded;
        if (counter && always) variable.low = -unbounded;
    }

    void add_initial(int which) {
        std::vector<int> state(problem_.variables.size());
        for (std::size_t n = 0; n < nodes().size(); ++n)
            concrete_.with_kind(nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                put(model::unpack<N>(concrete_.initial(which, static_cast<int>(n)), concrete_.shape()), static_cast<int>(n),
                    state);
            });
        put(model::unpack<M<Numbers>>(concrete_.initial_monitor(which), concrete_.shape()), monitor_segment(), state);
        problem_.initial.push_back(std::move(state));
    }
    template <class T>
    void put(const T& object, int segment, std::vector<int>& state) const {
        auto next = static_cast<std::size_t>(problem_.segments[static_cast<std::size_t>(segment)].first);
        model::for_each_leaf(object, concrete_.shape(), [&]<class L>(const L& leaf) {
            state[next++] = model::number_of(leaf);
        });
    }
    /// Memory may hold any data at first, unless a monitor that plays programs chooses what it holds. A leaf of data that differs
    /// between the initial states is memory's, or what a monitor knows of it, and what is not singled out stands for all that is
    /// not. Two leaves that are alike in all initial states hold one datum: texts only copy data, so nothing else makes them so.
    void free_memory() {
        std::vector<std::vector<int>>& initial = problem_.initial;
        if (limits_ == Limits::all || model::PlaysPrograms<Monitor>) return;
        std::map<std::vector<int>, std::vector<std::size_t>> alike;  // by what they hold in each initial state
        for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
            if (problem_.variables[v].type->name != "value") continue;
            std::vector<int> held;
            for (const auto& state : initial) held.push_back(state[v]);
            if (std::any_of(held.begin(), held.end(), [&](int n) { return n != held[0]; })) alike[held].push_back(v);
        }
        std::vector<std::vector<std::size_t>> together;
        for (auto& [held, leaves] : alike) together.push_back(std::move(leaves));
        std::sort(together.begin(), together.end());
        for (auto& state : initial) {
            int datum = 0;
            for (const auto& leaves : together) {
                if (state[leaves[0]] == problem_.singled_out) continue;
                --datum;
                for (const std::size_t v : leaves) state[v] = datum;
            }
        }
        std::sort(initial.begin(), initial.end());
        initial.erase(std::unique(initial.begin(), initial.end()), initial.end());
    }

    void find_exchanges() {
        for (const model::Sort sort : {model::Sort::core, model::Sort::thread, model::Sort::address})
            for (int a = 0; a < concrete_.shape()[sort]; ++a)
                for (int b = a + 1; b < concrete_.shape()[sort]; ++b) {
                    model::Permutation p;
                    const auto exchange = [&](model::Permutation::Names& names) {
                        std::swap(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]);
                    };
                    if (sort == model::Sort::core) exchange(p.core);
                    else if (sort == model::Sort::address) exchange(p.address);
                    else for (auto& names : p.thread) exchange(names);
                    if (concrete_.symmetric(p)) problem_.exchanges.push_back({sort, {a, b}});
                }
    }

    void make_exits() {
        const model::Exits nowhere{model::Routes(Concrete::kinds, std::vector<int>(nodes().size(), -1)),
                                   model::Routes(Concrete::kinds, std::vector<int>(model::max_extent, -1))};
        exits_.assign(nodes().size(), std::vector<model::Exits>(model::max_networks, nowhere));
        for (std::size_t c = 0; c < channels().size(); ++c) {
            const model::ChannelInfo& channel = channels()[c];
            const model::NodeInfo& to = nodes()[static_cast<std::size_t>(channel.to)];
            model::Exits& exits = exits_[static_cast<std::size_t>(channel.from)][static_cast<std::size_t>(channel.network)];
            exits.by_index[static_cast<std::size_t>(to.kind)][static_cast<std::size_t>(to.index)] = static_cast<int>(c);
            if (to.owner >= 0)
                exits.by_core[static_cast<std::size_t>(to.kind)][static_cast<std::size_t>(to.owner)] = static_cast<int>(c);
        }
    }

    template <class T>
    T symbols(int first) const {
        T object{};
        auto next = static_cast<std::size_t>(first);
        model::for_each_leaf(object, concrete_.shape(), [&](auto& leaf) { leaf.value = problem_.variables[next++].expression; });
        return object;
    }
    Concrete concrete_;
    Config config_, shown_;
    Rules rules_;
    Limits limits_;
    Problem& problem_;
    int next_record_ = Place::message - 1;
    std::vector<std::shared_ptr<void>> node_objects_;
    Monitor monitor_;
    std::vector<Contents> contents_;
    std::vector<std::vector<model::Exits>> exits_;
};

}  // namespace tandem::smt
