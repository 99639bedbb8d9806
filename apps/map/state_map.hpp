// A state space at a glance (`check --map`): how many states each level has, when each outcome of a handler is first seen, and
// how a field of each kind of nodes changes: the state diagram of a paper's figure, drawn from what the text does.
//
// A field's name has * for the names of blocks, threads and places: lines.*.state of SM0 is lines.A.state and lines.B.state, each
// a state machine of its own, and all are drawn as one, those of all nodes of the kind with them. An event that names a block and
// leaves its state as it was is an arrow from a state to itself.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "apps/map/refusals.hpp"
#include "checker/first_steps.hpp"

namespace tandem::apps {

/// Which states and events are abstracted to a field's values.
struct FieldMachine {
    std::string kind, field;          // "SM", "lines.*.state"; no field: the kind has none whose values are words
    std::vector<std::string> values;  // in the order in which they are first met; absent: the node has no such field then
    struct Occurrence {
        int level;          // the first in which it is possible
        std::string event;  // such a one: "SM0: receives BusFill(address A) from L2"
    };
    struct Arrow {
        int from, to;                                // values
        std::map<std::string, Occurrence> labels{};  // by the handler's outcomes, "load_hit"
    };
    std::vector<Arrow> arrows;
    /// What becomes of an event in a state, as a row of a protocol's table says: an event is a message's kind, an operation or an
    /// action, without the names of blocks and threads.
    struct Entry {
        int state, next;  // values; `next` is `refused` where the handler stalls
        std::string event, outcomes;
        Occurrence first;
    };
    static constexpr int refused = -1;
    std::vector<Entry> entries;  // each once, in the order in which they are first met
};

/// Stands for the value of a field that is not there.
inline constexpr const char* absent = "-";

struct StateMap {
    std::string system, ending;  // of the search: "complete", or why not
    bool symmetric = false;      // one of each set of states that are alike was looked at
    std::vector<std::uint64_t> levels;
    struct FirstSeen {
        std::string outcome;
        int level;  // -1: never
    };
    std::vector<FirstSeen> outcomes;  // in the order in which they are seen, then those that are not
    std::vector<FieldMachine> machines;
};

/// Where the map goes, and what is drawn: "SM.lines.*.state"; of each kind that none names, the field called state, or else the
/// first whose values are words.
struct MapOptions {
    std::string file;  // empty: no map is wanted
    std::vector<std::string> fields;
};

/// Throws UsageError if a field's name begins with no kind of nodes.
void require_kinds(const model::Network& network, const MapOptions& options);

/// `search` has run; nothing if proceed(level, states) has ended it. Throws UsageError, with the fields that there are, for a
/// field that no node has.
template <class Proceed>
std::optional<StateMap> state_map(checker::Search& search, const std::vector<std::string>& fields, Proceed&& proceed);

/// What a node did, before its fields are looked at.
class StepCollector {
public:
    explicit StepCollector(const checker::Components& components) : components_(components) {}
    void add(const checker::Move& move, int node, const checker::Parts& before, const checker::Parts& after, int level) {
        const auto n = static_cast<std::size_t>(node);
        steps_.push_back({move, node, level, &components_.node(node, before[n]), &components_.node(node, after[n])});
    }
    void add(std::vector<RefusedStep> refusals) { refusals_ = std::move(refusals); }
    /// A machine for each kind of nodes, and for each further field of it that was asked for.
    std::vector<FieldMachine> machines(const std::vector<std::string>& fields) const;

private:
    struct Taken {
        checker::Move move;
        int node, level;
        const checker::NodeEntry *before, *after;
    };
    std::vector<FieldMachine> machines_of(int kind, const std::string& name, const std::vector<std::string>& fields) const;

    const checker::Components& components_;
    std::vector<Taken> steps_;
    std::vector<RefusedStep> refusals_;
};

std::vector<StateMap::FirstSeen> in_order_of_levels(const std::vector<std::string>& outcomes, const std::vector<int>& levels);

template <class Proceed>
std::optional<StateMap> state_map(checker::Search& search, const std::vector<std::string>& fields, Proceed&& proceed) {
    StepCollector collector(search.components());
    const auto first = checker::for_each_first_step(
        search,
        [&](const checker::Move& move, int node, const checker::Parts& before, const checker::Parts& after, int level) {
            collector.add(move, node, before, after, level);
        },
        proceed);
    if (!first.all) return std::nullopt;
    auto refused = refusals(search, proceed);
    if (!refused) return std::nullopt;
    collector.add(std::move(*refused));
    StateMap map;
    map.outcomes = in_order_of_levels(search.components().network().outcomes(), first.outcome_levels);
    map.machines = collector.machines(fields);
    return map;
}

}  // namespace tandem::apps
