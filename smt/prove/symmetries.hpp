// Renamings of cores, threads (alike in all cores) and addresses, as permutations of the variables of a state.
//
// Where renaming maps runs to runs, a clause is an invariant if and only if its images are: one of them is proved for all.
#pragma once

#include <set>

#include "smt/prove/objects.hpp"

namespace tandem::smt {

class Renaming {
public:
    Literal of(Literal l) const;
    Clause of(const Clause& clause) const;
    StateVector of(const StateVector& state) const;

    std::vector<int> variable;                         // what each becomes
    std::array<std::vector<int>, model::sort_count> names;
    std::vector<const ValueType*> types;               // of the variables
};

/// The problem's exchanges.
std::vector<Renaming> exchanges(const Problem& problem);
/// All renamings that they generate, the identity first.
std::vector<Renaming> renamings(const Problem& problem);

/// Variables that name a core while they are in use, and the first core when they are not: so states are stored, and what a
/// clause says of such a name may be true of one core and not of the next.
std::set<int> cleared_core_names(const Problem& problem);

/// The least of the clause's images.
Clause representative(const Clause& clause, const std::vector<Renaming>& group);

}  // namespace tandem::smt
