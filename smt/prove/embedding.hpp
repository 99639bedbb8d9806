// What an invariant of a larger system says of a smaller one, of fewer cores, threads or addresses.
//
// The others may do nothing. Then a run of the larger system is one of the smaller, and an inductive invariant, with what the
// others are at first put for them, is one of the smaller, as long as nothing but themselves keeps them as they are. Nothing
// relies on that: what comes out is to be suggested there (Problem::suggested).
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// `invariant`: of the larger problem, all images of each clause.
std::vector<Clause> as_seen_by(const Problem& smaller, const Problem& larger, const std::vector<Clause>& invariant);

}  // namespace tandem::smt
