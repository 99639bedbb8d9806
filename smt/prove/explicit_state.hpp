// States of the explicit search as states of a proof problem: both have the same leaves in the same order.
#pragma once

#include "model/network.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// A global state in the parts that `model::Network` speaks of; the messages of a channel are oldest first.
struct ExplicitState {
    std::vector<model::Packed> nodes;
    std::vector<std::vector<model::Packed>> channels;
    model::Packed monitor;
};

/// The values of the variables that the search has as well: all but the defined ones, which are the last. `shape` and the monitor
/// as below.
StateVector leaves_of(const Problem& problem, const model::Shape& shape, const ExplicitState& state);
/// Puts the messages of channels that keep no order into one: states that are alike but for that become one.
void sort_unordered(const Problem& problem, StateVector& leaves);
/// Adds the values of the defined variables.
void add_defined_values(const Problem& problem, StateVector& leaves);

/// The values of all variables. `shape` is that of the search, whose clock may end elsewhere; the monitor must be the one that
/// the problem was built with.
StateVector numbers_of(const Problem& problem, const model::Shape& shape, const ExplicitState& state);

}  // namespace tandem::smt
