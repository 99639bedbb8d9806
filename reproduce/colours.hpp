// The colour of each configuration of the papers' figures: one name has one colour in all of them.
#pragma once

#include <string>

#include "reproduce/paper.hpp"

namespace tandem::reproduce {

/// In SVG's syntax. A name of a protocol and its consistency has the protocol's own colour. Throws std::logic_error for a name
/// that has no colour here.
std::string colour_of(const Configuration& configuration);

}  // namespace tandem::reproduce
