// The colour of each configuration of the papers' figures: one name has one colour in all of them.
#pragma once

#include <string>

#include "reproduce/paper.hpp"

namespace tandem::reproduce {

/// As SVG writes it. A protocol's own colour where a name stands for a protocol and its consistency. Throws std::logic_error for a name that has none here.
std::string colour_of(const Configuration& configuration);

}  // namespace tandem::reproduce
