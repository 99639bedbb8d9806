// What a proof of remote-scope promotion knows besides what its texts say.
#pragma once

#include "apps/rsp_config.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// The problem with variables for its queues (smt/prove/defined.hpp), with the claim that what is dirty is in the FIFO (rsp::DirtyInFifo, which proofs see as a set, since they
/// cannot look for something in a queue), and with what is suggested (rsp_suggestions.hpp). For induction only; `system` is what the problem was made of.
smt::Problem with_queues_as_sets(smt::Problem problem, const RspSystem& system);

}  // namespace tandem::apps
