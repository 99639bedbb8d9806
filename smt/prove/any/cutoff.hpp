// How many names a step can depend on, read off the paths. With the names of a clause that is the size n0 up to which
// inductiveness has to be checked: a larger system in which a step breaks the clause has a part of n0 names in which it does so,
// too.
//
// A path depends on a name if it is no path of the system without it (path_text.hpp). These are the actor, names that a pointer
// holds and the path asks for, and witnesses of what some name has. Two pointers that it only compares need none of their names:
// outside names answer either way (outside.hpp).
#pragma once

#include "smt/prove/any/path_text.hpp"

namespace tandem::smt::any {

/// Of the path that depends on most names of a sort.
struct NamesOfPath {
    int actors = 0;     // whose step it is, or whom its operation speaks of
    int followed = 0;   // that a pointer holds
    int others = 0;     // whose variables it treats unlike those of the rest
    int witnesses = 0;  // of terms over all names
    int broken = 0;     // further names of what a property of steps forbids
    std::string event;
    bool bounded = true;  // false: it depends on all names of the size, and might on more in a larger one

    int of_step() const { return actors + followed + others + witnesses; }
};

/// The greatest numbers that a path has, with the other sorts as they are. `smaller` has one name of the sort less than `larger`,
/// and two at least. Name 0 is not counted, for what is not in use holds it as well: a path that depends on it has an image that
/// depends on another.
NamesOfPath names_of_paths(const Roles& larger, const Roles& smaller, std::size_t sort);

}  // namespace tandem::smt::any
