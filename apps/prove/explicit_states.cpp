#include "apps/prove/explicit_states.hpp"

#include <atomic>

#include "apps/check/check.hpp"
#include "checker/search.hpp"

namespace tandem::apps {

smt::StateVector leaves_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts) {
    smt::ExplicitState state;
    for (int n = 0; n < components.nodes(); ++n) state.nodes.push_back(components.node(n, parts[static_cast<std::size_t>(n)]).packed);
    state.channels.resize(components.network().channels().size());
    for (int l = 0; l < components.links(); ++l) {
        const auto& lanes = components.contents(l, parts).lanes;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            for (const checker::Number message : lanes[i])
                state.channels[static_cast<std::size_t>(components.link(l).channels[i])].push_back(components.message(message).packed);
    }
    if (const int m = components.monitor_slot(); m >= 0) state.monitor = components.monitor(parts[static_cast<std::size_t>(m)]).packed;
    return smt::leaves_of(problem, components.network().shape(), state);
}

smt::StateVector numbers_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts) {
    smt::StateVector all = leaves_of(problem, components, parts);
    smt::add_defined_values(problem, all);
    return all;
}

ExploredStates add_explored(const model::Network& network, const smt::Problem& problem, std::size_t most, const std::function<bool()>& stop, smt::SampleTable& samples) {
    std::atomic<bool> enough = false;
    checker::SearchOptions options;
    options.symmetry = false;
    options.keep_going = true;
    options.interrupt = &enough;
    options.progress = [&](const checker::Progress& p) { enough = p.states - p.next_states - p.level_states > most || stop(); };  // in levels that are complete
    checker::Search search(network, options);
    require_sound_text(search, search.run());
    const std::vector<checker::Position>& levels = search.found().levels();
    ExploredStates explored;
    checker::Parts parts;
    for (std::size_t l = 0; l + 1 < levels.size() && !stop(); ++l) {
        std::vector<smt::StateVector> level;
        for (checker::Position p = levels[l]; p < levels[l + 1]; ++p)
            if (search.found().state(p, parts)) level.push_back(numbers_of(problem, search.components(), parts));
        if (explored.added + level.size() > most) return explored;
        explored.added += level.size();
        for (const smt::StateVector& state : level) samples.add(state);
    }
    explored.all = !enough && !stop();
    return explored;
}

}  // namespace tandem::apps
