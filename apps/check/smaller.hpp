// What a random walk has found, in a system that is small enough to search: there the shortest trace is known.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// Searches shapes with no more cores, threads and blocks than the accesses of the trace name, the smallest first, for so many
/// seconds in all and a third of that in each. If the same property is refuted in one, `refutation` becomes that, with the
/// shortest trace and the command of the search. Then each other number of the shape that `options` do not have is tried as they
/// have it, in as much time: what is left is needed.
void in_smaller_system(const CheckOptions& options, double seconds, WideRefutation& refutation);

}  // namespace tandem::apps
