// A transition system as a Murphi program, for Rumur and CMurphi.
//
// The state is the one of the explicit search, field by field: a record for each node, and for each channel an array of messages
// with a count. Fields that are not in use hold their default and the messages of an unordered channel are sorted, so equal
// states are equal records. Each operation of a thread, each action and each delivery is one rule; its guard is what makes it
// not stall, the room in the channels that it sends to included.
#pragma once

#include <iosfwd>

#include "smt/transition_system.hpp"

namespace tandem::smt {

/// Writes `system` as a program; `title` becomes its first comment.
void write_murphi(std::ostream& out, const TransitionSystem& system, const std::string& title);

}  // namespace tandem::smt
