// Executions as graphs in the style of herd: events, program order and communication between them, and the cycle that forbids
// one.
#pragma once

#include "specs/axiomatic/outcomes.hpp"

namespace tandem::specs {

/// An execution to be drawn, and its caption.
struct Drawing {
    std::string title;
    const Execution* execution;
};

struct DrawnEdge {
    int from, to;          // events
    std::string label;     // "po", "rf", "co", "fr"; empty for a relation that only a model has
    bool fence = false;    // program order to a fence or from one
    bool forbids = false;  // it is part of the cycle
};

/// The relation from event `a` to event `b` in a word: "rf", "co", "fr", "po"; empty for one that only a model has.
std::string edge_name(const Execution& x, int a, int b);
/// Program order, coherence and from-reads without edges that follow from others, all of reads-from, and the cycle.
std::vector<DrawnEdge> drawn_edges(const Execution& x);
/// The label of an event: "T0: W x=1 .cg".
std::string drawn_label(const Test& test, const MemoryEvent& event);
/// Whether an event is part of the picture: an initial write that nobody reads is not.
bool is_drawn(const Execution& x, const std::vector<DrawnEdge>& edges, int event);
/// Herd's colours: reads-from red, coherence blue, from-reads orange, fences green.
const char* colour_of(const DrawnEdge& edge);

/// A Graphviz digraph for each.
std::string as_dot(const Test& test, const std::vector<Drawing>& drawings);

}  // namespace tandem::specs
