// Texts of G-TSC with one line changed, deliberately broken: what protocols/gtsc/mutants.cmake says of them.
#pragma once

#include "apps/catalog.hpp"
#include "protocols/gtsc/config.hpp"

namespace tandem::apps {

struct Mutant {
    std::string name, meaning;
    std::string property;        // that is refuted
    std::string variant, shape;  // with these
    int steps;                   // of the shortest trace; 0 if there is none or it is a cycle
    /// With the monitor, always.
    std::unique_ptr<model::Network> (*make)(const gtsc::Config& config);
};

/// In the order of the list.
const std::vector<Mutant>& gtsc_mutants();

/// The mutant of that name, or null.
const Mutant* gtsc_mutant(const std::string& name);
/// The one that the selection names, or null. Throws UsageError for two.
const Mutant* gtsc_mutant(const Selection& selection);

}  // namespace tandem::apps
