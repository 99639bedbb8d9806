// What litmus programs need of a protocol besides the numbers of its shape: what `Config::for_programs` is told.
#pragma once

#include <cstdint>
#include <vector>

namespace tandem::specs {

/// What tests need of components: the groups of the scope tree's level "cmp", with one for threads outside any; and the cores of
/// the largest.
struct Components {
    int count = 1, cores_of_each = 1;
};

struct ProgramNeeds {
    Components components{};  // a protocol that is to have more raises their count
    int lanes = 1;            // threads of the largest wavefront, where the protocol runs threads in lockstep
    bool atomics = false;     // a program has a read-modify-write; false until the programs are compiled
    /// By core: the blocks that it loads, a bit each. Empty while that is not known: any may be loaded.
    std::vector<std::uint8_t> loads{};
};

}  // namespace tandem::specs
