// Whether the text is the same for any number of names: condition (c) of the theorem (docs/any-number.md, "Uniformity").
#pragma once

#include "apps/prove/any_run.hpp"

namespace tandem::apps {

/// Notes in the report why it is not, or not known to be; nothing if it is. Of n0 names of each sort, and of fewer.
void check_uniform(AnyRun& run, const smt::any::BySort& n0);

}  // namespace tandem::apps
