// A tick of physical time as a path: every moment, wherever it is, becomes one older, and nothing else happens.
//
// Moments are stored by their distance from now, as in the explicit search (model::PhysicalTime): 0 is past, 1 is now, 1 + n in n
// ticks. For proofs n has no limit. So no clock is part of the state, and what is proved holds whatever the clock shows.
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// The path of event `event`. Layouts of `problem` must say when their leaves are in use (smt/usage.hpp): what depends on a
/// moment that becomes past goes out of use. A tick that changes nothing is no step, so some moment must not be past.
Path tick(const Problem& problem, int event);

}  // namespace tandem::smt
