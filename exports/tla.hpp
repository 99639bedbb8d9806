// A transition system as a TLA+ module, for TLC.
//
// The state is the one of the explicit search, so TLC finds as many distinct states. Each action is what a handler does with one
// set of outcomes, named after these; events that differ only in names are one action with parameters. A path that stalls is
// none.
#pragma once

#include <iosfwd>

#include "model/description.hpp"
#include "smt/transition_system.hpp"

namespace tandem::exports {

using namespace smt;

struct TlaOptions : model::TlaWords {
    std::string module = "System";
    /// Whether a state without a step may be as it should be; otherwise TLC is told to complain.
    bool may_stop = true;
};

struct TlaFiles {
    std::string module, config;
};

/// `title` becomes the first comment. Throws std::invalid_argument where the module's name is no identifier.
TlaFiles write_tla(const TransitionSystem& system, const std::string& title, const TlaOptions& options);

}  // namespace tandem::exports
