// The relation with one *outside* name of a sort: it stands for all names that a violation does not speak of. Pointers may hold
// it, nothing is assumed of its variables, and steps that depend on it are left out, since the names that a step depends on are
// among the kept ones.
//
// A restriction that drops too much makes proofs vacuous. So only three kinds of path go (Dropped), and the rest is compared with
// the relation that has no outside name (compared).
#pragma once

#include "smt/prove/any/instances.hpp"
#include "smt/prove/any/path_text.hpp"

namespace tandem::smt::any {

/// The paths that were left out, by what they do with an outside name.
struct Dropped {
    std::size_t acts = 0;     // it acts, or the operation speaks of it
    std::size_t follows = 0;  // a pointer is it, which the path asks for
    std::size_t writes = 0;   // the path changes its variables and none of another name alike
};

/// Which name is outside. A pointer that is out of use holds name 0, so that one counts: it is among the kept names, or outside.
enum class Outside : std::uint8_t { last, first };

/// Makes a name of each of these sorts, by sort `where`, an outside name. `kept` is the system without them. What is said of the
/// outside names' variables is forgotten; claims and suggestions go, since they are said anew (induction.hpp); properties of
/// steps stay.
Dropped put_outside(Problem& problem, const std::vector<std::size_t>& outside, const Roles& kept, Names& names,
                    const std::array<Outside, sorts>& where = {});

/// Two pointers that are both an outside name may hold two names of a larger system, or one: where a path compares them, either
/// answer is taken. Last of all, since paths read otherwise then. Returns how many comparisons that changes.
std::size_t free_comparisons(Problem& problem, const Names& names);

/// The relation with outside names against that without: "nothing holds over nothing".
struct ComparedPaths {
    std::size_t without = 0, with = 0;    // paths
    std::size_t lost = 0;                 // of the system without outside names that the other does not have
    std::size_t extra = 0;                // that depend on an outside name, or are none of the other system
    std::string first_lost, first_extra;  // events
};
ComparedPaths compared(const Problem& with, const Names& names, const Roles& without);

}  // namespace tandem::smt::any
