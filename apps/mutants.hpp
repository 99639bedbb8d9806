// Texts of a protocol with one line changed, deliberately broken: what protocols/<protocol>/mutants.cmake says of them.
#pragma once

#include "apps/catalog.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

struct Mutant {
    std::string name, meaning;
    std::string property;        // that is refuted; empty where nobody says which
    std::string variant, shape;  // with these
    int steps;                   // of the shortest trace; 0 if there is none or it is a cycle
    /// Makes it of a true system, whose settings, rules and monitor stay what they are; false for a system without the nodes that it is of.
    bool (*break_text)(model::Network& network);
};

/// The mutant of that name, or null.
inline const Mutant* mutant_called(const std::vector<Mutant>& mutants, const std::string& name) {
    for (const auto& mutant : mutants)
        if (mutant.name == name) return &mutant;
    return nullptr;
}

/// The one that the selection names, or null. Throws UsageError for two.
inline const Mutant* mutant_in(const std::vector<Mutant>& mutants, const Selection& selection) {
    const Mutant* chosen = nullptr;
    for (const auto& word : split(selection.variant, ',')) {
        const Mutant* mutant = mutant_called(mutants, word);
        if (chosen && mutant) throw UsageError("the variants '" + chosen->name + "' and '" + mutant->name + "' both break the text: one of them is accepted");
        if (mutant) chosen = mutant;
    }
    return chosen;
}

/// Throws UsageError if the selection names one.
inline void refuse_mutants(const std::vector<Mutant>& mutants, const Selection& selection) {
    if (const auto* mutant = mutant_in(mutants, selection)) throw UsageError("the variant '" + mutant->name + "' is for check only: the others are accepted");
}

/// Throws UsageError if the selection names one: a broken text always has its monitor.
inline void refuse_free_mutants(const std::vector<Mutant>& mutants, const Selection& selection) {
    if (const auto* mutant = mutant_in(mutants, selection)) throw UsageError("the variant '" + mutant->name + "' is judged by the monitor: without --free it is accepted");
}

/// A true system, or what the selection makes of it. `make` is called with whether the system is monitored.
template <class Make>
std::unique_ptr<model::Network> system_of(const std::vector<Mutant>& mutants, const Selection& selection, bool monitored, Make&& make) {
    const Mutant* mutant = mutant_in(mutants, selection);
    std::unique_ptr<model::Network> network = make(monitored || mutant);
    if (mutant && !mutant->break_text(*network))
        throw UsageError("the variant '" + mutant->name + "' breaks the text of a node that this shape does not have: other variants are accepted, and the shape that `tandem list` shows with it");
    return network;
}

/// As `tandem list` shows them.
inline std::vector<Entry> broken_variants(const std::vector<Mutant>& mutants) {
    std::vector<Entry> entries;
    for (const auto& mutant : mutants) entries.push_back({mutant.name, mutant.meaning});
    return entries;
}

}  // namespace tandem::apps
