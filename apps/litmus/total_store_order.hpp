// The model of a machine whose cores are of two kinds, as of an APU: threads of some cores keep TSO's order, and those of the
// others what a model of release consistency asks.
//
// Such a machine allows a program what release consistency allows it where TSO's order is written out for those threads: each of
// their loads acquires, each of their stores releases, and an atomic does both. In the words of rc.cat a fence that acquires
// orders what was read before it, and one that releases what is written after it. So a store may still be delayed past later
// loads, and nothing else. For a program whose threads are all of that kind this is TSO itself.
#pragma once

#include <vector>

#include "specs/litmus/test.hpp"

namespace tandem::apps {

/// The program with these fences in the threads of these cores; cores are numbered as threads name them.
specs::Test with_total_store_order(specs::Test test, const std::vector<int>& cores);

}  // namespace tandem::apps
