// An outcome that no run reaches: the nearest condition on the way to where its text names it.
//
// No engine evaluates that condition, so it is read off the source: the line that names the outcome, and above it the nearest
// condition that surrounds it, or that returns before it.
#pragma once

#include <string>
#include <vector>

#include "model/network.hpp"

namespace tandem::apps {

/// "l1.hpp:118: if (entry->pending)", or empty if the source is not there or does not say.
std::string unopened_guard(const model::Network& network, const std::string& outcome);

/// The same of a source: `lines` are those of a file called `name`.
std::string unopened_guard_in(const std::vector<std::string>& lines, const std::string& name, const std::string& outcome);

}  // namespace tandem::apps
