// What a protocol's text must have, reported to its author at compile time. The compiler's own message would name what a template
// lacks, several headers away.
//
// Each rule is one static_assert. `member<...>` and `node<...>` appear in the compiler's notes and say what the message is about;
// `tandem check FOLDER` shows the two in one line (apps/folder/compile_errors.hpp).
#pragma once

#include <tuple>
#include <utility>

#include "model/reflect.hpp"

namespace tandem::model::rules {

/// Initialises any member, but no base.
template <class Whole>
struct Anything {
    template <class T>
        requires(!std::is_base_of_v<T, Whole>)
    operator T() const;
};

template <class T, class... Base, std::size_t... I>
constexpr bool takes(boost::mp11::mp_list<Base...>, std::index_sequence<I...>) {
    return requires { T{std::declval<Base>()..., (static_cast<void>(I), Anything<T>{})...}; };
}
template <class Descriptor> using BaseOf = typename Descriptor::type;

/// Whether an aggregate has more members than its description lists. For other classes this is not known here; `undescribed` asks
/// them.
template <class T>
constexpr bool has_more_members() {
    using namespace boost::describe;
    using Bases =
        boost::mp11::mp_apply<boost::mp11::mp_list, boost::mp11::mp_transform<BaseOf, describe_bases<T, mod_any_access>>>;
    constexpr std::size_t described = boost::mp11::mp_size<describe_members<T, mod_any_access>>::value;
    if constexpr (!std::is_aggregate_v<T>) return false;
    else
        return takes<T>(Bases{}, std::make_index_sequence<described>{}) &&
               takes<T>(Bases{}, std::make_index_sequence<described + 1>{});
}

template <class T, bool symbols>
constexpr bool type();

/// A member of a state, a message, an operation or an action. On symbols it must be of the text's domain.
template <auto pointer, class M, bool symbols>
constexpr bool member() {
    static_assert(!std::is_pointer_v<M> && !std::is_reference_v<M>,
                  "a state has no pointers and references: keep a name, such as Core<D> or Address<D>, and find() what it names "
                  "when it is needed");
    static_assert(!std::is_floating_point_v<M>,
                  "a state has no fractions: a number is a Counter<D, Most>, and a moment of time a Moment<D>");
    static_assert(!std::is_integral_v<M> || std::is_same_v<M, bool>,
                  "a state has no plain numbers: write Counter<D, Most>, whose range is known, or a name, such as Value<D>");
    static_assert(!std::is_enum_v<M> || DescribedEnum<M>,
                  "an enumeration is not described: write BOOST_DESCRIBE_ENUM(Name, first, second) behind it");
    static_assert(
        !std::is_class_v<M> || Reflected<M> || requires { typename M::ConcreteLeaf; },
        "the model does not know this type: a struct of one's own lists its members with BOOST_DESCRIBE_CLASS, and a list is a "
        "Set, a Table, an Array or a Fifo (model/containers.hpp)");
    static_assert(!symbols || !Leaf<M>,
                  "on symbols a native type holds nothing: write Flag<D> for bool, Enum<D, E> for an enumeration E, and "
                  "Counter<D, Most>, Core<D> or Address<D> for the rest");
    if constexpr (Reflected<M>) return type<M, symbols>();
    else return false;
}

template <class T, bool symbols>
constexpr bool type() {
    if constexpr (is_array<T> || is_fifo<T>) {
        return member<nullptr, typename decltype(T::items)::value_type, symbols>();
    } else if constexpr (is_table<T>) {
        return member<nullptr, decltype(T::Slot::item), symbols>();
    } else if constexpr (is_maybe<T>) {
        return member<nullptr, decltype(T::item), symbols>();
    } else if constexpr (DescribedEnum<T>) {
        static_assert(enum_in_order<T>(), "an enumeration is described in its order and counts from 0");
        return true;
    } else if constexpr (DescribedStruct<T>) {
        static_assert(!has_more_members<T>(),
                      "a member is not described, so it is no part of the state: list all of them in BOOST_DESCRIBE_CLASS");
        return []<class... M>(boost::mp11::mp_list<M...>) {
            return (member<M::pointer, std::remove_cvref_t<decltype(std::declval<T&>().*M::pointer)>, symbols>() && ... && true);
        }(boost::mp11::mp_apply<
                   boost::mp11::mp_list,
                   boost::describe::describe_members<T, boost::describe::mod_any_access | boost::describe::mod_inherited>>{});
    } else {
        return true;
    }
}

// ---- whether a node has a member of this name, whatever its type -------------------------------------------------------------

struct NamesIssues { void issues(); };
struct NamesOffers { void offers(); };
struct NamesReceive { void receive(); };
template <class N> struct ProbesIssues : N, NamesIssues {};
template <class N> struct ProbesOffers : N, NamesOffers {};
template <class N> struct ProbesReceive : N, NamesReceive {};
template <class N> concept NamesItsIssues = !requires { &ProbesIssues<N>::issues; };
template <class N> concept NamesItsOffers = !requires { &ProbesOffers<N>::offers; };
template <class N> concept NamesItsReceive = !requires { &ProbesReceive<N>::receive; };

/// A node N of protocol P, whose handlers get a Context.
template <class P, class N, class Context, bool symbols>
constexpr bool node() {
    using Config = typename P::Config;
    using Message = typename P::Message;
    static_assert(DescribedStruct<N>, "a node lists its members with BOOST_DESCRIBE_CLASS(Name, (), (first, second), (), ())");
    static_assert(requires(N n, const Config& config, const std::vector<int>& memory) { n.start(config, memory); },
                  "a node needs start(config, memory), which makes it what it is at first");
    static_assert(requires(const N n) { bool(n.idle()); }, "a node needs idle(), which says that nothing is under way here");
    static_assert(!NamesItsReceive<N> || requires(N n, const Message& m, Context& ctx) { n.receive(m, ctx); },
                  "receive is called as receive(message, ctx): write `void receive(const Message& m, auto& ctx)`");
    if constexpr (requires { typename N::Operation; }) {
        using Operation = typename N::Operation;
        static_assert(requires(N n, const Operation& operation, Context& ctx) { n.access(operation, ctx); },
                      "a node with an Operation needs `void access(const Operation& operation, auto& ctx)`");
        static_assert(
            requires(const Operation& operation, const Config& config) { bool(N::issues(operation, config)); },
            "a node with an Operation needs `static bool issues(const Operation& operation, const Config& config)`, which leaves "
            "out those without a meaning");
        static_assert(type<Operation, symbols>());
    } else {
        static_assert(!NamesItsIssues<N>,
                      "a node whose threads issue something says what: `using Operation = ...`, or access is never called");
    }
    if constexpr (requires { typename N::Action; }) {
        using Action = typename N::Action;
        static_assert(requires(N n, const Action& action, Context& ctx) { n.act(action, ctx); },
                      "a node with an Action needs `void act(const Action& action, auto& ctx)`");
        static_assert(
            requires(const Action& action, const Config& config) { bool(N::offers(action, config)); },
            "a node with an Action needs `static bool offers(const Action& action, const Config& config)`, which leaves out "
            "those without a meaning");
        static_assert(requires(const Action& action) { bool(N::fair(action)); },
                      "a node with an Action needs `static bool fair(const Action& action)`: whether it must not be put off "
                      "forever");
        static_assert(type<Action, symbols>());
    } else {
        static_assert(!NamesItsOffers<N>,
                      "a node that does something by itself says what: `using Action = ...`, or act is never called");
    }
    if constexpr (DescribedStruct<N>) return type<N, symbols>();
    else return false;
}

/// A protocol P, whose handlers get a Context.
template <class P, class Context, bool symbols>
constexpr bool protocol() {
    static_assert(requires(const typename P::Config& config) { { config.shape } -> std::convertible_to<const Shape&>; },
                  "a protocol needs a struct Config with a member `model::Shape shape`");
    static_assert(requires { requires DescribedEnum<typename P::NodeKind>; },
                  "a protocol needs an enumeration NodeKind of its kinds of node, described with BOOST_DESCRIBE_ENUM");
    static_assert(requires { requires DescribedEnum<typename P::Outcome>; },
                  "a protocol needs an enumeration Outcome of what its handlers do, described with BOOST_DESCRIBE_ENUM");
    static_assert(requires { requires Reflected<typename P::Message>; },
                  "a protocol needs a struct Message, whose members BOOST_DESCRIBE_CLASS lists");
    static_assert(requires { std::tuple_size<typename P::Nodes>::value; },
                  "a protocol needs `using Nodes = std::tuple<...>`, the types of its nodes in the order of NodeKind");
    static_assert(
        requires(typename P::NodeKind kind, const typename P::Config& config) {
            { P::population(kind, config) } -> std::convertible_to<int>;
        },
        "a protocol needs `static int population(NodeKind kind, const Config& config)`: how many nodes of a kind there are");
    static_assert(
        requires(typename P::NodeKind kind, const typename P::Config& config) {
            { P::core_of(kind, 0, config) } -> std::convertible_to<int>;
        },
        "a protocol needs `static int core_of(NodeKind kind, int index, const Config& config)`: the core that a node belongs to, "
        "or -1");
    static_assert(
        requires(const typename P::Config& config) {
            { P::initial_memories(config) } -> std::convertible_to<std::vector<std::vector<int>>>;
        },
        "a protocol needs `static std::vector<std::vector<int>> initial_memories(const Config& config)`: what memory may hold at "
        "first");
    static_assert(
        requires(const typename P::Config& config) { P::channels(config).begin()->capacity; },
        "a protocol needs `static std::vector<model::ChannelKind<NodeKind>> channels(const Config& config)`: who can send to "
        "whom");
    static_assert(
        requires(typename P::NodeKind kind) {
            { P::node_name(kind, 0) } -> std::convertible_to<std::string>;
        },
        "a protocol needs `static std::string node_name(NodeKind kind, int index)`");
    static_assert(
        !requires { &P::network_name; } ||
            requires {
                { P::network_name(0) } -> std::convertible_to<std::string>;
            },
        "network_name is `static std::string network_name(int network)`");
    static_assert(
        !requires { &P::thread_name; } ||
            requires {
                { P::thread_name(0) } -> std::convertible_to<std::string>;
            },
        "thread_name is `static std::string thread_name(int thread)`");
    if constexpr (requires {
                      requires DescribedEnum<typename P::NodeKind> && DescribedEnum<typename P::Outcome> &&
                          Reflected<typename P::Message>;
                      std::tuple_size<typename P::Nodes>::value;
                  }) {
        static_assert(
            std::tuple_size_v<typename P::Nodes> == enum_size<typename P::NodeKind> && enum_in_order<typename P::NodeKind>(),
            "Nodes and NodeKind list the same kinds, in one order");
        static_assert(enum_size<typename P::Outcome> <= 64 && enum_in_order<typename P::Outcome>(),
                      "Outcome has at most 64 values, described in their order");
        return []<class... N>(std::type_identity<std::tuple<N...>>) {
            return (node<P, N, Context, symbols>() && ...);
        }(std::type_identity<typename P::Nodes>{}) &&
               type<typename P::Message, symbols>();
    } else {
        return false;
    }
}

}  // namespace tandem::model::rules
