// From texts to a proof problem: every handler, the monitor and the properties are run on all their paths.
//
// `ProblemBuilder` takes properties the way `model::System` does, so the lines that state them for the explicit search state them
// for proofs. To keep the paths few, the values that each finite variable can have are found first: a set for each variable
// that no path leaves (an interval analysis with sets). These sets become clauses of the invariant, and are proved with it.
#pragma once

#include <bit>
#include <set>

#include "model/system.hpp"
#include "smt/names.hpp"
#include "smt/prove/objects.hpp"
#include "smt/prove/problem.hpp"
#include "smt/prove/tick.hpp"
#include "smt/symbolic_context.hpp"
#include "smt/usage.hpp"

namespace tandem::smt {

struct ProofOptions {
    bool unbounded = true;  // moments, leases and data; otherwise they are as the configuration says
};

/// P and Monitor are templates over domains.
template <template <class> class P, template <class> class Monitor>
class ProblemBuilder {
public:
    using D = Symbolic;
    using Protocol = P<Symbolic>;
    using Concrete = model::System<P<model::Concrete>, Monitor<model::Concrete>>;
    using Config = typename Protocol::Config;
    using Message = typename Protocol::Message;
    using NodeKind = typename Protocol::NodeKind;
    template <NodeKind K> using Node = std::tuple_element_t<static_cast<std::size_t>(K), typename Protocol::Nodes>;

    /// A step, for step properties.
    struct Step {
        std::uint64_t outcomes;
        std::vector<model::Event<Symbolic>> events;
    };

    /// A global state of symbols; `only` restricts it to one segment.
    class View {
    public:
        using D = Symbolic;
        explicit View(const ProblemBuilder& builder, int only = -1) : builder_(builder), only_(only) {}
        const Config& config() const { return builder_.symbolic_config_; }
        static model::Instant<D> now() { return SymbolicContext<Protocol>::now(); }
        const Monitor<Symbolic>& monitor() const { return builder_.monitor_; }
        template <NodeKind K, class F>
        void each(F&& f) const {
            for (std::size_t n = 0; n < builder_.nodes().size(); ++n)
                if (builder_.nodes()[n].kind == static_cast<int>(K) && shown(static_cast<int>(n)))
                    f(builder_.template node<Node<K>>(static_cast<int>(n)), builder_.nodes()[n].index);
        }
        template <class F>
        void each_message(F&& f) const {
            for (std::size_t c = 0; c < builder_.channels().size(); ++c) {
                if (!shown(builder_.channel_segment(static_cast<int>(c)))) continue;
                const auto& [size, places] = builder_.contents_[c];
                for (std::size_t k = 0; k < places.size(); ++k)
                    if (Flag(less(static_cast<int>(k), size))) f(places[k], builder_.channels()[c]);
            }
        }

    private:
        bool shown(int segment) const { return only_ < 0 || only_ == segment; }
        const ProblemBuilder& builder_;
        int only_;
    };

    ProblemBuilder(const Config& config, ProofOptions options) : concrete_(config), symbolic_config_(config), options_(options) {
        if (options_.unbounded) symbolic_config_.shape.time_max = unbounded;
        for (const model::ChannelInfo& channel : concrete_.channels())
            if (!channel.ordered && channel.capacity > 1)
                throw std::invalid_argument("proofs need ordered channels, or channels of one message; " + channel.name + " is neither");
        describe();
        find_possible_values();
    }

    const Config& config() const { return symbolic_config_; }
    const std::vector<model::NodeInfo>& nodes() const { return concrete_.nodes(); }
    const std::vector<model::ChannelInfo>& channels() const { return concrete_.channels(); }

    template <class Holds>
    void add_invariant(std::string name, std::string sentence, Holds holds) {
        Claim claim{std::move(name), std::move(sentence)};
        each_failure([&] { return holds(View(*this)); }, [&](const auto& path) { claim.clauses.push_back(unless(path)); });
        problem_.claims.push_back(std::move(claim));
    }
    template <class Item, class Items, class Holds>
    void add_pairwise_invariant(std::string name, std::string sentence, Items items, Holds holds) {
        Claim claim{std::move(name), std::move(sentence)};
        std::vector<Guarded<Item>> all;
        for (std::size_t s = 0; s < problem_.segments.size(); ++s) collect(items, static_cast<int>(s), all);
        for (std::size_t i = 0; i < all.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                each_failure([&] { return holds(all[j].item, all[i].item); }, [&](const auto& path) {
                    Clause clause = unless(path);
                    for (const auto* conditions : {&all[i].conditions, &all[j].conditions})
                        for (const Literal& l : *conditions) clause.literals.push_back(negated(l));
                    if (clause = normalised(std::move(clause)); !valid(clause)) claim.clauses.push_back(std::move(clause));
                });
        problem_.claims.push_back(std::move(claim));
    }
    template <NodeKind K, class Holds>
    void add_step_property(std::string name, std::string sentence, Holds holds) {
        const int number = static_cast<int>(problem_.claims.size());
        problem_.claims.push_back({std::move(name), std::move(sentence), true});
        step_properties_.push_back([this, number, holds](int kind, const void* before, const void* after, const Step& step, Path& path, const PathOracle& at) {
            if (kind != static_cast<int>(K)) return;
            each_failure([&] { return holds(*static_cast<const Node<K>*>(before), *static_cast<const Node<K>*>(after), step); },
                         [&](const auto& conditions) {
                             path.broken.push_back(conditions);
                             path.broken_claim.push_back(number);
                         }, PathOracle::within(at));
        });
    }
    /// What only a search can judge.
    void add_property(const model::Property&) {}
    template <class Outcome>
    void add_can_happen(Outcome) {}

    Problem build() {
        problem_.paths.clear();
        problem_.events.clear();
        explore_all();
        add_typing();
        return std::move(problem_);
    }

private:
    template <class Item>
    struct Guarded {
        std::vector<Literal> conditions;
        Item item;
    };

    // ---- what a state is ----

    int monitor_segment() const { return static_cast<int>(nodes().size()); }
    int channel_segment(int c) const { return monitor_segment() + 1 + c; }
    static constexpr int input_segment = -1'000'000;

    void describe() {
        Expressions& expressions = *problem_.expressions;
        const model::Shape& shape = concrete_.shape();
        problem_.shape = shape;
        problem_.outcomes = concrete_.outcomes();
        problem_.singled_out = Monitor<model::Concrete>::watched;
        for (std::size_t n = 0; n < nodes().size(); ++n)
            concrete_.with_kind(nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                using S = std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>;
                add_segment<N, S>({Segment::Kind::node, nodes()[n].name, "node" + std::to_string(nodes()[n].kind), nodes()[n].owner, static_cast<int>(n), 0,
                                layout_of<N>(expressions, shape)});
            });
        using M = Monitor<model::Concrete>;
        add_segment<M, Monitor<Symbolic>>({Segment::Kind::monitor, "monitor", "monitor", no_coordinate, 0, 0, layout_of<M>(expressions, shape)});
        for (std::size_t c = 0; c < channels().size(); ++c) {
            const auto& from = nodes()[static_cast<std::size_t>(channels()[c].from)];
            const auto& to = nodes()[static_cast<std::size_t>(channels()[c].to)];
            const std::string pattern = "channel" + std::to_string(from.kind) + "to" + std::to_string(to.kind) + "on" + std::to_string(channels()[c].network);
            add_segment<typename Concrete::Message, Message>({Segment::Kind::channel, channels()[c].name, pattern, std::max(from.owner, to.owner), static_cast<int>(c), 0,
                                                     layout_of<typename Concrete::Message>(expressions, shape), channels()[c].capacity});
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
                const std::string name = segment.name + (channel ? "[" + std::to_string(place) + "]" : "") + "." + places.leaves[i].name;
                StateVariable variable{name, types[i], 0, types[i]->cardinality - 1, 0};
                if (options_.unbounded) release(variable, places.leaves[i].role);
                problem_.variables.push_back(std::move(variable));
            }
        problem_.segments.push_back(std::move(segment));
    }

    /// Takes the limits of a moment, a data value or a counter away.
    void release(StateVariable& variable, LeafRole role) {
        const bool moment = variable.type->name == "time" || is_instant(*variable.type), data = variable.type->name == "value";
        const bool counter = variable.type->kind == ValueType::Kind::number && variable.type->name.empty() && role != LeafRole::size;
        if (moment || data || counter) variable.high = unbounded;
        if (counter) variable.low = -unbounded;
    }

    void add_initial(int which) {
        std::vector<int> state(problem_.variables.size());
        for (std::size_t n = 0; n < nodes().size(); ++n)
            concrete_.with_kind(nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                put(model::unpack<N>(concrete_.initial(which, static_cast<int>(n)), concrete_.shape()), static_cast<int>(n), state);
            });
        put(model::unpack<Monitor<model::Concrete>>(concrete_.initial_monitor(which), concrete_.shape()), monitor_segment(), state);
        problem_.initial.push_back(std::move(state));
    }
    template <class T>
    void put(const T& object, int segment, std::vector<int>& state) const {
        auto next = static_cast<std::size_t>(problem_.segments[static_cast<std::size_t>(segment)].first);
        model::for_each_leaf(object, concrete_.shape(), [&]<class L>(const L& leaf) {
            state[next++] = model::number_of(leaf);
        });
    }
    /// Memory may hold any data at first: a leaf that differs between initial states is memory's, and what is not singled out
    /// stands for all that is not.
    void free_memory() {
        std::vector<std::vector<int>>& initial = problem_.initial;
        for (std::size_t v = 0; options_.unbounded && v < problem_.variables.size(); ++v) {
            const bool data = problem_.variables[v].type->name == "value";
            const bool varies = std::any_of(initial.begin(), initial.end(), [&](const auto& state) { return state[v] != initial[0][v]; });
            for (auto& state : initial)
                if (data && varies && state[v] != problem_.singled_out) state[v] = anything;
        }
        std::sort(initial.begin(), initial.end());
        initial.erase(std::unique(initial.begin(), initial.end()), initial.end());
    }

    void find_exchanges() {
        for (const model::Sort sort : {model::Sort::core, model::Sort::thread, model::Sort::address})
            for (int a = 0; a < concrete_.shape()[sort]; ++a)
                for (int b = a + 1; b < concrete_.shape()[sort]; ++b) {
                    model::Permutation p;
                    const auto exchange = [&](model::Permutation::Names& names) { std::swap(names[static_cast<std::size_t>(a)], names[static_cast<std::size_t>(b)]); };
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
            if (to.owner >= 0) exits.by_core[static_cast<std::size_t>(to.kind)][static_cast<std::size_t>(to.owner)] = static_cast<int>(c);
        }
    }

    // ---- the values that variables can have ----

    static bool finite(const StateVariable& v) { return v.high - v.low < 64 && v.high < unbounded && v.low > -unbounded; }

    /// Explores all paths again and again until no path gives a variable a value that it was not known to have.
    void find_possible_values() {
        possible_.assign(problem_.variables.size(), 0);
        first_in_channels_ = problem_.segments[static_cast<std::size_t>(monitor_segment())].first + problem_.segments[static_cast<std::size_t>(monitor_segment())].leaves;
        for (std::size_t v = 0; v < problem_.variables.size(); ++v)
            for (const auto& state : problem_.initial)
                if (finite(problem_.variables[v]) && !of_message(static_cast<int>(v))) possible_[v] |= bit(v, state[v]);
        bool news = true;
        while (news) {
            make_symbols();
            problem_.paths.clear();
            problem_.events.clear();
            explore_all();
            news = false;
            for (const Path& path : problem_.paths)
                for (const auto& [variable, value] : path.assignments) {
                    const auto v = static_cast<std::size_t>(variable);
                    if (!finite(problem_.variables[v])) continue;
                    const std::uint64_t values = values_of(v, value) & ~cleared(path, variable, value);
                    news = news || (values & ~possible_[v]) != 0;
                    possible_[v] |= values;
                }
        }
    }
    std::uint64_t bit(std::size_t v, int value) const { return std::uint64_t(1) << (value - problem_.variables[v].low); }
    std::uint64_t all_values_of(std::size_t v) const {
        const int count = problem_.variables[v].high - problem_.variables[v].low + 1;
        return count == 64 ? ~std::uint64_t(0) : (std::uint64_t(1) << count) - 1;
    }
    /// A field of a message in a channel, which means something only while there is a message.
    bool of_message(int v) const { return v >= first_in_channels_ && !is_size(v); }
    bool is_size(int v) const {
        for (const Segment& s : problem_.segments)
            if (s.kind == Segment::Kind::channel && s.first == v) return true;
        return false;
    }
    /// What an emptied place in a channel holds is nobody's value.
    std::uint64_t cleared(const Path& path, int variable, Expression value) const {
        if (!of_message(variable) || !value.is(0)) return 0;
        for (const Segment& s : problem_.segments)
            if (s.kind == Segment::Kind::channel && variable > s.first && variable <= s.first + s.places * s.leaves)
                for (const auto& [v, size] : path.assignments)
                    if (v == s.first && size.is_constant() && size.constant() <= (variable - s.first - 1) / s.leaves) return 1;
        return 0;
    }
    std::uint64_t values_of(std::size_t target, Expression e) const {
        const StateVariable& t = problem_.variables[target];
        if (e.is_constant()) return e.constant() >= t.low && e.constant() <= t.high ? bit(target, e.constant()) : all_values_of(target);
        if (e.op() == Operator::variable && e.place().node != input_segment) {
            const auto v = static_cast<std::size_t>(problem_.variable_of(e.place()));
            if (finite(problem_.variables[v]) && problem_.variables[v].low == t.low) return possible_[v] & all_values_of(target);
        }
        if (e.op() == Operator::conditional) return values_of(target, e.operand(1)) | values_of(target, e.operand(2));
        return all_values_of(target);
    }

    /// Makes the symbols of a state: a variable for each leaf, or the one value that it can have.
    void make_symbols() {
        for (std::size_t s = 0; s < problem_.segments.size(); ++s) {
            const Segment& segment = problem_.segments[s];
            const int count = segment.kind == Segment::Kind::channel ? 1 + segment.places * segment.leaves : segment.leaves;
            for (int i = 0; i < count; ++i) {
                const auto v = static_cast<std::size_t>(segment.first + i);
                StateVariable& variable = problem_.variables[v];
                if (finite(variable) && possible_[v] != 0 && std::has_single_bit(possible_[v]))
                    variable.expression = variable.low + std::countr_zero(possible_[v]);
                else
                    variable.expression = problem_.expressions->variable({static_cast<int>(s), i}, *variable.type, variable.low, variable.high);
            }
        }
        node_objects_.clear();
        for (std::size_t n = 0; n < nodes().size(); ++n)
            boost::mp11::mp_with_index<Concrete::kinds>(static_cast<std::size_t>(nodes()[n].kind), [&](auto kind) {
                using S = std::tuple_element_t<kind, typename Protocol::Nodes>;
                node_objects_.push_back(std::make_shared<S>(symbols<S>(problem_.segments[n].first)));
            });
        monitor_ = symbols<Monitor<Symbolic>>(problem_.segments[static_cast<std::size_t>(monitor_segment())].first);
        contents_.clear();
        for (std::size_t c = 0; c < channels().size(); ++c) {
            const Segment& segment = problem_.segments[static_cast<std::size_t>(channel_segment(static_cast<int>(c)))];
            auto& [size, places] = contents_.emplace_back();
            size = problem_.variables[static_cast<std::size_t>(segment.first)].expression;
            for (int k = 0; k < segment.places; ++k) places.push_back(symbols<Message>(segment.first + 1 + k * segment.leaves));
        }
    }
    template <class T>
    T symbols(int first) const {
        T object{};
        auto next = static_cast<std::size_t>(first);
        model::for_each_leaf(object, concrete_.shape(), [&](auto& leaf) { leaf.value = problem_.variables[next++].expression; });
        return object;
    }
    template <class N>
    const N& node(int n) const { return *static_cast<const N*>(node_objects_[static_cast<std::size_t>(n)].get()); }

    std::vector<Exclusion> exclusions() const {
        std::vector<Exclusion> result;
        for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
            const StateVariable& variable = problem_.variables[v];
            if (!finite(variable) || variable.expression.is_constant() || possible_[v] == 0) continue;
            for (int value = variable.low; value <= variable.high; ++value)
                if (!(possible_[v] & bit(v, value))) result.push_back({variable.expression, value});
        }
        return result;
    }

    void add_typing() {
        for (std::size_t v = 0; v < problem_.variables.size(); ++v) {
            const StateVariable& variable = problem_.variables[v];
            const int number = static_cast<int>(v);
            Clause among;
            for (const Segment& s : problem_.segments)  // of a message only while it is there
                if (s.kind == Segment::Kind::channel && number > s.first && number <= s.first + s.places * s.leaves)
                    among.literals.push_back({Relation::less_equal, s.first, -1, (number - s.first - 1) / s.leaves});
            if (finite(variable) && possible_[v] != all_values_of(v)) {
                for (int value = variable.low; value <= variable.high; ++value)
                    if (possible_[v] & bit(v, value)) among.literals.push_back({Relation::equal, number, -1, value});
                problem_.typing.push_back(among);
            }
            if (variable.low > -unbounded) problem_.typing.push_back({{{Relation::less_equal, -1, number, variable.low}}});
            if (variable.high < unbounded) problem_.typing.push_back({{{Relation::less_equal, number, -1, variable.high}}});
        }
    }

    // ---- paths ----

    void explore_all() {
        excluded_ = exclusions();
        for (std::size_t n = 0; n < nodes().size(); ++n)
            concrete_.with_kind(nodes()[n].kind, [&]<class N>(std::type_identity<N>) {
                explore_node<N, std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>>(static_cast<int>(n));
            });
        if (!concrete_.time_passes()) return;
        problem_.events.push_back({"a tick passes", ProofEvent::no_node, -1, 0, {}});
        problem_.paths.push_back(tick(problem_, static_cast<int>(problem_.events.size()) - 1));
    }
    template <class N>
    static constexpr std::size_t index_of() {
        return boost::mp11::mp_find<typename Concrete::Nodes, N>::value;
    }

    template <class N, class S>
    void explore_node(int n) {
        int label = 0;
        if constexpr (model::IssuesOperations<N>)
            for (const auto& operation : concrete_.template operations<N>()) {
                bool repeated = false;  // stands for all data, so that others would say the same again
                const auto issued = literal<typename S::Operation>(operation, repeated);
                if (!repeated) explore_event<S>(n, -1, label, names_in(operation), [&](S& node, const Message&, auto& ctx) { node.access(issued, ctx); });
                ++label;
            }
        if constexpr (model::TakesActions<N>)
            for (const auto& action : concrete_.template actions<N>()) {
                bool repeated = false;
                const auto taken = literal<typename S::Action>(action, repeated);
                explore_event<S>(n, -1, label++, names_in(action), [&](S& node, const Message&, auto& ctx) { node.act(taken, ctx); });
            }
        if constexpr (requires(S node, SymbolicContext<Protocol> ctx, Message m) { node.receive(m, ctx); })
            for (std::size_t c = 0; c < channels().size(); ++c)
                if (channels()[c].to == n && !never_sent(static_cast<int>(c)))
                    explore_event<S>(n, static_cast<int>(c), 0, {}, [&](S& node, const Message& m, auto& ctx) { node.receive(m, ctx); });
    }
    template <class T>
    static decltype(ProofEvent::names) names_in(const T& item) {
        decltype(ProofEvent::names) names{};
        for_each_name(item, [&](model::Sort sort, int number) { names[static_cast<std::size_t>(sort)] |= 1u << number; });
        return names;
    }
    bool never_sent(int c) const {
        const Segment& segment = problem_.segments[static_cast<std::size_t>(channel_segment(c))];
        return possible_[static_cast<std::size_t>(segment.first)] == 1;
    }

    /// The symbolic operation that a concrete one stands for. Data become inputs where any data may be chosen.
    template <class T, class C>
    T literal(const C& object, bool& repeated) {
        T result{};
        std::vector<int> numbers;
        std::vector<bool> data;
        model::for_each_leaf(object, concrete_.shape(), [&]<class L>(const L& leaf) {
            numbers.push_back(model::number_of(leaf));
            data.push_back(std::is_same_v<L, model::Id<model::Sort::value>>);
        });
        std::size_t next = 0;
        model::for_each_leaf(result, concrete_.shape(), [&](auto& leaf) {
            if (options_.unbounded && data[next]) {
                if (numbers[next] != 0) repeated = true;
                if (chooses_data<C>(object, next)) leaf.value = problem_.expressions->variable({input_segment, 1000 + static_cast<int>(next)}, data_type(), 0, unbounded);
            } else {
                leaf.value = numbers[next];
            }
            ++next;
        });
        return result;
    }
    /// Whether the operation may also be issued with other data in leaf number `which`.
    template <class C>
    bool chooses_data(const C& object, std::size_t which) const {
        if (concrete_.shape()[model::Sort::value] < 2) return false;
        C other = object;
        std::size_t next = 0;
        model::for_each_leaf(other, concrete_.shape(), [&](auto& leaf) {
            if (next++ == which) model::set_number(leaf, 1);
        });
        bool possible = false;
        boost::mp11::mp_for_each<boost::mp11::mp_transform<std::type_identity, typename Concrete::Nodes>>([&]<class N>(std::type_identity<N>) {
            if constexpr (model::IssuesOperations<N>)
                if constexpr (std::is_same_v<typename N::Operation, C>) possible = N::issues(other, concrete_.config());
        });
        return possible;
    }
    const ValueType& data_type() { return sort_type(*problem_.expressions, model::Sort::value, concrete_.shape()); }

    template <class S, class Handler>
    void explore_event(int n, int c, int label, const decltype(ProofEvent::names)& names, Handler&& handler) {
        const model::NodeInfo& info = nodes()[static_cast<std::size_t>(n)];
        ProofEvent event{info.name + " ", n, c, label, names};
        int sender = -1;
        if (c >= 0) {
            const model::NodeInfo& from = nodes()[static_cast<std::size_t>(channels()[static_cast<std::size_t>(c)].from)];
            sender = from.owner;
            event.name += "receives from " + from.name;
        } else {
            event.name += concrete_.label(n, label);
        }
        problem_.events.push_back(event);
        PathOracle oracle;
        const PathOracle::Scope scope(oracle);
        do {
            oracle.start();
            for (const Exclusion& never : excluded_) oracle.exclude(never.variable, never.value);
            run<S>(n, c, info.owner, sender, oracle, handler);
        } while (oracle.next_run());
    }

    template <class S, class Handler>
    void run(int n, int c, int core, int sender, PathOracle& oracle, Handler& handler) {
        Message received{};
        auto contents = contents_;
        if (c >= 0 && !take(contents[static_cast<std::size_t>(c)], received)) return;
        SymbolicContext<Protocol> ctx(symbolic_config_, exits_[static_cast<std::size_t>(n)], core, sender);
        if (options_.unbounded) ctx.take_any_moment({problem_.expressions.get(), &time_type(), unbounded, input_segment});
        const S& before = node<S>(n);
        S after = before;
        handler(after, received, ctx);
        if (ctx.effect.stalled) return;
        normalise_changes(before, after);
        for (const Sending& sending : ctx.effect.sends)
            if (!put_message(contents[static_cast<std::size_t>(sending.channel)], sending)) return;
        const DecisionTree judged = judge(ctx.events, oracle);
        const Expression allowed = fold(judged, [](const Effect& effect) { return Expression(!effect.stalled); });
        if (allowed.is(0)) return;

        Path path{static_cast<int>(problem_.events.size()) - 1, ctx.effect.outcomes, conditions_of(oracle.path(), oracle.path().size()), {}, {}, {}, {}};
        note_changes(before, after, problem_.segments[static_cast<std::size_t>(n)].first, path);
        if (!allowed.is_constant()) path.conditions.push_back(allowed);
        note_monitor(judged, path);
        for (std::size_t i = 0; i < contents.size(); ++i) note_channel(static_cast<int>(i), contents[i], path);
        const Step step{ctx.effect.outcomes, ctx.events};
        for (const auto& property : step_properties_) property(nodes()[static_cast<std::size_t>(n)].kind, &before, &after, step, path, oracle);
        problem_.paths.push_back(std::move(path));
    }

    /// What the monitor makes of the events, on all its paths from where `oracle` stands. Its paths do not multiply with those of
    /// the handler: they become conditional values.
    DecisionTree judge(const std::vector<model::Event<Symbolic>>& events, const PathOracle& oracle) const {
        return explore({}, [&] {
            Effect effect;
            Monitor<Symbolic> monitor = monitor_;
            for (const auto& event : events)
                if (effect.stalled = !monitor.observe(event); effect.stalled) return effect;
            normalise_changes(monitor_, monitor);
            Path changes{};
            note_changes(monitor_, monitor, 0, changes);
            for (const auto& [leaf, value] : changes.assignments) effect.updates.push_back({leaf, value});
            return effect;
        }, PathOracle::within(oracle));
    }
    template <class F>
    static Expression fold(const DecisionTree& tree, const F& f) {
        if (tree.branches.empty()) return f(tree.effect);
        return conditional(*tree.condition, fold(*tree.branches[0], f), fold(*tree.branches[1], f));
    }
    void note_monitor(const DecisionTree& judged, Path& path) const {
        const Segment& segment = problem_.segments[static_cast<std::size_t>(monitor_segment())];
        std::set<int> changed;
        for_each_effect(judged, [&](const Effect& effect, const auto&) {
            for (const Update& update : effect.updates) changed.insert(update.leaf);
        });
        for (const int leaf : changed)
            path.assignments.push_back({segment.first + leaf, fold(judged, [&](const Effect& effect) {
                for (const Update& update : effect.updates)
                    if (update.leaf == leaf) return update.value;
                return problem_.variables[static_cast<std::size_t>(segment.first + leaf)].expression;
            })});
    }
    const ValueType& time_type() { return leaf_type<model::Time>(*problem_.expressions, concrete_.shape()); }

    struct Contents {
        Expression size;
        std::vector<Message> places;
    };
    /// Takes the message at the head; false if there is none.
    static bool take(Contents& contents, Message& received) {
        const std::size_t size = concrete(contents.size);
        if (size == 0) return false;
        received = contents.places[0];
        for (std::size_t k = 0; k + 1 < size; ++k) contents.places[k] = contents.places[k + 1];
        contents.places[size - 1] = Message{};
        contents.size = static_cast<int>(size) - 1;
        return true;
    }
    bool put_message(Contents& contents, const Sending& sending) const {
        const std::size_t size = concrete(contents.size);
        if (size == contents.places.size()) return false;
        std::size_t next = 0;
        model::for_each_leaf(contents.places[size], concrete_.shape(), [&](auto& leaf) { leaf.value = sending.message[next++]; });
        contents.size = static_cast<int>(size) + 1;
        return true;
    }

    static std::vector<Expression> conditions_of(const std::vector<PathOracle::Fork>& forks, std::size_t count) {
        std::vector<Expression> conditions;
        for (std::size_t i = 0; i < count; ++i)
            if (forks[i].condition) conditions.push_back(forks[i].taken == 0 ? *forks[i].condition : negation(*forks[i].condition));
        return conditions;
    }

    template <class T>
    void note_changes(const T& before, const T& after, int first, Path& path) const {
        std::vector<Expression> old;
        model::for_each_leaf(before, concrete_.shape(), [&](const auto& leaf) { old.push_back(leaf.value); });
        int next = 0;
        model::for_each_leaf(after, concrete_.shape(), [&](const auto& leaf) {
            if (leaf.value != old[static_cast<std::size_t>(next)]) path.assignments.push_back({first + next, leaf.value});
            ++next;
        });
    }
    void note_channel(int c, const Contents& after, Path& path) const {
        const Contents& before = contents_[static_cast<std::size_t>(c)];
        const Segment& segment = problem_.segments[static_cast<std::size_t>(channel_segment(c))];
        if (after.size != before.size) path.assignments.push_back({segment.first, after.size});
        for (int k = 0; k < segment.places; ++k)
            note_changes(before.places[static_cast<std::size_t>(k)], after.places[static_cast<std::size_t>(k)], segment.first + 1 + k * segment.leaves, path);
    }

    // ---- properties ----

    /// Calls found(conditions) for each path on which `holds` returns false.
    template <class Holds, class Found>
    void each_failure(Holds&& holds, Found&& found, PathOracle oracle = {}) const {
        const PathOracle::Scope scope(oracle);
        do {
            oracle.start();
            for (const Exclusion& never : excluded_) oracle.exclude(never.variable, never.value);
            if (!bool(holds())) found(conditions_of(oracle.path(), oracle.path().size()));
        } while (oracle.next_run());
    }
    Clause unless(const std::vector<Expression>& conditions) const {
        Clause clause;
        for (const Expression& condition : conditions) {
            const auto literal = as_literal(condition, [&](Place place) { return problem_.variable_of(place); });
            if (!literal) throw std::logic_error("a property asks for more than comparisons of fields, which proofs cannot express yet");
            clause.literals.push_back(negated(*literal));
        }
        return clause;
    }
    /// The items of one segment, each with the conditions under which it is one. What does not matter for an item is left out:
    /// where it appears with a condition and with its contrary, otherwise alike, it appears without.
    template <class Item, class Items>
    void collect(const Items& items, int segment, std::vector<Guarded<Item>>& all) const {
        std::vector<std::pair<std::vector<Expression>, std::set<Clause>>> found;  // an item's leaves, the negated conditions
        std::vector<Item> seen;
        PathOracle oracle;
        const PathOracle::Scope scope(oracle);
        do {
            oracle.start();
            for (const Exclusion& never : excluded_) oracle.exclude(never.variable, never.value);
            items(View(*this, segment), [&](const Item& item) {
                const std::vector<Expression> leaves = leaves_of(item);
                std::size_t i = 0;
                while (i < found.size() && found[i].first != leaves) ++i;
                if (i == found.size()) {
                    found.emplace_back(leaves, std::set<Clause>{});
                    seen.push_back(item);
                }
                found[i].second.insert(normalised(unless(conditions_of(oracle.path(), oracle.path().size()))));
            });
        } while (oracle.next_run());
        for (std::size_t i = 0; i < found.size(); ++i) {
            resolve(found[i].second);
            for (const Clause& clause : found[i].second) {
                Guarded<Item> guarded{{}, seen[i]};
                for (const Literal& l : clause.literals) guarded.conditions.push_back(negated(l));
                all.push_back(std::move(guarded));
            }
        }
    }
    static std::vector<Expression> leaves_of(const model::Copy<Symbolic>& copy) {
        return {copy.address.value, copy.value.value, copy.from.value, copy.until.value, copy.era.value};
    }
    static constexpr int anything = -1;

    Concrete concrete_;
    Config symbolic_config_;
    ProofOptions options_;
    Problem problem_;
    std::vector<std::uint64_t> possible_;  // by finite variable: bit i for the value low + i; of a message's fields while there is one
    int first_in_channels_ = 0;
    int next_record_ = Place::message - 1;
    std::vector<Exclusion> excluded_;
    std::vector<std::shared_ptr<void>> node_objects_;
    Monitor<Symbolic> monitor_;
    std::vector<Contents> contents_;
    std::vector<std::vector<model::Exits>> exits_;
    std::vector<std::function<void(int, const void*, const void*, const Step&, Path&, const PathOracle&)>> step_properties_;
};

}  // namespace tandem::smt
