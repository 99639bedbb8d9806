// What proofs of remote-scope promotion are told to try first: why programs without races see the latest data, in the words of rsp.txt, 4.2.
//
// Nothing of it is assumed. Samples may refute a statement, and Z3 proves those that a proof needs; what they do not cover is found among candidates. They are of the
// repaired protocol with one L2 without memory behind it, and channels of one message; of other variants some are false, and dropped.
#pragma once

#include "protocols/rsp/settings.hpp"
#include "smt/prove/problem.hpp"

namespace tandem::rsp {

/// The problem with variables for its queues (smt/prove/defined.hpp), with the claim that what is dirty is in the FIFO (DirtyInFifo, which proofs see as a set, since they
/// cannot look for something in a queue), and with what is suggested. For induction only; `setup` is what the problem was made of.
smt::Problem with_queues_as_sets(smt::Problem problem, const Setup& setup);

/// Adds to the problem names for what they speak of (smt::add_name).
std::vector<smt::Clause> suggestions(smt::Problem& problem, const Setup& setup);

}  // namespace tandem::rsp
