// From which of the states that a search has found some run still leads to a goal: what cannot is lost, whatever happens (CTL's
// EF).
//
// Edges are made again, never stored. States are gone through from the last level to the first: nearly every step leads to a
// later level, so one pass marks nearly all, and a state is left at its first step to a marked one. What is unmarked is gone
// through again until nothing changes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "checker/search.hpp"

namespace tandem::checker {

/// By position, whether a run from the state there leads to one of which `goal` holds: one byte each, 0 or 1. `search` has run to
/// its end and without symmetry; `goal` is called by its threads at once. Nothing if the search's options interrupt it.
std::optional<std::vector<std::uint8_t>> can_reach(Search& search, const std::function<bool(const Parts&)>& goal);

}  // namespace tandem::checker
