// Cycles of relaxations: an execution that is not sequentially consistent has one, so each cycle gives a test that asks for it
// (ptx-litmus.txt, 4.1).
//
// A cycle is taken if it says something that no shorter one says, and if its test can ask for it:
// - it has two or more edges to other threads, and its locations return: edges to different locations are in two threads or more
//   (Pod and back within one is Pos), or there are none;
// - of two neighbours in one thread exactly one is communication (Pod Pod is Pod, and Rfi Fri is Coi), or one is Rmw;
// - neighbours that are both to other threads are Fre Rfe or Coe Rfe (Rfe Fre is Coe, and Coe Coe is Coe);
// - on one location only, exactly one edge is neither communication nor Rmw: the one that coherence contradicts. If all are, that
//   is the one Rmw.
#pragma once

#include <functional>

#include "specs/litmus/generate/relaxation.hpp"

namespace tandem::specs {

using Cycle = std::vector<const Relaxation*>;

/// Visits each cycle of 3 to `size` of these edges, one for all its rotations, shorter ones first, until visit(cycle) is false.
/// Returns whether all were visited.
bool for_each_cycle(const std::vector<Relaxation>& edges, int size, const std::function<bool(const Cycle&)>& visit);

/// With one location only, the edge that coherence contradicts; otherwise null.
const Relaxation* contradiction(const Cycle& cycle);

/// "PodWW Rfe PodRR Fre"
std::string text(const Cycle& cycle);

}  // namespace tandem::specs
