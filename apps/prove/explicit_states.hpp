// States of the explicit search, in the words of proofs.
#pragma once

#include <atomic>
#include <functional>

#include "checker/search.hpp"
#include "smt/prove/explicit_state.hpp"
#include "smt/prove/sample_table.hpp"

namespace tandem::apps {

/// The values of all variables but the defined ones, which are the last. The monitor must be the one that the problem was built
/// with.
smt::StateVector leaves_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts);
/// The monitor must be the one that the problem was built with.
smt::StateVector numbers_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts);

/// The states that a breadth-first search meets, in levels that are complete, as long as they are `most` or fewer and `stop` does
/// not say so. One thread searches, so they are always the same.
class Exploration {
public:
    /// `network` must outlive it.
    Exploration(const model::Network& network, std::size_t most, std::function<bool()> stop);

    /// That the states' numbers are of; typed objects are there for properties.
    checker::Components& components() { return search_.components(); }
    /// How many states there are here, and whether the system has no others.
    std::size_t states() const { return states_; }
    bool all() const { return all_; }
    /// Calls visit(parts) for each state, until `stop` says so.
    void for_each(const std::function<void(const checker::Parts&)>& visit);
    /// Adds the states to samples of the problem.
    void add_to(const smt::Problem& problem, smt::SampleTable& samples);

private:
    std::function<bool()> stop_;
    std::atomic<bool> enough_ = false;
    checker::Search search_;
    std::size_t levels_ = 0, states_ = 0;  // that are given
    bool all_ = false;
};

}  // namespace tandem::apps
