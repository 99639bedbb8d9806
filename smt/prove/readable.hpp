// Clauses, states and steps in words.
#pragma once

#include "smt/prove/problem.hpp"

namespace tandem::smt {

/// "SM0.lines.A.present and SM0.lines.A.state = valid: SM0.lines.A.wts <= SM0.lines.A.rts"
std::string readable(const Problem& problem, const Clause& clause);
/// The value of a variable, by name where it has one.
std::string readable(const Problem& problem, int variable, int value);
/// "lines.A.state = valid" for each variable that is not 0, or that differs in `other`.
std::vector<std::string> readable(const Problem& problem, const StateVector& state);
std::string outcomes_of(const Problem& problem, const Path& path);

}  // namespace tandem::smt
