// What a quantified clause says in one size: an instance for each choice of distinct names.
#pragma once

#include <set>

#include "smt/prove/any/quantified.hpp"

namespace tandem::smt::any {

/// The names of a size that clauses may speak of: all, or all but the outside name (outside.hpp), which is the last or the first.
struct Names {
    BySort kept{};  // how many
    BySort outside = none;

    BySort extents() const;
};
Names all_names(const Problem& problem);

/// The clause for each choice of kept names. None where the size has too few, or not the variables.
std::set<Clause> instances(const Quantified& clause, const Roles& roles, const Names& names);
/// Those in which the outside name stands for a bound one. Only a name that one literal alone speaks of, as the value of a
/// pointer, may be it: several pointers to outside names would look equal.
std::set<Clause> outside_instances(const Quantified& clause, const Roles& roles, const Names& names);

}  // namespace tandem::smt::any
