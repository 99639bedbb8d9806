// The cycle that tells why a relation is not acyclic.
#pragma once

#include <vector>

#include "specs/axiomatic/relation.hpp"

namespace tandem::specs {

/// A shortest cycle of the relation, event by event, each related to the next and the last to the first; empty if there is none.
std::vector<int> shortest_cycle(const Relation& relation);

}  // namespace tandem::specs
