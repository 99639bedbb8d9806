// Invariants in Murphi: an expression where that is short, else a function that says whether the invariant fails.
//
// A symbolic run gives all ways in which an invariant fails, of which there are thousands where it speaks of every pair of nodes.
// They become one decision diagram. What several ways lead to is decided once, before them: the function is as long as the
// diagram has tests.
#pragma once

#include "exports/murphi_text.hpp"

namespace tandem::exports {

/// The condition under which `invariant` fails.
std::string failure(const MurphiText& text, const Invariant& invariant);

}  // namespace tandem::exports
