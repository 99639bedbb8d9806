// `tandem check P --thorough`: one verdict of all the systems that a protocol names for it (Protocol::thorough), because no
// system small enough to explore shows every loss: one has two warps on an SM, one has atomics, one has several lanes. The user's
// variant replaces each system's where both choose.
#pragma once

#include <functional>

#include "apps/check/check.hpp"
#include "apps/check/simulated.hpp"

namespace tandem::apps {

struct ThoroughReport {
    std::string protocol;
    std::vector<CheckReport> systems;        // that were examined, in the protocol's order
    std::size_t named = 0;                   // systems in all; a refutation leaves the rest unexamined
    std::vector<std::string> skipped{};      // that lack a name of --fairness, which decides what must happen in the end
    std::vector<PropertyReport> outcomes{};  // can-happen: in any of the systems
    std::vector<std::string> silent{};       // properties that say nothing in any of the systems
    CheckReport wide{};                      // the random walks at the end (walks.hpp), and nothing else
    SimulatedReport simulated{};             // after them

    checker::Verdict verdict() const;
};

/// The systems in the order in which they are examined, with the user's variant. Throws UsageError if none takes it.
std::vector<ExaminedSystem> thorough_systems(const Protocol& protocol, const std::string& variant);

/// Calls `examined` after each system. Throws UsageError.
ThoroughReport check_thoroughly(const CheckOptions& options, const std::function<void(const CheckReport&)>& examined = {});

/// The whole command; returns the exit status.
int run_thorough_check(const CheckOptions& options);

}  // namespace tandem::apps
