// States of the explicit search, in the words of proofs.
#pragma once

#include <functional>

#include "checker/components.hpp"
#include "smt/prove/explicit_state.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::apps {

/// The values of all variables but the defined ones, which are the last. The monitor must be the one that the problem was built with.
smt::StateVector leaves_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts);
/// The monitor must be the one that the problem was built with.
smt::StateVector numbers_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts);

/// How many states were added, and whether they are all that there are.
struct ExploredStates {
    std::size_t added = 0;
    bool all = false;
};
/// Adds the states that a breadth-first search meets, level by level as long as they are `most` or fewer and `stop` does not say so. One
/// thread searches, so they are always the same.
ExploredStates add_explored(const model::Network& network, const smt::Problem& problem, std::size_t most, const std::function<bool()>& stop, smt::SampleTable& samples);

}  // namespace tandem::apps
