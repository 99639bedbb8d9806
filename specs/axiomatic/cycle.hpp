// The cycle that explains why a relation is not acyclic.
#pragma once

#include <vector>

#include "specs/axiomatic/relation.hpp"

namespace tandem::specs {

/// A shortest cycle of the relation, event by event; empty if there is none. Each event is related to the next, and the last to
/// the first.
std::vector<int> shortest_cycle(const Relation& relation);

}  // namespace tandem::specs
