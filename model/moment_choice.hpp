// What the environment may choose a length of time from, such as a lease: a few in a search, any up to a longest in a proof.
#pragma once

#include <concepts>
#include <limits>
#include <span>

namespace tandem::model {

struct MomentChoice {
    static constexpr int any_length = std::numeric_limits<int>::max();

    std::span<const int> some;  // those that a search, an export or a simulated machine chooses from
    int longest = any_length;   // in a proof whose clock ends; where clocks have no end any may be chosen

    /// A list that outlives this.
    template <class List>
        requires(!std::same_as<List, MomentChoice> && std::convertible_to<const List&, std::span<const int>>)
    constexpr MomentChoice(const List& moments, int longest_in_proof = any_length) : some(moments), longest(longest_in_proof) {}

    constexpr auto begin() const { return some.begin(); }
    constexpr auto end() const { return some.end(); }
};

}  // namespace tandem::model
