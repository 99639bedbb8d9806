// A set of clauses, checked as an inductive invariant from the beginning: every initial state, every event, every claim.
//
// The search for an invariant keeps books and uses symmetry; this uses neither, so that a mistake there cannot become a verdict.
#pragma once

#include <functional>
#include <optional>

#include "smt/prove/symmetries.hpp"

namespace tandem::smt {

/// Everything that is claimed of states: typing, the claims, the found clauses and all their images.
std::vector<Clause> whole_invariant(const Problem& problem, const std::vector<Clause>& found, const std::vector<int>& claims);

/// Nothing if the clauses are inductive and no step breaks a claim; else what fails. `limit` is on each question.
std::optional<std::string> flaw(const Problem& problem, const std::vector<Clause>& invariant, const std::vector<int>& claims, unsigned limit,
                                const std::function<bool()>& stop);

}  // namespace tandem::smt
