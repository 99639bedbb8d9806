// What rows and choices come to: costs, the front, and what each choice does alone.
#pragma once

#include "apps/explore/explore.hpp"

namespace tandem::apps {

/// Gives each row its cost, sorts them, and marks the front: right rows than which no right one is at least as good in all
/// figures and better in one.
void rank(DesignSpace& space);

/// Each alternative beside the first of its choice, over all pairs of rows that differ in it alone; numbers of the machine are
/// choices as well.
std::vector<ChoiceEffect> effects_of(const DesignSpace& space);

}  // namespace tandem::apps
