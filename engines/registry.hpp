// The protocols that a program knows, each bound to the engines. A protocol is a module: shared objects, one for each part, which
// are loaded when a command needs them (modules.hpp says where they are, cmake/protocol.cmake makes them).
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
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

/// What is compiled of a protocol by itself: a command loads what it needs.
enum class Part : std::uint8_t { check, programs, simulation, proof, exports };
inline constexpr std::array<const char*, 5> part_names{"check", "programs", "simulation", "proof", "exports"};

/// An event of a simulated run, in the words of the searched system.
struct EventTold {
    int kind = 0, index = 0;      // of the node
    bool receives = false;
    int from_kind = 0, from = 0;  // the sender of what it receives
    std::int64_t cycle = 0;
    std::string text{};           // the operation or action, as "W0 load A"; or the message, as "BusRd(address A, wts 1)"
};

/// Is told of a run.
class EventsTold {
public:
    virtual ~EventsTold() = default;
    /// The system of which the run is one.
    virtual void begins(const Selection& searched) = 0;
    virtual void event(const EventTold& event) = 0;
    /// From here on the run is told no more, and why: it leaves what that system has room for.
    virtual void ends(const std::string& why) = 0;
};

/// What engines make of a protocol, by the part that has it; null until that part is loaded.
struct Engines {
    Played (*play)(const Selection& selection, const std::vector<specs::Test>& tests) = nullptr;                     // programs
    std::unique_ptr<perfsim::Simulation> (*simulate)(const Selection& selection, const perfsim::MachineDescription& machine,
                                                     // simulation
                                                     bool monitored) = nullptr;
    std::unique_ptr<perfsim::Simulation> (*record)(const Selection& selection, const perfsim::MachineDescription& machine,
                                                   EventsTold& told) = nullptr;                              // simulation
    bool (*honours)(const Selection& selection, const std::string& key, const perfsim::MachineDescription& one,
                    const perfsim::MachineDescription& other) = nullptr;                                     // simulation
    std::vector<model::Tally> loads_in_cache{};                                                              // simulation
    smt::Problem (*problem)(const Selection& selection, smt::Limits limits) = nullptr;                       // proof
    std::vector<ExportedFile> (*write)(const Selection& selection, const ExportOptions& options) = nullptr;  // exports
};

struct Protocol {
    // ---- what it is, from its description and its settings ----

    std::string name, summary;
    // by group; one of each group applies, the first by default
    std::vector<std::pair<std::string, std::vector<Entry>>> variants;
    std::vector<Entry> shapes;                                         // named shapes, the first by default
    std::vector<Entry> shape_keys;                                     // for key=value
    std::array<std::string, model::sort_count> extents;                // the keys of these numbers; empty where there is none
    std::string clock;                                                 // and of the largest moment of logical time
    // the quick ones first; at most ten minutes in all on two processors
    std::vector<ExaminedSystem> thorough;
    // a search goes on after the first: each shows something else
    bool all_refutations = false;
    std::string sound_variant{};                                       // in which all properties hold; empty for the default
    std::vector<model::KnownFailure> known_failures{};
    std::string promised_model = "sc";                                 // that `conform` compares it with, if nobody says which
    std::vector<std::string> usual_properties{};  // that its author is expected to state
    // known by name; the text of each is built when it is asked for
    const SeededBugs* bugs = nullptr;

    // ---- the search ----

    /// The system with all its properties; without a monitor those that need one are missing. One whose monitor chooses the
    /// programs keeps it unless the selection is free.
    std::unique_ptr<model::Network> (*make)(const Selection& selection, bool monitored) = nullptr;
    /// What a system of this shape cannot show, where a larger number would.
    std::vector<model::NotShown> (*not_shown)(const Selection& selection) = nullptr;
    /// The variant and shape in full, as it is printed.
    std::string (*describe)(const Selection& selection) = nullptr;
    // a variant that a user adds to one that is given
    std::string (*over)(const std::string& beneath, const std::string& variant) = nullptr;
    /// The fairness that what it promises to deliver needs: "weak"; "strong", where accesses of one core compete for a channel,
    /// which is an arbiter's business; or "strong=NAME,NAME", of the channels and actions with these names alone.
    std::string (*fairness)(const Selection& selection) = nullptr;
    /// The system of a proof for the explicit search: its states a proof's invariant must allow, and its steps are the
    /// relation's.
    Explored (*explored)(const Selection& selection, smt::Limits limits) = nullptr;

    // ---- the other engines: each loads its part, and throws NotBuilt where that has not been built ----

    /// The system that runs these programs; the sizes are those that they need. Throws UsageError for a test that it has no room
    /// for, and what `specs::compile` throws.
    Played play(const Selection& selection, const std::vector<specs::Test>& tests) const {
        return loaded(Part::programs).play(selection, tests);
    }
    /// The system as a proof problem; throws UsageError for a variant that is for check only.
    smt::Problem problem(const Selection& selection, smt::Limits limits) const {
        return loaded(Part::proof).problem(selection, limits);
    }
    /// The system for another tool: the file that was asked for, and those that belong beside it.
    std::vector<ExportedFile> write(const Selection& selection, const ExportOptions& options) const {
        return loaded(Part::exports).write(selection, options);
    }
    /// How loads fare in its cache, if it says so: the outcomes that a report of a simulation sums up.
    const std::vector<model::Tally>& loads_in_cache() const { return loaded(Part::simulation).loads_in_cache; }
    /// The variant on a simulated machine; the shape is the machine's. With a monitor that asserts the checked properties, or
    /// without.
    std::unique_ptr<perfsim::Simulation> simulate(const Selection& selection, const perfsim::MachineDescription& machine,
                                                  bool monitored) const {
        return loaded(Part::simulation).simulate(selection, machine, monitored);
    }
    /// The same without a monitor, and `told` of what happens, as long as it lives. Throws UsageError for a machine that the
    /// protocol cannot be searched for.
    std::unique_ptr<perfsim::Simulation> record(const Selection& selection, const perfsim::MachineDescription& machine,
                                                EventsTold& told) const {
        return loaded(Part::simulation).record(selection, machine, told);
    }
    /// Whether a simulated run can depend on this key of a machine file, by which two machines differ: the simulator has a part
    /// for this text that reads it, or the text's settings follow from it.
    bool honours(const Selection& selection, const std::string& key, const perfsim::MachineDescription& one,
                 const perfsim::MachineDescription& other) const {
        return loaded(Part::simulation).honours(selection, key, one, other);
    }

    /// What has that part among what is loaded.
    const Engines& loaded(Part part) const;
    mutable Engines engines{};
    /// Where its module lies; empty where all that it has is bound.
    std::filesystem::path folder{};
};

/// The names of all modules that there are, without loading one.
std::vector<std::string> protocol_names();
/// All of them, in the order of their declaration.
std::vector<std::reference_wrapper<const Protocol>> protocols();
/// Throws UsageError with the names that are accepted, and for a module that this program cannot load.
const Protocol& protocol(const std::string& name);

// Each gives a protocol one part; defined in the header of that engine, and instantiated once for each protocol.
template <class P> void bind_check(Protocol& protocol);
template <class P> void bind_programs(Engines& engines);
template <class P> void bind_simulation(Engines& engines);
template <class P> void bind_proof(Engines& engines);
template <class P> void bind_exports(Engines& engines);

/// The protocol that P describes, with all engines, without a module.
template <class P>
Protocol bound() {
    Protocol protocol;
    bind_check<P>(protocol);
    bind_programs<P>(protocol.engines);
    bind_simulation<P>(protocol.engines);
    bind_proof<P>(protocol.engines);
    bind_exports<P>(protocol.engines);
    return protocol;
}

}  // namespace tandem::engines
