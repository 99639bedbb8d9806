// A list of seeded bugs, in the form of the mutants.cmake of a protocol's folder: calls of `mutant`, and comments.
//
//   mutant(store-lost cache.hpp
//     LINE [[line.data = m.data;]]
//     BECOMES [[;]]
//     SO "a fill brings no data"
//     REFUTES load-value SHAPE tiny STEPS 5)
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tandem::apps {

/// One line of one file of the folder is another. Without `becomes` it is left out.
struct Mutant {
    std::string name, file;
    std::string in;              // the line after which `line` is looked for; empty: it is there only once
    std::string line, becomes;   // whole lines without their indentation
    std::string meaning;
    std::string property;        // that should catch it; empty: any
    std::string variant, shape;  // with these; empty: as the command says
    int steps = 0;               // of the shortest trace; 0 if nobody says
    int at = 0;                  // the line of the list
};

/// Throws UsageError, with the line, for what is no such list.
std::vector<Mutant> read_mutants(const std::string& path);

/// The text of its file with the change; nothing if the line is not there, or is there twice.
std::optional<std::string> mutated(const std::string& text, const Mutant& mutant);

}  // namespace tandem::apps
