// Shortest traces: a path of real states from an initial state to a violation, told as events and what they change.
//
// No predecessor is stored. The path is found backwards: the level before a state's is expanded again until one of its states
// leads there; all levels together cost at most the search once more. With symmetry that path runs through representatives;
// it is then followed forwards from an initial state, choosing at each state a step into the next orbit, so that names keep
// their meaning along the trace.
#pragma once

#include "checker/liveness.hpp"

namespace tandem::checker {

/// A field of a node that an event changed; empty text for an absent field.
struct Change {
    std::string node, field, before, after;
};

struct TraceStep {
    std::string event;                  // "SM0: W0 load A", "L2: receives BusRd(...) from SM0"
    std::vector<std::string> outcomes;
    std::vector<std::string> sends;     // "BusFill(...) to SM0"
    std::vector<std::string> seen;      // what the environment sees: loads that complete, stores that are performed
    std::vector<Change> changes;
    std::string error;                  // what its handler does that no text may: "receive of l2 leaves lines.A.readers at 9, beyond its limit of 8"
};

struct Trace {
    std::string property;
    std::vector<std::pair<std::string, std::vector<model::Field>>> start;  // nodes and their fields
    std::vector<TraceStep> steps;
    bool shortest = true;
    int cycle_from = -1;  // the index of the first step that repeats forever; -1 if none does
    std::string due;      // what is never met from there on: "SM0: W0 load A"
    bool dead_end = false;  // no run from the last state meets it, fair or not
};

/// The trace to a violation that `search` has found. Where it is an error of the text (`no_property`), the last step says which.
Trace trace_to(Search& search, const Violation& violation);

/// The trace to the state at `position`, which stands in `level`; it names no property.
Trace trace_to(Search& search, int level, Position position);

/// The run that never completes an access. `search` was without symmetry.
Trace trace_to(Search& search, const model::Property& property, const Lasso& lasso);
/// The path of a random walk.
Trace trace_along(const Components& components, const model::Property& property, const Parts& start, const std::vector<PathStep>& path);

/// One step in words, from `before` to `after`.
TraceStep describe(const Components& components, const Move& move, const Parts& before, const Parts& after);
/// The nodes of a state and their fields.
std::vector<std::pair<std::string, std::vector<model::Field>>> describe(const Components& components, const Parts& parts);

}  // namespace tandem::checker
