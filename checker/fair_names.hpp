// Which steps are strongly fair, by the names that reports use: a channel, a virtual network (all of its channels), a node's
// action ("L2: DRAM fills A"), or a node (all of its actions).
#pragma once

#include <string>
#include <vector>

#include "checker/components.hpp"
#include "checker/successors.hpp"

namespace tandem::checker {

/// Whether one of the names is that of the move's class, or of what it belongs to.
bool is_named(const Network& network, const Move& move, const std::vector<std::string>& names);

/// Whether a name may be that of something: whether the node has such an action is seen only in its states.
bool may_be_named(const Network& network, const std::string& name);

/// What is told of a name that may not: the channels, networks and nodes that there are.
std::string what_is_named(const Network& network);

/// Of these names the first that no fair step of a situation that the search has met belongs to, or empty.
std::string names_nothing(Components& components, const std::vector<std::string>& names);

}  // namespace tandem::checker
