// What proofs say of the FIFO of an L1 as a set (smt/prove/defined.hpp), since they cannot look for something in a queue.
#pragma once

#include "protocols/rsp/properties.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// What rsp::DirtyInFifo says, of a problem to which the variables of its queues have been added.
smt::Claim dirty_in_fifo(const smt::Problem& problem);

}  // namespace tandem::apps
