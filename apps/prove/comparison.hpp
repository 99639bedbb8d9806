// How much of the explicit search a proof's relation is compared with. A certificate says it, so that whoever derives it from the
// text again compares the same.
#pragma once

#include "apps/prove/anchor.hpp"
#include "apps/prove/explicit_states.hpp"

namespace tandem::apps {

struct Effort {
    std::size_t explored = 100'000;  // states of the explicit search, whose outcomes are compared
    std::size_t compared = 4'000;    // states in which everything is; with 0 nothing is compared
    std::uint64_t seed = 1;          // of random runs
};

/// All states if there are no more than `compared`. Else the first of the search, as many of random runs, and whatever states
/// show outcomes that were compared too seldom. Returns whether it was all states.
bool compare(Anchor& anchor, Exploration& exploration, const Effort& how, const Anchor::Stop& stop);

}  // namespace tandem::apps
