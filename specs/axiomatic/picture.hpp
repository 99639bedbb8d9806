// Executions as graphs that people know from herd: events, program order and communication between them, and the cycle that forbids one.
#pragma once

#include "specs/axiomatic/outcomes.hpp"

namespace tandem::specs {

/// An execution that is to be drawn, and what is said above it.
struct Drawing {
    std::string title;
    const Execution* execution;
};

struct DrawnEdge {
    int from, to;  // events
    std::string label;  // "po", "rf", "co", "fr"; empty for what only a model relates
    bool fence = false;      // program order to a fence or from one
    bool forbids = false;    // it is part of the cycle
};

/// Program order, coherence and from-reads as far as they follow from no others, all of reads-from, and the cycle.
std::vector<DrawnEdge> drawn_edges(const Execution& x);
/// What is said of an event: "T0: W x=1 .cg".
std::string drawn_label(const Test& test, const MemoryEvent& event);
/// Whether an event has a part in the picture: an initial write that nobody reads has none.
bool is_drawn(const Execution& x, const std::vector<DrawnEdge>& edges, int event);
/// As herd colours them: reads-from red, coherence blue, from-reads orange, fences green.
const char* colour_of(const DrawnEdge& edge);

/// A digraph of Graphviz for each.
std::string as_dot(const Test& test, const std::vector<Drawing>& drawings);

}  // namespace tandem::specs
