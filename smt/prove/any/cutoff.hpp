// How many names a step can depend on, read off the paths. With the names of a clause that is the size n0 up to which
// inductiveness has to be checked: a larger system in which a step breaks the clause has a part of n0 names in which it does so,
// too.
//
// A path depends on a name if it is no path of the system without it (path_text.hpp). These are the actor, names that a pointer
// holds and the path asks for, and witnesses of what some name has. Two pointers that it only compares need none of their names:
// outside names answer either way (outside.hpp).
//
// A step breaks a clause only by changing something that the clause speaks of. If all that it changes of that kind belongs to
// names on which it depends, then it and the clause have a name in common, which is counted once. What the directory or the
// monitor has is nobody's; and what is changed for all names alike may be of any.
#pragma once

#include "smt/prove/any/path_text.hpp"
#include "smt/prove/any/quantified.hpp"

namespace tandem::smt::any {

/// On which names of a sort a path depends, and what it changes.
struct NamesOfPath {
    int actors = 0;     // whose step it is, or whom its operation speaks of
    int followed = 0;   // that a pointer holds
    int others = 0;     // whose variables it treats unlike those of the rest
    int witnesses = 0;  // of terms over all names
    int broken = 0;     // further names of what a property of steps forbids
    bool breaks = false;  // whether it can break one
    std::string event{};
    bool bounded = true;  // false: it depends on all names of the size, and might on more in a larger one
    std::set<std::string> changed{};    // patterns of variables (role.hpp)
    std::set<std::string> elsewhere{};  // those among them that it also changes where no name is that it depends on

    int of_step() const { return actors + followed + others + witnesses; }
};

/// Of all paths, but for those that are alike, with the other sorts as they are. `smaller` has one name of the sort less than
/// `larger`, and two at least. Name 0 is not counted, for what is not in use holds it as well: a path that depends on it has an
/// image that depends on another.
std::vector<NamesOfPath> names_of_paths(const Roles& larger, const Roles& smaller, std::size_t sort);

/// n0, and the path and clause that need so many names. A path without a bound counts for more than any that has one.
struct NamesNeeded {
    int size = 0;
    int in_clause = 0;     // of this clause
    bool in_common = false;  // whether a name of these is one of the step's
    NamesOfPath path{};
};
NamesNeeded names_needed(const std::vector<NamesOfPath>& paths, const std::set<Quantified>& clauses, std::size_t sort);

}  // namespace tandem::smt::any
