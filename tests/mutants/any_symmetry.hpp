// Seeded bugs that treat names differently: the search with symmetry refuses them, and the one without does not.
#pragma once

#include <stdexcept>

#include "apps/check/check.hpp"

namespace tandem::tests {

/// The result of `examine` for the options, with symmetry if the text has it.
template <class Examine>
auto with_any_symmetry(apps::CheckOptions options, Examine&& examine) {
    try {
        return examine(options);
    } catch (const std::invalid_argument&) {
        options.symmetry = false;
        return examine(options);
    }
}

}  // namespace tandem::tests
