// The proof of a variant, by `tandem prove` as a process of its own: Z3 is interrupted as a whole, and takes memory that only the
// end of a process gives back.
#pragma once

#include <string>

#include "apps/common/catalog.hpp"

namespace tandem::apps {

/// "proved", "refuted", "undecided", or why there is no proof.
std::string proof_of(const Protocol& protocol, const std::string& variant, double seconds);

}  // namespace tandem::apps
