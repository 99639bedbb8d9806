// Whether the relation is of a text that is the same in each size, as far as relations show it (docs/any-number.md,
// "Uniformity"): what handlers do does not depend on the number of names that they are told, and first states are alike.
#pragma once

#include <optional>
#include <string>

#include "smt/prove/any/role.hpp"

namespace tandem::smt::any {

/// The first event of whose paths two relations of one size do not have the same; nothing if all are alike. Of one the handlers
/// were shown another number of names (smt/uniformity_watch.hpp).
std::optional<std::string> differs(const Roles& as_it_is, const Roles& shown);

/// The first event whose paths tell name 0 of the sort from another; nothing if none does. A name that a text writes down shows
/// in them, if the size has it.
std::optional<std::string> tells_names_apart(const Roles& roles, std::size_t sort);

/// Whether first states treat all names but 0 alike, and those of the larger size, which has one name more, say no more of kept
/// names than those of the smaller: with one name outside in the smaller and two in the larger, the last ones, or the last and
/// name 0. A pointer may hold an outside name.
bool starts_alike(const Roles& larger, const Roles& smaller, std::size_t sort);

}  // namespace tandem::smt::any
