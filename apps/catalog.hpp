// The protocols that the program knows. Each is bound to the engines in one file of its own (gtsc_system.cpp, ...).
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "apps/export.hpp"
#include "apps/play.hpp"
#include "model/network.hpp"
#include "perfsim/simulation.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// A name and what it means.
struct Entry {
    std::string name, meaning;
    std::vector<std::string> gaps{};  // of a shape: the outcomes that the default variant does not show in it, though others do
};

/// The group of variants that are texts with a seeded bug.
inline constexpr const char* broken_group = "deliberately broken (one line of the text is changed)";

/// What of a protocol a command works on, as the user said it; empty for the defaults.
struct Selection {
    std::string variant, shape;
    bool free = false;  // threads do whatever they like, and no monitor watches them or keeps them from it
};

/// How `check --thorough` examines a system.
enum class Examined : std::uint8_t {
    whole,
    states,  // and not what must happen in the end, which takes too long there
    walks,   // random ones, where states are too many: they refute, and show nothing to hold
};

/// One of the systems that `check --thorough` examines: each is there for what no other of them shows.
struct ExaminedSystem {
    std::string variant, shape;
    std::string shows;
    Examined how = Examined::whole;
    std::vector<std::string> judged{};  // the properties that it is there for, where others are known to fail; none: all
};

/// The system of a proof for the explicit search: with the proof's monitor, and with some of what a proof has all of.
struct Explored {
    std::unique_ptr<model::Network> network;
    std::vector<int> leases;  // that it grants where a proof grants any
};

/// How a free system's description ends.
inline constexpr const char* free_system = "  free";

struct Protocol {
    std::string name, summary;
    std::vector<std::pair<std::string, std::vector<Entry>>> variants;  // by group; one of each group applies, the first by default
    std::vector<Entry> shapes;                                         // named shapes, the first by default
    std::vector<Entry> shape_keys;                                     // for key=value
    std::vector<ExaminedSystem> thorough;                              // the quick ones first; at most ten minutes in all on two processors
    /// The system with all its properties; without a monitor those that need one are missing. One whose monitor chooses the programs (RSP) keeps it
    /// unless the selection is free.
    std::unique_ptr<model::Network> (*make)(const Selection& selection, bool monitored);
    /// The variant and shape in full, as it is printed.
    std::string (*describe)(const Selection& selection);
    /// The system as a proof problem; throws UsageError for a variant that is for check only.
    smt::Problem (*problem)(const Selection& selection, smt::Limits limits);
    /// The same for the explicit search: its states a proof's invariant must allow, and its steps are the relation's.
    Explored (*explored)(const Selection& selection, smt::Limits limits);
    /// The system in one of `export_formats`: the file that was asked for, and those that belong beside it.
    std::vector<ExportedFile> (*write)(const Selection& selection, const ExportOptions& options);
    /// The variant on a simulated machine; the shape is the machine's. With a monitor that asserts the checked properties, or without.
    std::unique_ptr<perfsim::Simulation> (*simulate)(const Selection& selection, const perfsim::MachineDescription& machine, bool monitored);
    /// The system that runs the programs of litmus tests and nothing else; the sizes are those that they need. Throws UsageError for a test
    /// that it has no room for, and what `specs::compile` throws.
    Played (*play)(const Selection& selection, const std::vector<specs::Test>& tests);
    /// Whether what it promises to deliver needs strong fairness: accesses of one core compete for a channel, which is an arbiter's business.
    bool (*strong_fairness)(const Selection& selection);
    bool all_refutations = false;    // a search goes on after the first: each shows something else
    std::string sound_variant{};     // whose outcomes the shapes' gaps speak of; empty for the default
};

const std::vector<Protocol>& protocols();
/// Throws UsageError with the names that are accepted.
const Protocol& protocol(const std::string& name);

Protocol gtsc_protocol();
Protocol tc_protocol();
Protocol rsp_protocol();
Protocol baseline_protocol();
Protocol incoherent_protocol();

}  // namespace tandem::apps
