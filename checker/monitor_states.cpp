#include "checker/monitor_states.hpp"

namespace tandem::checker {

std::vector<MonitorState> monitor_states(Search& search, bool at_rest) {
    const Components& components = search.components();
    const auto slot = static_cast<std::size_t>(components.monitor_slot());
    const std::vector<Position>& levels = search.found().levels();
    std::vector<bool> seen(components.count(components.monitor_slot()));
    std::vector<MonitorState> states;
    Parts parts;
    for (std::size_t l = 0; l + 1 < levels.size(); ++l)
        for (Position p = levels[l]; p < levels[l + 1]; ++p) {
            if (!search.found().state(p, parts) || seen[parts[slot]]) continue;
            if (at_rest && !components.quiescent(parts)) continue;
            seen[parts[slot]] = true;
            states.push_back({components.monitor(parts[slot]).packed, static_cast<int>(l), p});
        }
    return states;
}

}  // namespace tandem::checker
