// Which states of the monitor occur, and where first: what a monitor has noted at the end of a run is a result of the search.
#pragma once

#include "checker/search.hpp"

namespace tandem::checker {

struct MonitorState {
    model::Packed state;
    int level = 0;  // of the first state with it
    Position position{};
};

/// Those of all states that the search has found, each once, those of earlier levels first; or only of those `at_rest`, in which
/// no node owes or waits for anything and no message is on its way. The network is monitored.
std::vector<MonitorState> monitor_states(Search& search, bool at_rest = false);

}  // namespace tandem::checker
