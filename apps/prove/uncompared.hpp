// Which outcomes of which events no state has shown in which the relation was compared with the explicit search.
//
// Two sources say what there is to compare: the paths of the relation, and what an event alike has shown at another node. The
// second tells of outcomes that a relation has lost at one node.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "smt/prove/problem.hpp"

namespace tandem::apps {

/// An event, and outcomes that a step of it has together, as bits.
using Shown = std::pair<int, std::uint64_t>;
/// In how many states these were compared.
using Times = std::map<Shown, std::size_t>;

/// What an event of the same kind has shown at a node of the same kind, and this event has not.
std::set<Shown> owed(const smt::Problem& problem, const Times& times);
/// What is owed, and what paths of the relation have, that was not compared.
std::set<Shown> uncompared(const smt::Problem& problem, const Times& times);

/// Outcome by outcome, those of the steps in `never` which were not compared alone or with others either: "load_expired" where it
/// was at no event, else "load_expired at SM1 W0 load A".
std::vector<std::string> told_by_outcome(const smt::Problem& problem, const Times& times, const std::set<Shown>& never);

}  // namespace tandem::apps
