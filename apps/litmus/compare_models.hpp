// `tandem litmus --compare M1 M2`: the smallest test of the generator on which two models differ, with what forbids the state
// that only one of them allows. Where no cycle up to a size tells them apart, it says so.
#pragma once

#include "apps/litmus/generate.hpp"

namespace tandem::apps {

/// The whole command; returns the exit status: 1 if they differ, 0 if they agree on all tests, 3 if more tests than the limit
/// were left or it was interrupted. Throws UsageError.
int run_compare_models(const GenerateOptions& options);

}  // namespace tandem::apps
