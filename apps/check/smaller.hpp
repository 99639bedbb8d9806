// What a random walk has found, in a system that is small enough to search: there the shortest trace is known.
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// Searches shapes with no more cores, threads and blocks than the accesses of the trace name, the smallest first, for so many seconds in all and a third of
/// that in each. If the same property is refuted in one, `refutation` becomes that, with the shortest trace and the command of the search.
void in_smaller_system(const CheckOptions& options, double seconds, WideRefutation& refutation);

}  // namespace tandem::apps
