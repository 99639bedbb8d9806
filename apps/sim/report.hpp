// A simulation's report for people and for programs.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "apps/sim/sim.hpp"

namespace tandem::apps {

/// Flits of all kinds of messages.
std::uint64_t flits_of(const perfsim::Statistics& statistics);
/// Of the SMs' cycles, the largest part in which one was held up, and why: "data 43%", or "-".
std::string waits_most_for(const perfsim::Statistics& statistics);

/// Whether the outcome is of steps that stall. A machine tries those again and again, and counts none.
bool is_stall(const std::string& outcome);
/// Cycles from the issue of a load or an atomic to its last word, on average; 0 if there are none.
double mean_latency(const perfsim::Statistics& statistics);
/// The part of L2's accesses for which it neither reads DRAM nor asks the node before memory; 0 if there are none.
double l2_hit_rate(const perfsim::Statistics& statistics);

std::string as_text(const SimReport& report);
nlohmann::json as_json(const SimReport& report);

}  // namespace tandem::apps
