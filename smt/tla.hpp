// A transition system as a TLA+ module, for TLC.
//
// The state is the one of the explicit search, so TLC finds as many distinct states. Each action is what a handler does with one
// set of outcomes, named after these; events that differ only in names are one action with parameters. A path that stalls is none.
#pragma once

#include <array>
#include <iosfwd>

#include "smt/transition_system.hpp"

namespace tandem::smt {

struct TlaOptions {
    std::string module = "System";
    /// What a sort is called: the set, and one of it.
    struct SortName {
        std::string set, element;
    };
    std::array<SortName, model::sort_count> sorts{{{"Cores", "core"}, {"Threads", "thread"}, {"Addresses", "address"}, {"Values", "value"}}};
    /// Definitions that are added at the end, and the invariants among them; of the system's own, those that they take the place of are left out.
    std::string properties{};
    std::vector<std::string> invariants{};
    std::vector<std::string> instead_of{};
    /// Whether a state without a step may be as it should be; otherwise TLC is told to complain.
    bool may_stop = true;
};

struct TlaFiles {
    std::string module, config;
};

/// `title` becomes the first comment. Throws std::invalid_argument where the module's name is no identifier.
TlaFiles write_tla(const TransitionSystem& system, const std::string& title, const TlaOptions& options);

}  // namespace tandem::smt
