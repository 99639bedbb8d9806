// What nodes refuse in the states that a search has found: operations, actions and messages with which their handlers stall.
//
// A node refuses by itself, whatever the others do (checker/components.hpp), so each state of a node is asked once, and once with
// each message that is at its door in some state.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "checker/search.hpp"

namespace tandem::apps {

struct RefusedStep {
    int node, level;  // the first level with such a state
    const checker::NodeEntry* state;
    std::string event;       // "SM0: receives BusRd(address A) from L2"
    std::uint64_t outcomes;  // with which the handler stalls
};

/// `search` has run; nothing if proceed(level, states), which is called now and then, has ended it.
std::optional<std::vector<RefusedStep>> refusals(checker::Search& search, const std::function<bool(int, std::uint64_t)>& proceed);

}  // namespace tandem::apps
