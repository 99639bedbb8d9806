// Texts of a protocol with one line changed, deliberately broken: what protocols/<protocol>/mutants.cmake says of them.
#pragma once

#include "apps/catalog.hpp"
#include "apps/words.hpp"

namespace tandem::apps {

template <class Config>
struct Mutant {
    std::string name, meaning;
    std::string property;        // that is refuted
    std::string variant, shape;  // with these
    int steps;                   // of the shortest trace; 0 if there is none or it is a cycle
    /// With the monitor, always.
    std::unique_ptr<model::Network> (*make)(const Config& config);
};

/// The mutant of that name, or null.
template <class Config>
const Mutant<Config>* mutant_called(const std::vector<Mutant<Config>>& mutants, const std::string& name) {
    for (const auto& mutant : mutants)
        if (mutant.name == name) return &mutant;
    return nullptr;
}

/// The one that the selection names, or null. Throws UsageError for two.
template <class Config>
const Mutant<Config>* mutant_in(const std::vector<Mutant<Config>>& mutants, const Selection& selection) {
    const Mutant<Config>* chosen = nullptr;
    for (const auto& word : split(selection.variant, ',')) {
        const Mutant<Config>* mutant = mutant_called(mutants, word);
        if (chosen && mutant) throw UsageError("the variants '" + chosen->name + "' and '" + mutant->name + "' both break the text: one of them is accepted");
        if (mutant) chosen = mutant;
    }
    return chosen;
}

/// Throws UsageError if the selection names one.
template <class Config>
void refuse_mutants(const std::vector<Mutant<Config>>& mutants, const Selection& selection) {
    if (const auto* mutant = mutant_in(mutants, selection)) throw UsageError("the variant '" + mutant->name + "' is for check only: the others are accepted");
}

/// Throws UsageError if the selection names one: a broken text always has its monitor.
template <class Config>
void refuse_free_mutants(const std::vector<Mutant<Config>>& mutants, const Selection& selection) {
    if (const auto* mutant = mutant_in(mutants, selection)) throw UsageError("the variant '" + mutant->name + "' is judged by the monitor: without --free it is accepted");
}

/// As `tandem list` shows them.
template <class Config>
std::vector<Entry> broken_variants(const std::vector<Mutant<Config>>& mutants) {
    std::vector<Entry> entries;
    for (const auto& mutant : mutants) entries.push_back({mutant.name, mutant.meaning});
    return entries;
}

}  // namespace tandem::apps
