// `tandem litmus DIR --summary`: how many tests of whole collections can be read, why others cannot, and how the verdicts compare
// with those that the collections come with.
#pragma once

#include "apps/litmus/litmus.hpp"

namespace tandem::apps {

/// Returns the exit status: 1 if a verdict differs from the expected one; else 2 if a test was refused; else 3 if one was not
/// decided in its time, or the whole was interrupted. Throws UsageError.
int run_summary(const LitmusOptions& options);

}  // namespace tandem::apps
