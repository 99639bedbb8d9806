// A transition system as data: nodes with leaves, channels, and one decision tree for each thing that can happen.
//
// `symbolic_system` makes it of a protocol; exports and solvers read it. It says what `model::System` does: a state is the nodes'
// states and the channels' contents; in a step one node acts by itself, or takes a message out of a channel; what it sends is
// appended; and a step that does not find room for all that it sends is not possible.
#pragma once

#include <optional>

#include "model/network.hpp"
#include "smt/decision_tree.hpp"
#include "smt/layout.hpp"

namespace tandem::smt {

struct NodeKindInfo {
    Layout layout;
    std::vector<const ValueType*> leaves;
};

struct Event {
    int node;
    int channel;  // whose message it takes; -1 if the node acts by itself
    std::string name;
    bool fair;    // must not be postponed forever while it stays possible
    DecisionTree tree;
    int label = 0;  // which of the node's operations and actions
    std::string kind{};                              // what sort of these: their first enumeration, "load"
    std::vector<std::pair<model::Sort, int>> names{};  // that it speaks of
};

/// Exchanging two names of one sort (of threads: in every core), which maps runs to runs.
struct Exchange {
    model::Sort sort;
    int a, b;
    std::vector<int> events;  // what becomes of each event: an index into the list of events
};

/// What a monitor does when it is told of an event of this kind: the event's leaves are {Place::reported, i}. What it forbids
/// stalls; a report of that is in no event's effect.
struct Observer {
    model::EventKind kind;
    DecisionTree tree;
    std::vector<bool> asks{};  // which leaves of the event it looks at
};

/// What a monitor remembers, as one more node whose leaves are {nodes.size(), i}.
struct MonitorInfo {
    NodeKindInfo state;
    std::vector<std::string> arguments;          // the names of an event's leaves
    std::vector<const ValueType*> types;         // and what they hold
    std::vector<Observer> observers;             // of the kinds that change it

    bool asks(model::EventKind kind, std::size_t argument) const {
        for (const Observer& observer : observers)
            if (observer.kind == kind) return observer.asks[argument];
        return false;
    }
};

/// An invariant: in no state all conditions of one of `failures` hold. They may speak of what is on its way: of channel c the
/// number of messages is {nodes.size() + 1 + c, 0}, and the leaves of the messages follow.
struct Invariant {
    std::string name, sentence;
    std::vector<std::vector<Expression>> failures;
};

struct TransitionSystem {
    std::unique_ptr<Expressions> expressions = std::make_unique<Expressions>();
    model::Shape shape;
    std::vector<NodeKindInfo> kinds;
    NodeKindInfo message;
    std::vector<model::NodeInfo> nodes;
    std::vector<model::ChannelInfo> channels;
    // by initial state, node (and the monitor behind them), leaf; channels start empty
    std::vector<std::vector<std::vector<int>>> initial;
    std::vector<Event> events;
    std::vector<std::string> outcomes;
    std::vector<Exchange> symmetries{};
    std::optional<MonitorInfo> monitor{};
    std::vector<Invariant> invariants{};
    std::string remarks{};                               // for the reader of an export: what this system is, and what it is not

    int monitor_node() const { return static_cast<int>(nodes.size()); }
    int contents_node(int channel) const { return monitor_node() + 1 + channel; }
    /// What a node, or the monitor, consists of.
    const NodeKindInfo& state_of(int node) const {
        return node == monitor_node() ? monitor->state
                                      : kinds[static_cast<std::size_t>(nodes[static_cast<std::size_t>(node)].kind)];
    }
};

}  // namespace tandem::smt
