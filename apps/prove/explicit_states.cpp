#include "apps/prove/explicit_states.hpp"

#include "apps/check/check.hpp"
#include "apps/common/limits.hpp"

namespace tandem::apps {

smt::StateVector leaves_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts) {
    smt::ExplicitState state;
    for (int n = 0; n < components.nodes(); ++n)
        state.nodes.push_back(components.node(n, parts[static_cast<std::size_t>(n)]).packed);
    state.channels.resize(components.network().channels().size());
    for (int l = 0; l < components.links(); ++l) {
        const auto& lanes = components.contents(l, parts).lanes;
        for (std::size_t i = 0; i < lanes.size(); ++i)
            for (const checker::Number message : lanes[i])
                state.channels[static_cast<std::size_t>(components.link(l).channels[i])].push_back(
                    components.message(message).packed);
    }
    if (const int m = components.monitor_slot(); m >= 0)
        state.monitor = components.monitor(parts[static_cast<std::size_t>(m)]).packed;
    return smt::leaves_of(problem, components.network().shape(), state);
}

smt::StateVector numbers_of(const smt::Problem& problem, const checker::Components& components, const checker::Parts& parts) {
    smt::StateVector all = leaves_of(problem, components, parts);
    smt::add_defined_values(problem, all);
    return all;
}

namespace {

/// The search has typed objects if it judges a property of states; one suffices.
std::vector<int> a_property_of_states(const model::Network& network) {
    const auto& properties = network.properties();
    for (std::size_t p = 0; p < properties.size(); ++p)
        if (properties[p].kind == model::PropertyKind::invariant) return {static_cast<int>(p)};
    return {};
}

checker::SearchOptions exhaustive(const model::Network& network, std::size_t most, std::atomic<bool>& enough,
                                  const std::function<bool()>& stop) {
    checker::SearchOptions options;
    options.memory = bytes_beside_a_solver();
    options.symmetry = false;
    options.keep_going = true;
    options.properties = a_property_of_states(network);
    options.interrupt = &enough;
    options.progress = [most, &enough, &stop](const checker::Progress& p) {
        // In levels that are complete. What other threads have counted may be older than what they have found.
        enough = p.states > p.next_states + p.level_states + most || stop();
    };
    return options;
}

}  // namespace

Exploration::Exploration(const model::Network& network, std::size_t most, std::function<bool()> stop)
    : stop_(std::move(stop)), search_(network, exhaustive(network, most, enough_, stop_)) {
    require_sound_text(search_, search_.run());
    const std::vector<checker::Position>& levels = search_.found().levels();
    for (checker::Parts parts; levels_ + 1 < levels.size() && !stop_(); ++levels_) {
        std::size_t level = 0;
        for (checker::Position p = levels[levels_]; p < levels[levels_ + 1]; ++p)
            level += search_.found().state(p, parts) ? 1 : 0;
        if (states_ + level > most) return;
        states_ += level;
    }
    all_ = !enough_ && !stop_();
}

void Exploration::for_each(const std::function<void(const checker::Parts&)>& visit) {
    const std::vector<checker::Position>& levels = search_.found().levels();
    checker::Parts parts{};
    for (checker::Position p = levels[0]; p < levels[levels_] && !stop_(); ++p)
        if (search_.found().state(p, parts)) visit(parts);
}

void Exploration::add_to(const smt::Problem& problem, smt::SampleTable& samples) {
    for_each([&](const checker::Parts& parts) { samples.add(numbers_of(problem, search_.components(), parts)); });
}

}  // namespace tandem::apps
