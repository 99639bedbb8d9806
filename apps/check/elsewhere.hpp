// A variant that is listed as broken, in a shape that shows nothing of it: which named shape does?
#pragma once

#include "apps/check/check.hpp"

namespace tandem::apps {

/// Searches the other named shapes that the variant takes, the smallest first, for so many seconds in all and half of what is
/// left in each, until one refutes a property. Nothing for a variant in which nothing is listed as broken.
std::optional<Elsewhere> refuted_elsewhere(const CheckOptions& options, double seconds);

}  // namespace tandem::apps
