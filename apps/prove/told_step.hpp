// A counterexample to induction as a trace of one step, for `--trace`: the state before it, which no run need reach, and what the
// event changes.
#pragma once

#include "checker/trace.hpp"
#include "smt/prove/problem.hpp"
#include "smt/prove/proof.hpp"

namespace tandem::apps {

/// `claim` is what the step breaks and `why` says so; `blocks` are those of the shape. What channels hold stands with who sends
/// it.
checker::Trace told_step(const smt::Problem& problem, const smt::CounterexampleToInduction& cti, const std::string& claim,
                         const std::string& why, int blocks);

/// "After it this does not hold: SM0.a = 0 or L2.b <= 3. There SM0.a is 1 (it was 0), and L2.b is 5. ": the first of these
/// clauses that does not hold after the step. Empty if there is none.
std::string broken_clause(const smt::Problem& problem, const smt::CounterexampleToInduction& cti,
                          const std::vector<smt::Clause>& clauses);

}  // namespace tandem::apps
