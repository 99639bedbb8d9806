// The protocols of a program, each bound to the engines. cmake/protocol.cmake makes the list of what was declared with tandem_protocol().
#pragma once

#include <array>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engines/exported.hpp"
#include "engines/played.hpp"
#include "engines/seeded_bug.hpp"
#include "engines/selection.hpp"
#include "model/description.hpp"
#include "model/network.hpp"
#include "model/settings.hpp"
#include "perfsim/simulation.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::engines {

using model::Entry, model::Examined, model::ExaminedSystem;

/// The system of a proof for the explicit search: with the proof's monitor, and with some of what a proof has all of.
struct Explored {
    std::unique_ptr<model::Network> network;
    std::vector<int> leases;  // that it grants where a proof grants any
};

struct Protocol {
    // ---- what it is, from its description and its settings ----

    std::string name, summary;
    std::vector<std::pair<std::string, std::vector<Entry>>> variants;  // by group; one of each group applies, the first by default
    std::vector<Entry> shapes;                                         // named shapes, the first by default
    std::vector<Entry> shape_keys;                                     // for key=value
    std::array<std::string, model::sort_count> extents;                // the keys of these numbers; empty where there is none
    std::string clock;                                                 // and of the largest moment of logical time
    std::vector<ExaminedSystem> thorough;                              // the quick ones first; at most ten minutes in all on two processors
    bool all_refutations = false;                                      // a search goes on after the first: each shows something else
    std::string sound_variant{};                                       // whose outcomes the shapes' gaps speak of; empty for the default
    std::string promised_model = "sc";                                 // that `conform` compares it with, if nobody says which
    const SeededBugs* bugs = nullptr;

    // ---- what engines make of it; null where the program has been built without the engine ----

    /// The system with all its properties; without a monitor those that need one are missing. One whose monitor chooses the programs keeps it unless the
    /// selection is free.
    std::unique_ptr<model::Network> (*make)(const Selection& selection, bool monitored) = nullptr;
    /// The variant and shape in full, as it is printed.
    std::string (*describe)(const Selection& selection) = nullptr;
    std::string (*over)(const std::string& beneath, const std::string& variant) = nullptr;  // a variant that a user adds to one that is given
    /// Whether what it promises to deliver needs strong fairness: accesses of one core compete for a channel, which is an arbiter's business.
    bool (*strong_fairness)(const Selection& selection) = nullptr;
    /// The system that runs these programs; the sizes are those that they need. Throws UsageError for a test that it has no room for, and what
    /// `specs::compile` throws.
    Played (*play)(const Selection& selection, const std::vector<specs::Test>& tests) = nullptr;
    /// The system as a proof problem; throws UsageError for a variant that is for check only.
    smt::Problem (*problem)(const Selection& selection, smt::Limits limits) = nullptr;
    /// The same for the explicit search: its states a proof's invariant must allow, and its steps are the relation's.
    Explored (*explored)(const Selection& selection, smt::Limits limits) = nullptr;
    /// The system for another tool: the file that was asked for, and those that belong beside it.
    std::vector<ExportedFile> (*write)(const Selection& selection, const ExportOptions& options) = nullptr;
    /// How loads fare in its cache, if it says so: the outcomes that a report of a simulation sums up.
    std::vector<model::Tally> loads_in_cache{};
    /// The variant on a simulated machine; the shape is the machine's. With a monitor that asserts the checked properties, or without.
    std::unique_ptr<perfsim::Simulation> (*simulate)(const Selection& selection, const perfsim::MachineDescription& machine, bool monitored) = nullptr;
};

const std::vector<Protocol>& protocols();
/// Throws UsageError with the names that are accepted.
const Protocol& protocol(const std::string& name);

// Each gives a protocol one engine; defined in the header of that engine, and instantiated once for each protocol.
template <class P> void bind_check(Protocol& protocol);
template <class P> void bind_programs(Protocol& protocol);
template <class P> void bind_proof(Protocol& protocol);
template <class P> void bind_explored(Protocol& protocol);
template <class P> void bind_export(Protocol& protocol);
template <class P> void bind_simulation(Protocol& protocol);

/// The protocol that P describes, with all engines.
template <class P>
Protocol bound() {
    Protocol protocol;
    bind_check<P>(protocol);
    bind_programs<P>(protocol);
    bind_proof<P>(protocol);
    bind_explored<P>(protocol);
    bind_export<P>(protocol);
    bind_simulation<P>(protocol);
    return protocol;
}

/// The same in a program that has the search alone.
template <class P>
Protocol bound_to_search() {
    Protocol protocol;
    bind_check<P>(protocol);
    return protocol;
}

}  // namespace tandem::engines
