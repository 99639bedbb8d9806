// A monitor in TLA+: an operator for each kind of event says what the monitor is after it; and invariants, of the monitor or of
// any part of the state.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "exports/tla_text.hpp"

namespace tandem::exports {

using namespace smt;

/// The operators. Names of the sorts in `alike`, all of which may be exchanged, are said once for all.
std::string tla_observers(const TlaText& text, const TransitionSystem& system, const std::set<model::Sort>& alike);

struct TlaInvariants {
    std::string definitions;
    std::vector<std::string> names;
};

/// The system's invariants, but for those called one of `without`. Those that ask for messages in a channel without order are
/// left out.
TlaInvariants tla_invariants(const TlaText& text, const TransitionSystem& system, const std::vector<std::string>& without);

}  // namespace tandem::exports
