// A run of a proof problem: states and the paths between them.
#pragma once

#include <functional>

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// There is one path fewer than there are states.
struct Run {
    std::vector<StateVector> states;
    std::vector<int> paths;
};

/// What the environment chooses where an expression mentions an input.
using Inputs = std::function<int(Place)>;

int value(const Problem& problem, Expression e, const StateVector& state, const Inputs& inputs);
bool can_be_taken(const Problem& problem, int path, const StateVector& state, const Inputs& inputs);
/// The state after one path, whose conditions hold in the state before.
StateVector after(const Problem& problem, int path, const StateVector& before, const Inputs& inputs);

/// Whether the last state breaks the claim, or the last step does.
bool breaks(const Problem& problem, const Run& run, int claim, const Inputs& inputs);

/// The run without steps that can be left out, one after the other, such that the rest is still a run that breaks the claim. Its
/// paths must mention no inputs.
Run shortened(const Problem& problem, const Run& run, int claim);

}  // namespace tandem::smt
