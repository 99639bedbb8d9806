// From a protocol's text to a transition system as data: each handler is run on all its paths.
//
// A monitor is run on symbols as well (symbolic_monitor.hpp), and so are properties, which it takes the way `model::System` does:
// the lines that state them for the explicit search state them for exports.
//
// The lists of nodes, channels, operations and actions are those of `model::System`, so both speak of the same system. Which
// kinds of message a channel carries is found first (what nobody sends is never received), for it keeps impossible paths out.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>

#include "model/system.hpp"
#include "smt/names.hpp"
#include "smt/symbolic_handlers.hpp"
#include "smt/symbolic_monitor.hpp"
#include "smt/symbolic_view.hpp"
#include "smt/text_run.hpp"
#include "smt/transition_system.hpp"
#include "smt/usage.hpp"

namespace tandem::smt {

/// Builds the transition system of the protocol P<D> and its monitor M<D>, templates over domains.
template <template <class> class P, template <class> class M = Unwatched>
class SymbolicSystem {
    static_assert(model::rules::protocol<P<Symbolic>, SymbolicContext<P<Symbolic>>, true>());

public:
    /// In the domain that has room for as many names as symbols have.
    using Numbers = model::Wide;
    using Concrete = model::System<P<Numbers>, M<Numbers>>;
    using Protocol = P<Symbolic>;
    using D = typename Protocol::Domain;
    using Monitor = M<Symbolic>;
    using Config = typename Protocol::Config;
    using Rules = typename Concrete::Rules;
    using NodeKind = typename Protocol::NodeKind;
    using Outcome = typename Protocol::Outcome;
    using Message = typename Protocol::Message;

    using Contents = SymbolicContents<Message>;
    using View = SymbolicView<SymbolicSystem>;

    /// Throws what `model::System` throws.
    explicit SymbolicSystem(const Config& config, Rules rules = {}) : config_(config), concrete_(config, rules) {
        describe(std::move(rules));
    }

    const Config& config() const { return config_; }

    // What views show.
    const Concrete& concrete() const { return concrete_; }
    const std::vector<model::NodeInfo>& nodes() const { return system_.nodes; }
    const std::vector<model::ChannelInfo>& channels() const { return system_.channels; }
    const Monitor& monitor() const { return monitor_->symbols(); }
    const void* object(int n) const { return objects_[static_cast<std::size_t>(n)].get(); }
    const std::vector<Contents>& contents() const { return contents_; }
    int contents_segment(int c) const { return system_.contents_node(c); }

    /// Lets nodes do this instead of what their text says.
    void replace(const AllSymbolicHandlers<Protocol>& handlers) { handlers_ = handlers; }

    // ---- properties: invariants are stated once the events are known, in `build`; all others only a search can judge ----

    template <class Holds>
    void add_invariant(std::string name, std::string sentence, Holds holds) {
        stated_.push_back([this, name = std::move(name), sentence = std::move(sentence), holds] {
            Invariant invariant{name, sentence, {}};
            const bool all = each_path([&](const PathOracle& oracle) {
                if (!one_path_of_property(name, [&] { return holds(View(*this)); }))
                    invariant.failures.push_back(conditions_of(oracle.path()));
            });
            if (all) system_.invariants.push_back(std::move(invariant));
        });
    }
    template <class Item, class Items, class Holds>
    void add_pairwise_invariant(std::string name, std::string sentence, Items items, Holds holds) {
        stated_.push_back([this, name = std::move(name), sentence = std::move(sentence), items, holds] {
            Invariant invariant{name, sentence, {}};
            std::vector<Guarded<Item>> found;
            bool all = true;
            for (int n = 0; n < system_.contents_node(static_cast<int>(system_.channels.size())); ++n)
                all = all && collect(items, n, found);
            for (std::size_t i = 0; i < found.size() && all; ++i)
                for (std::size_t j = 0; j < i && all; ++j)
                    all = each_path([&](const PathOracle& oracle) {
                        for (const auto* conditions : {&found[i].conditions, &found[j].conditions})
                            for (const Expression& condition : *conditions)
                                if (!bool(Flag(condition))) return;
                        if (!bool(holds(found[j].item, found[i].item)))
                            invariant.failures.push_back(conditions_of(oracle.path()));
                    });
            if (all) system_.invariants.push_back(std::move(invariant));
        });
    }
    template <NodeKind K, class Holds>
    void add_step_property(const char*, const char*, Holds) {}
    void add_property(const model::Property&) {}
    // A proof judges no cycles.
    template <class... Told>
    void add_answered(Told&&...) {}
    template <class... Told>
    void add_followed(Told&&...) {}
    template <class... Told>
    void add_each_completed(Told&&...) {}
    void add_can_happen(Outcome) {}

    TransitionSystem build() {
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
        for (const auto& state_one : stated_) state_one();
        if (monitor_) system_.monitor = monitor_->take_info();
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

    void describe(Rules rules) {
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
                note_usage<std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>>(system_.kinds.back().layout,
                                                                                          expressions, shape, next_record_);
            });
        for (int which = 0; which < concrete_.initial_states(); ++which) {
            auto& nodes = system_.initial.emplace_back();
            nodes.reserve(system_.nodes.size() + 1);
            for (std::size_t n = 0; n < system_.nodes.size(); ++n)
                concrete_.with_kind(system_.nodes[n].kind, [&]<class N>(std::type_identity<N>) {
                    nodes.push_back(numbers(model::unpack<N>(concrete_.initial(which, static_cast<int>(n)), shape)));
                });
            if constexpr (Monitor::present)
                nodes.push_back(numbers(model::unpack<M<Numbers>>(concrete_.initial_monitor(which), shape)));
        }
        if constexpr (Monitor::present)
            monitor_.emplace(expressions, shape, std::move(rules), system_.monitor_node(), next_record_);
        make_objects();
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

    /// What views show.
    void make_objects() {
        for (std::size_t n = 0; n < system_.nodes.size(); ++n)
            concrete_.with_kind(system_.nodes[n].kind, [&]<class N>(std::type_identity<N>) {
                using S = std::tuple_element_t<index_of<N>(), typename Protocol::Nodes>;
                objects_.push_back(std::make_shared<S>(
                    variables<S>(static_cast<int>(n), system_.kinds[static_cast<std::size_t>(system_.nodes[n].kind)].leaves)));
            });
        const int width = static_cast<int>(system_.message.leaves.size());
        for (std::size_t c = 0; c < system_.channels.size(); ++c) {
            const int node = system_.contents_node(static_cast<int>(c)), capacity = system_.channels[c].capacity;
            auto& [size, places] = contents_.emplace_back();
            size = system_.expressions->variable({node, 0},
                                                 system_.expressions->type({ValueType::Kind::number, "", capacity + 1, {}}));
            for (int k = 0; k < capacity; ++k) places.push_back(variables<Message>(node, system_.message.leaves, 1 + k * width));
        }
    }

    /// Calls visit(oracle) for each path; gives up, and says so with false, if they are too many for an invariant that somebody
    /// reads.
    template <class Visit>
    bool each_path(Visit&& visit) const {
        PathOracle oracle;
        const PathOracle::Scope scope(oracle);
        int paths = 0;
        do {
            oracle.start();
            for (std::size_t c = 0; c < contents_.size(); ++c)
                for (const Message& message : contents_[c].places)
                    for (const Exclusion& never : never_received(static_cast<int>(c), message))
                        oracle.exclude(never.variable, never.value);
            visit(oracle);
        } while (++paths < most_paths && oracle.next_run());
        return paths < most_paths;
    }

    template <class Item>
    struct Guarded {
        std::vector<Expression> conditions;
        Item item;
    };
    /// The items of one node or channel, each with the conditions under which it is one. Where an item appears with a condition
    /// and with its contrary, otherwise alike, it appears without.
    template <class Item, class Items>
    bool collect(const Items& items, int node, std::vector<Guarded<Item>>& all) const {
        struct Found {
            Item item;
            std::vector<Expression> leaves;
            std::set<std::vector<Expression>> paths;  // up to where it was seen
        };
        std::vector<Found> found;
        const bool complete = each_path([&](const PathOracle& oracle) {
            items(View(*this, node), [&](const Item& item) {
                const std::vector<Expression> leaves = leaves_of_copy(item);
                const auto known =
                    std::find_if(found.begin(), found.end(), [&](const Found& other) { return other.leaves == leaves; });
                Found& of = known == found.end() ? found.emplace_back(Found{item, leaves, {}}) : *known;
                // A later run repeats the way to where this was seen, and the oracle knows already how that run goes on.
                const std::vector<Expression> path = conditions_of(oracle.path());
                bool repeated = false;
                for (auto end = path.begin(); !repeated; ++end) {
                    repeated = of.paths.contains(std::vector<Expression>(path.begin(), end));
                    if (end == path.end()) break;
                }
                if (!repeated) of.paths.insert(path);
            });
        });
        for (const Found& of : found) {
            std::set<std::set<Expression>> ways;
            for (const std::vector<Expression>& path : of.paths) ways.insert({path.begin(), path.end()});
            resolve(ways);
            for (const std::set<Expression>& when : ways) all.push_back({{when.begin(), when.end()}, of.item});
        }
        return complete;
    }
    static void resolve(std::set<std::set<Expression>>& ways) {
        for (bool again = true; again;) {
            again = false;
            for (const std::set<Expression>& way : ways) {
                for (const Expression& condition : way) {
                    std::set<Expression> rest = way, other = way;
                    rest.erase(condition);
                    other.erase(condition);
                    other.insert(negation(condition));
                    if (!ways.contains(other)) continue;
                    const std::set<Expression> one = way;
                    ways.erase(one);
                    ways.erase(other);
                    ways.insert(rest);
                    again = true;
                    break;
                }
                if (again) break;
            }
        }
    }

    /// Events of node `n`, which is an N in the explicit search and an S here.
    template <class N, class S>
    void add_events(int n) {
        int label = 0;
        if constexpr (model::IssuesOperations<N>)
            for (const auto& operation : concrete_.template operations<N>()) {
                const auto issued = literal<typename S::Operation>(operation);
                add_event<S>(n, -1, label++, "access", false, [&](S& node, auto& ctx) {
                    if constexpr (model::PlaysPrograms<Monitor>) ctx.begins(issued);
                    if (handlers<S>().access) handlers<S>().access(node, issued, ctx);
                    else node.access(issued, ctx);
                });
                note_names(operation);
            }
        if constexpr (model::TakesActions<N>)
            for (const auto& action : concrete_.template actions<N>()) {
                const auto taken = literal<typename S::Action>(action);
                add_event<S>(n, -1, label++, "act", N::fair(action), [&](S& node, auto& ctx) {
                    if (handlers<S>().act) handlers<S>().act(node, taken, ctx);
                    else node.act(taken, ctx);
                });
                note_names(action);
            }
        if constexpr (requires(S node, SymbolicContext<Protocol> ctx, Message m) { node.receive(m, ctx); }) {
            const auto received = variables<Message>(Place::message, system_.message.leaves);
            for (std::size_t c = 0; c < system_.channels.size(); ++c)
                if (system_.channels[c].to == n && carried_[c][0] != 0)
                    add_event<S>(n, static_cast<int>(c), 0, "receive", true, [&](S& node, auto& ctx) {
                        if (handlers<S>().receive) handlers<S>().receive(node, received, ctx);
                        else node.receive(received, ctx);
                    });
        }
    }

    template <class S>
    const SymbolicHandlers<Protocol, S>& handlers() const { return std::get<SymbolicHandlers<Protocol, S>>(handlers_); }

    template <class S, class Handler>
    void add_event(int n, int channel, int label, const char* called, bool fair, Handler&& handler) {
        const model::NodeInfo& node = system_.nodes[static_cast<std::size_t>(n)];
        int sender = -1;
        std::string name = node.name + " ", what = "a message";
        if (channel >= 0) {
            const model::NodeInfo& from =
                system_.nodes[static_cast<std::size_t>(system_.channels[static_cast<std::size_t>(channel)].from)];
            sender = from.owner;
            what += " from " + from.name;
            name += "receives from " + from.name;
        } else {
            what = concrete_.label(n, label);
            name += what;
        }
        std::vector<Exclusion> exclusions;
        if (channel >= 0) exclusions = never_received(channel, variables<Message>(Place::message, system_.message.leaves));
        const S before = variables<S>(n, system_.kinds[static_cast<std::size_t>(node.kind)].leaves);
        std::vector<DecisionTree> allowed;
        DecisionTree tree = all_paths(node.name, called, what, [&] { return explore(exclusions, [&] {
            SymbolicContext<Protocol> ctx(config_, exits_[static_cast<std::size_t>(n)], node.index, node.owner, sender);
            S after = before;
            one_path(node.name, called, what, after, [&] { handler(after, ctx); });
            if (ctx.effect.stalled) {
                ctx.effect.sends.clear();
            } else {
                normalise_changes(before, after, config_.shape);
                ctx.effect.updates = changes(before, after);
                if constexpr (Monitor::present) {
                    ctx.effect.reports = monitor_->reports(ctx.events);
                    allowed.push_back(monitor_->allowance(ctx.events));
                }
            }
            return std::move(ctx.effect);
        }); });
        std::size_t next = 0;
        if constexpr (Monitor::present) restrict(tree, allowed, next);
        system_.events.push_back({n, channel, name, fair, std::move(tree), label});
    }

    /// Puts under each leaf of a tree that does not stall what the monitor allows there.
    static void restrict(DecisionTree& tree, std::vector<DecisionTree>& allowed, std::size_t& next) {
        for (const auto& branch : tree.branches) restrict(*branch, allowed, next);
        if (!tree.branches.empty() || tree.effect.stalled) return;
        const Effect effect = std::move(tree.effect);
        tree = std::move(allowed.at(next++));
        const auto fill = [&](const auto& self, DecisionTree& at) -> void {
            for (const auto& branch : at.branches) self(self, *branch);
            if (at.branches.empty() && !at.effect.stalled) at.effect = effect;
        };
        fill(fill, tree);
    }

    /// What the last event's operation or action says of itself.
    template <class T>
    void note_names(const T& item) {
        Event& event = system_.events.back();
        for_each_name(item, [&](model::Sort sort, int number) { event.names.emplace_back(sort, number); });
        model::for_each_member(item, [&]<class Member>(const char*, const Member& member) {
            if constexpr (model::DescribedEnum<Member>) event.kind = event.kind.empty() ? model::name_of(member) : event.kind;
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
                    if (!concrete_.symmetric(p) || (sort == model::Sort::value && !concrete_.values_symmetric())) continue;
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
                if (to.from == image_of_node(from.from, p) && to.to == node && to.network == from.network)
                    channel = static_cast<int>(c);
            }
        } else {
            const model::NodeInfo& info = system_.nodes[static_cast<std::size_t>(event.node)];
            concrete_.with_kind(info.kind,
                                [&]<class N>(std::type_identity<N>) { label = image_of_label<N>(event.label, p, info.owner); });
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
        for (const model::NodeInfo& other : system_.nodes)
            nth += other.kind == info.kind && other.owner == info.owner && other.index < info.index;
        for (std::size_t m = 0; m < system_.nodes.size(); ++m) {
            const model::NodeInfo& other = system_.nodes[m];
            if (other.kind == info.kind && other.owner == p.core[static_cast<std::size_t>(info.owner)] && nth-- == 0)
                found = static_cast<int>(m);
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

    /// Which of `list` the renamed item is. A name that does not matter is 0 in the whole list, so where `p` renames that, 0 fits
    /// too.
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
            for (std::size_t k = 0; k < other.size(); ++k)
                fit = fit && (other[k] == renamed[k] || (name[k] && other[k] == 0 && old[k] == 0));
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

    /// A T each of whose leaves is a variable; they are numbered from `first` on.
    template <class T>
    T variables(int node, const std::vector<const ValueType*>& types, int first = 0) {
        T object{};
        int next = 0;
        model::for_each_leaf(object, config_.shape, [&](auto& leaf) {
            leaf.value = system_.expressions->variable({node, first + next}, *types[static_cast<std::size_t>(next)]);
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
    static constexpr int most_paths = 20'000;
    AllSymbolicHandlers<Protocol> handlers_;
    std::optional<SymbolicMonitor<M, Rules>> monitor_;
    std::vector<std::shared_ptr<void>> objects_;
    std::vector<Contents> contents_;
    std::vector<std::function<void()>> stated_;
};

/// The transition system of protocol P in the variant and shape that `config` says.
template <template <class> class P>
TransitionSystem symbolic_system(const typename P<Symbolic>::Config& config) {
    return SymbolicSystem<P>(config).build();
}

}  // namespace tandem::smt
