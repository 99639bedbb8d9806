// Physical time in TLA+: one action that makes every moment older, in nodes and in messages on their way (model/network.hpp).
#pragma once

#include <string>

#include "exports/tla_text.hpp"

namespace tandem::exports {

using namespace smt;

/// What the module says of time; all empty in a system without moments.
struct TlaTick {
    std::string definitions;  // of a thing one tick later
    std::string action;
    std::string name;         // of the action
};

/// Throws std::invalid_argument where messages that grow older keep no order, since equal ones would have to be numbered anew.
TlaTick tla_tick(TlaText& text, const TransitionSystem& system);

}  // namespace tandem::exports
