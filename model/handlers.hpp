// What nodes can do, as their structs declare it: take operations of threads, take actions of their own, receive messages. Also
// which nodes are connected by channels.
#pragma once

#include <boost/mp11.hpp>
#include <vector>

#include "model/step_context.hpp"

namespace tandem::model {

/// Channels between all nodes of two kinds, in one direction. Messages on different virtual networks do not wait for each other.
/// `P::network(message)` or `P::network(message, config)` gives a message's virtual network (0 without it).
template <class NodeKind>
struct ChannelKind {
    NodeKind from, to;
    bool ordered = true;
    int capacity = 1;  // messages, 1..max_channel
    int network = 0;   // 0..max_networks-1
};

/// A node with threads: `access(operation, context)`; `issues` leaves out meaningless operations.
template <class N> concept IssuesOperations = requires { typename N::Operation; };
/// A node with internal actions: `act(action, context)`; `fair` tells which must not be postponed forever.
template <class N> concept TakesActions = requires { typename N::Action; };

/// A node whose operations are a warp's instructions: its state includes a ledger (ledger.hpp). `certain(operation, config)` may
/// say which of them the protocol promises to accept and to complete; without it, all.
template <class N>
concept KeepsLedger = IssuesOperations<N> && requires(const typename N::Operation& operation) {
    operation.warp, operation.blocks, operation.kind;
};

template <class N>
struct OperationOf {
    struct type {};
};
template <IssuesOperations N>
struct OperationOf<N> {
    using type = typename N::Operation;
};
template <class N>
struct ActionOf {
    struct type {};
};
template <TakesActions N>
struct ActionOf<N> {
    using type = typename N::Action;
};

/// What a node may do by itself, listed once: few combinations of members are meaningful.
template <class N>
struct OfferedOperations {};
template <IssuesOperations N>
struct OfferedOperations<N> {
    std::vector<typename N::Operation> operations;
};
template <class N>
struct OfferedActions {};
template <TakesActions N>
struct OfferedActions<N> {
    std::vector<typename N::Action> actions;
};
template <class N>
struct Offered : OfferedOperations<N>, OfferedActions<N> {};

/// What a node of type N does in protocol P.
template <class P, class N>
struct Handlers {
    using Message = typename P::Message;
    using Operation = typename OperationOf<N>::type;
    using Action = typename ActionOf<N>::type;
    using Context = StepContext<P>;

    void (*access)(N&, const Operation&, Context&) = nullptr;
    void (*act)(N&, const Action&, Context&) = nullptr;
    void (*receive)(N&, const Message&, Context&) = nullptr;
};
/// The same of all its nodes.
template <class P> using AllHandlers = boost::mp11::mp_transform_q<boost::mp11::mp_bind_front<Handlers, P>, typename P::Nodes>;

}  // namespace tandem::model
