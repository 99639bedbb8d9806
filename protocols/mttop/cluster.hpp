// The node of a cluster: a core's side (protocols/cores) around a cache of MOESI. It has its own name, so that seeded bugs of
// either are compiled into it (mutants.cmake).
#pragma once

#include "protocols/cores/core_side.hpp"
#include "protocols/moesi/l1.hpp"

namespace tandem::mttop {

template <class D>
using Cluster = cores::CoreSide<D, moesi::L1<D>, moesi::Outcome>;

}  // namespace tandem::mttop
