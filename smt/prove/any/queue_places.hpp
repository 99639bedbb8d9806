// What is said of places of a queue, said of other places in the same order. A queue may be longer in use where more may wait in
// it.
#pragma once

#include <set>

#include "smt/prove/any/quantified.hpp"

namespace tandem::smt::any {

/// With each way to move the places that the clause speaks of, in queues as long as those of `roles`; itself among them. What it
/// says of the size of such a queue moves with the place.
std::set<Quantified> with_places_moved(const Quantified& clause, const Roles& roles);

}  // namespace tandem::smt::any
