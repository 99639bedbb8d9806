// Which rank a state belongs to, which alone stores and expands it.
//
// A hash of what some slots of the state hold decides. If all slots decide, half of the successors or more belong to other ranks,
// and are sent. A step changes few slots, so the fewer decide, the fewer are sent; but contents that many states share make ranks
// uneven. So the slots are chosen by a sample of states: those with which a search is likely to take least.
#pragma once

#include <cstdint>
#include <vector>

#include "checker/symmetry.hpp"
#include "model/hash.hpp"

namespace tandem::checker {

/// The slots that should decide for so many ranks: one, two, or all.
Slots deciding_slots(Components& components, Symmetry& symmetry, int ranks);

class Owners {
public:
    /// `deciding`: the same in all ranks, as each must know each state's owner.
    Owners(Components& components, int ranks, Slots deciding);

    /// Of the state whose slots hold number(slot).
    template <class NumberAt>
    int of(NumberAt&& number) const {
        std::uint64_t sum = 0;
        for (const std::size_t s : slots_)
            sum += components_.content_hash(static_cast<int>(s), number(s)) * (model::golden_ratio + 2 * s);
        return static_cast<int>((model::raised<32>(sum) >> 32) * ranks_ >> 32);
    }

private:
    Components& components_;
    const std::uint64_t ranks_;
    std::vector<std::size_t> slots_;  // that decide
};

}  // namespace tandem::checker
