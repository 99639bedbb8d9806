// Shortest traces: a path of real states from an initial state to a violation, told as events and what they change.
//
// No predecessor is stored. The path is found backwards: the level before a state's is expanded again until one of its states
// leads there; all levels together cost at most the search once more. With symmetry that path runs through representatives;
// it is then followed forwards from an initial state, choosing at each state a step into the next orbit, so that names keep
// their meaning along the trace. Whoever draws, writes or replays a trace needs nothing else: it has all states, and each
// message's way.
#pragma once

#include "checker/liveness.hpp"

namespace tandem::checker {

/// A field of a node that an event changed; empty text for an absent field.
struct Change {
    std::string node, field, before, after;
};

/// A message from the step that sends it to the step that receives it, by their indices.
struct Flight {
    int from = -1, to = -1;  // nodes
    std::string channel{};
    std::string message;  // when it was sent
    int sent = -1;        // -1: it was on its way at the start
    int received = -1;    // -1: it is on its way at the end
};

struct TraceStep {
    std::string event;                  // "SM0: W0 load A", "L2: receives BusRd(...) from SM0"
    std::vector<std::string> outcomes;
    std::vector<model::SourceLine> lines;  // where the handler names them
    std::vector<std::string> sends;     // "BusFill(...) to SM0"
    std::vector<std::string> seen;      // what the environment sees: loads that complete, stores that are performed
    std::vector<Change> changes;
    // what its handler does that no text may: "receive of l2 leaves lines.A.readers at 9, beyond its limit of 8"
    std::string error;
    int node = no_node;                 // that takes it
    int thread = -1;                    // of the node's core, if the step is an operation of it
    int received = -1;                  // which of the trace's messages, or -1
    std::vector<int> sent;              // which of the trace's messages
    std::vector<model::Event<model::Concrete>> events;                // what the environment sees, as monitors see it
    // of the nodes that it may have changed, afterwards: indices into the trace's `start`
    std::vector<std::pair<int, std::vector<model::Field>>> states;
};

/// Why an invariant fails in the last state: it would hold there, had this node stayed as it was before this step. That is the
/// last step for which this is so.
struct Needed {
    int node;  // with the messages that are kept with it (components.hpp)
    int step;
};

/// One of two copies of a block for which an invariant fails in the last state.
struct CopyTold {
    model::CopyWitness copy;
    int flight = -1;  // the message that it is in, or -1: it is in a node
};

/// A message that is on its way as long as steps repeat, and why its receiver does not take it, in how many of the states that
/// repeat; or an action of a node that is possible in some of them and never happens.
struct Waiting {
    struct Obstacle {
        enum class Kind { refused, no_room, none } kind;  // `none`: it could be received, and is not
        std::string what;  // the outcomes that say why the handler refuses it; or the channel that is full and what waits in it
        int states = 0;
    };
    int message = -1;      // which of the trace's
    std::string action{};  // "L2: DRAM fills A", if it is no message: by this name it can be made strongly fair
    std::vector<Obstacle> obstacles;
};

struct Trace {
    std::string property;
    std::vector<std::pair<std::string, std::vector<model::Field>>> start;  // nodes and their fields
    std::vector<TraceStep> steps;
    bool shortest = true;
    int cycle_from = -1;  // the index of the first step that repeats forever; -1 if none does
    std::string due;      // what is never met from there on: "SM0: W0 load A"
    std::vector<std::string> refusals{};  // the outcomes with which it is refused there
    std::vector<Waiting> waiting{};       // from there on
    struct Owed {
        int node = -1, thread = -1, block = -1;  // thread and block are -1 where a node owes something else
    };
    Owed owed{};               // what never completes from there on
    int asked = -1;            // or the step that asks what is never answered,
    std::string question{};    // and what it asks: "Acquire(address A) to L2"
    bool dead_end = false;     // no run from the last state meets it, fair or not
    std::vector<int> cores{};  // by node: the core that it belongs to, or -1
    std::vector<Flight> messages;
    int blocks = 0;         // A, B and so on
    // what the property itself says of the last state or step; a message's number is its place in `messages`, or -1
    std::vector<model::ReasonPart> reason{};
    std::vector<CopyTold> copies{};    // of an invariant about copies of blocks: the two that it fails for
    std::vector<Needed> needed{};  // of an invariant, in the order of the steps
    std::string why{};      // in words: which clause, which values, which steps (apps/trace/why.hpp)
    std::vector<int> witnesses{};  // the steps that `why` speaks of
};

/// The trace to a violation that `search` has found. Where it is an error of the text (`no_property`), the last step says which.
Trace trace_to(Search& search, const Violation& violation);

/// The same along these representatives, from that of an initial state to that of the state where the property fails, or in a
/// step from which it does; the violation's level and position do not count.
Trace trace_through(Components& components, Symmetry& symmetry, const std::vector<Parts>& representatives,
                    const Violation& violation);

/// The trace to the state at `position`, which stands in `level`; it names no property.
Trace trace_to(Search& search, int level, Position position);

/// The run that never completes an access. `search` was without symmetry.
Trace trace_to(Search& search, const model::Property& property, const Lasso& lasso);
/// The path of a random walk.
Trace trace_along(const Components& components, const model::Property& property, const Parts& start,
                  const std::vector<PathStep>& path);
/// A path whose steps from number `cycle_from` on repeat forever, without meeting the obligation.
Trace trace_along(const Components& components, const model::Property& property, const Parts& start,
                  const std::vector<PathStep>& path, const Obligation& obligation, int cycle_from);

/// The trace in the system without its monitor: neither the monitor's numbers, nor what it is told of instructions, are shown.
Trace without_monitor(Trace trace);

/// The names of the outcomes in a set.
std::vector<std::string> outcomes_of(const model::Network& network, std::uint64_t outcomes);
/// What a step is called: "SM0: W0 load A".
std::string event_text(const Components& components, const Move& move);
/// One step in words, from `before` to `after`; `lines` is left to traces.
TraceStep describe(const Components& components, const Move& move, const Parts& before, const Parts& after);
/// The nodes of a state and their fields.
std::vector<std::pair<std::string, std::vector<model::Field>>> describe(const Components& components, const Parts& parts);

}  // namespace tandem::checker
