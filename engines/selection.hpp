// What of a protocol a command works on, as the user said it.
#pragma once

#include <array>
#include <string>

#include "model/shape.hpp"

namespace tandem::engines {

/// Empty for the defaults.
struct Selection {
    std::string variant{}, shape{};
    bool free = false;  // threads do whatever they like, and no monitor watches them or keeps them from it
    bool lemmas = false;  // the search judges the lemmas, too
    // By sort: how many names there are, whatever the shape says; 0: as many as it says. Of a relation (`prove --any`), which has
    // room for more than the settings' shapes.
    std::array<int, model::sort_count> names{};
};

/// How a free system's description ends.
inline constexpr const char* free_system = "  free";

/// The group of variants that are texts with a seeded bug.
inline constexpr const char* broken_group = "deliberately broken (one line of the text is changed)";

}  // namespace tandem::engines
