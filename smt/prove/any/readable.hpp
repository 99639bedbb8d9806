// Quantified clauses in words.
#pragma once

#include "smt/prove/any/quantified.hpp"

namespace tandem::smt::any {

/// What a name of each sort is called: "sms". Empty where there is none.
using SortWords = std::array<std::string, sorts>;

/// Whether it bounds one variable, as the type of each does.
bool is_range(const Quantified& clause);

/// "for all sms c != d, blocks a: SM c.lines.a.present: ..." Variables are named as in the size of `roles`.
std::string readable(const Quantified& clause, const Roles& roles, const SortWords& words);

}  // namespace tandem::smt::any
