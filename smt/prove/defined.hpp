// Variables that others define: what a queue holds, as a set, and whether a counter is the number of what it counts.
//
// A candidate compares variables in one or two situations. So it cannot say that *some* place of a queue holds what somebody
// waits for, up to the queue's length, nor that a counter is a sum. Each such fact becomes a variable of its own here. Its
// expression speaks of the others, and a step that changes those changes it: to samples and candidates it is a variable like
// others, and to Z3, which is told nothing else, it is its definition. So nothing is assumed.
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// Adds to the problem, which must be complete and without exchanges:
/// - for each queue in a node, each kind of what it holds and each name: whether some place holds that kind with that name;
/// - for each counter in a node that is, in runs at random, always the number of messages of one or two kinds between that node
/// and another, or of what the
///   node's queues hold of some kind: whether it is.
/// Only what is sometimes so and sometimes not, or of a counter always so, is added; runs at random tell.
void add_defined(Problem& problem, std::uint64_t seed);

/// Adds a variable that is 1 where `definition` holds: a name for it in what is claimed or suggested. Candidates say nothing of
/// it.
int add_name(Problem& problem, const std::string& name, Expression definition);

}  // namespace tandem::smt
