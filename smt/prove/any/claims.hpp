// The properties, said for all names; and that this is what they say in each size, and something that could fail there.
#pragma once

#include "smt/prove/any/induction.hpp"

namespace tandem::smt::any {

/// Those with these numbers, as they are stated of this size. A property that visits all nodes has clauses about all of them:
/// what a clause can do without is left out first, so that one about a node says so of each. Of two names "not A" is "B": a
/// clause is read in the ways that follow from what is stated of `larger`, which has more names. Throws std::invalid_argument for
/// one that orders names.
std::vector<QuantifiedClaim> quantified_claims(const Size& size, const std::vector<int>& claims, const Size& larger,
                                               const Effort& effort);

/// The first property that says more in this size than these; nothing if each follows from them, by Z3. Of a size whose claims
/// are still as they were stated.
std::optional<std::string> says_more(const Size& size, const std::vector<QuantifiedClaim>& claims, const Effort& effort);

/// Claims of the problem that no counter leaves its range, since in a larger size it might. In a proof counters have no limit.
/// Returns the claim's number; nothing if there is no counter.
std::optional<int> claim_ranges(Problem& problem);

/// The properties that no path can break, whatever state it begins in. What cannot fail is proved over nothing.
std::vector<std::string> cannot_fail(const Size& size, const std::vector<QuantifiedClaim>& claims, const Effort& effort);

}  // namespace tandem::smt::any
