// Texts of a protocol with one line changed, deliberately broken: what the protocol's mutants.cmake says of them (cmake/mutants.cmake).
#pragma once

#include <any>
#include <stdexcept>
#include <string>
#include <vector>

#include "engines/selection.hpp"
#include "model/network.hpp"
#include "model/words.hpp"

namespace tandem::engines {

struct SeededBug {
    std::string name, meaning;
    std::string property;        // that is refuted; empty where nobody says which
    std::string variant, shape;  // with these
    int steps;                   // of the shortest trace; 0 if there is none or it is a cycle
    /// Makes it of a true system, whose settings, rules and monitor stay what they are; false for a system without the nodes that it is of.
    /// Null where the program was built without the broken texts.
    bool (*break_text)(model::Network& network);
    /// What nodes do by it on symbols: smt::AllSymbolicHandlers of each text that has the bug. Null where it is not exported.
    std::vector<std::any> (*symbols)();
};

/// The program knows the bug and was built without its text.
struct NotBuilt : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Those of a protocol, in the order of their list.
using SeededBugs = std::vector<SeededBug>;

/// Of the protocol that P describes. Generated for each protocol (cmake/mutants.cmake).
template <class P>
const SeededBugs& seeded_bugs();

/// The bug of that name, or null.
inline const SeededBug* bug_called(const SeededBugs& bugs, const std::string& name) {
    for (const auto& bug : bugs)
        if (bug.name == name) return &bug;
    return nullptr;
}

/// The one that the selection names, or null. Throws UsageError for two.
inline const SeededBug* bug_in(const SeededBugs& bugs, const Selection& selection) {
    const SeededBug* chosen = nullptr;
    for (const auto& word : model::split(selection.variant, ',')) {
        const SeededBug* bug = bug_called(bugs, word);
        if (chosen && bug) throw model::UsageError("the variants '" + chosen->name + "' and '" + bug->name + "' both break the text: one of them is accepted");
        if (bug) chosen = bug;
    }
    return chosen;
}

/// Throws NotBuilt if the program knows the bug, if there is one, by name only.
inline void require_built(const SeededBug* bug) {
    if (bug && !bug->break_text) throw NotBuilt("the variant '" + bug->name + "' is a seeded bug, and this program was built without: others are accepted");
}

/// Throws UsageError if the selection names one.
inline void refuse_bugs(const SeededBugs& bugs, const Selection& selection) {
    if (const auto* bug = bug_in(bugs, selection)) throw model::UsageError("the variant '" + bug->name + "' is for check only: the others are accepted");
}

/// Throws UsageError if a free selection names one: a broken text always has its monitor.
inline void refuse_free_bugs(const SeededBugs& bugs, const Selection& selection) {
    if (!selection.free) return;
    if (const auto* bug = bug_in(bugs, selection)) throw model::UsageError("the variant '" + bug->name + "' is judged by the monitor: without --free it is accepted");
}

}  // namespace tandem::engines
