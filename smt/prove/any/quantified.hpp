// A clause that is said for all distinct names: "for all SMs c != d, blocks a: ...". It is made of a clause of one size, and has
// an instance in any size for each choice of its names (instances.hpp).
//
// Pnueli, Ruah, Zuck, "Automatic Deductive Verification with Invisible Invariants" (TACAS 2001): an invariant of a small instance
// is generalised by reading its names as variables.
#pragma once

#include "smt/prove/any/role.hpp"

namespace tandem::smt::any {

/// A comparison as in Literal; names in roles, and a constant that is a name, are numbers of bound names.
struct QuantifiedLiteral {
    Relation relation;
    std::optional<Role> a, b;
    int constant = 0;
    int sort = -1;      // of the constant, if it is a bound name
    int pointers = -1;  // the sort of the names that both variables hold
    friend auto operator<=>(const QuantifiedLiteral&, const QuantifiedLiteral&) = default;
};

struct Quantified {
    BySort names{0, 0, 0};  // how many are bound, by sort
    std::vector<QuantifiedLiteral> literals;
    friend auto operator<=>(const Quantified&, const Quantified&) = default;
};

/// What the clause says of its names, said of all; equal for clauses that differ in names only. Nothing for a clause that orders
/// names, since then it speaks of which name it is.
std::optional<Quantified> quantified(const Roles& roles, const Clause& clause);
/// How many names of the sort are needed to see that the clause fails: those that it binds, and one for each two pointers that it
/// says are equal.
int names_to_break(const Quantified& clause, std::size_t sort);
/// Whether it says that two pointers to names of the sort differ. That is not seen any more where both are the outside name
/// (outside.hpp).
bool tells_pointers_apart(const Quantified& clause, std::size_t sort);
/// The least of those that say the same, in another order of literals or of bound names.
Quantified canonical(const Quantified& clause);

/// The clause of this size, with "two pointers differ" said of each name: not both are that name. So an outside name may be what
/// both hold. Several clauses, which together say the same.
std::vector<Clause> said_of_each_name(const Roles& roles, const Clause& clause);

/// Where there are two names of a sort, "not B" is "A", and a larger size tells them apart. The clause of this size with each
/// such literal read either way; itself among them.
std::vector<Clause> readings(const Roles& roles, const Clause& clause);

}  // namespace tandem::smt::any
