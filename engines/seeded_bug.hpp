// Texts of a protocol with one line changed, deliberately broken: what the protocol's mutants.cmake says of them
// (cmake/mutants.cmake).
#pragma once

#include <any>
#include <filesystem>
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
    int steps = 0;               // of the shortest trace; 0 if there is none or it is a cycle
    bool exported = false;       // its text runs on symbols
    std::filesystem::path object{};  // of its text in the search; built when it is asked for
};

/// What is asked for is known by name, and has not been built.
struct NotBuilt : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Those of a protocol, in the order of their list.
using SeededBugs = std::vector<SeededBug>;

/// Of a protocol that has been loaded: what bugs/NAME/list says in the folder of its module. A line each, with
/// tabs between name, meaning, property, variant, shape, steps, and `symbols` where it is exported.
const SeededBugs& seeded_bugs(const std::string& protocol);

/// Reads it, for seeded_bugs.
void read_seeded_bugs(const std::string& protocol, const std::filesystem::path& folder);

/// Lets the nodes of a true system do what the bug's text says; its settings, rules and monitor stay. False for a system without
/// the nodes that it is of. Throws NotBuilt.
bool break_text(const SeededBug& bug, model::Network& network);
/// What nodes do by it on symbols: smt::AllSymbolicHandlers of each text that has the bug. Throws NotBuilt.
std::vector<std::any> symbols_of(const SeededBug& bug);

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
        if (chosen && bug)
            throw model::UsageError("the variants '" + chosen->name + "' and '" + bug->name +
                                    "' both break the text: one of them is accepted");
        if (bug) chosen = bug;
    }
    return chosen;
}

/// Throws UsageError if the selection names one.
inline void refuse_bugs(const SeededBugs& bugs, const Selection& selection) {
    if (const auto* bug = bug_in(bugs, selection))
        throw model::UsageError("the variant '" + bug->name + "' is for check only: the others are accepted");
}

/// Throws UsageError if a free selection names one: a broken text always has its monitor.
inline void refuse_free_bugs(const SeededBugs& bugs, const Selection& selection) {
    if (!selection.free) return;
    if (const auto* bug = bug_in(bugs, selection))
        throw model::UsageError("the variant '" + bug->name + "' is judged by the monitor: without --free it is accepted");
}

}  // namespace tandem::engines
