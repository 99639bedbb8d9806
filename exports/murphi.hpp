// A transition system as a Murphi program, for Rumur and CMurphi.
//
// The state is the one of the explicit search, field by field: a record for each node, and for each channel an array of messages
// with a count. Fields that are not in use hold their default and the messages of an unordered channel are sorted, so equal
// states are equal records. Each operation of a thread, each action and each delivery is one rule; its guard is what makes it
// not stall, the room in the channels that it sends to included. Physical time is one more rule.
#pragma once

#include <iosfwd>

#include "smt/transition_system.hpp"

namespace tandem::exports {

using namespace smt;

struct MurphiOptions {
    /// Declare the sorts whose names may all be exchanged as scalarsets, so that the model checker may reduce by symmetry, and
    /// print one rule for all events that differ only in names. Threads are one scalarset for all cores, because Murphi knows
    /// none for each: the model checker can rename them only in all cores alike. A name that is not in use is undefined, not
    /// the first. States and rules fired stay the same without reduction (an event of several names of one sort that are
    /// neither all nor all but one counts as often as these can be ordered).
    bool scalarsets = false;
};

/// Writes `system` as a program; `title` becomes its first comment. Throws std::invalid_argument where there can be no
/// scalarsets: unordered channels for several messages would have to be sorted by them, and physical time does not know them.
void write_murphi(std::ostream& out, const TransitionSystem& system, const std::string& title, const MurphiOptions& options = {});

}  // namespace tandem::exports
