// A transition system as data: nodes with leaves, channels, and one decision tree for each thing that can happen.
//
// `symbolic_system` makes it of a protocol; exports and solvers read it. It says what `model::System` does: a state is the nodes'
// states and the channels' contents; in a step one node acts by itself, or takes a message out of a channel; what it sends is
// appended; and a step that does not find room for all that it sends is not possible.
#pragma once

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

struct TransitionSystem {
    std::unique_ptr<Expressions> expressions = std::make_unique<Expressions>();
    model::Shape shape;
    std::vector<NodeKindInfo> kinds;
    NodeKindInfo message;
    std::vector<model::NodeInfo> nodes;
    std::vector<model::ChannelInfo> channels;
    std::vector<std::vector<std::vector<int>>> initial;  // by initial state, node, leaf; channels start empty
    std::vector<Event> events;
    std::vector<std::string> outcomes;
    std::vector<Exchange> symmetries{};
};

}  // namespace tandem::smt
