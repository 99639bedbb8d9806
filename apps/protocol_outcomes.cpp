#include "apps/protocol_outcomes.hpp"

#include <numeric>

namespace tandem::apps {

std::vector<int> play_properties(const model::Network& network) {
    std::vector<int> all(network.properties().size());
    std::iota(all.begin(), all.end(), 0);
    return all;
}

ProtocolOutcomes protocol_outcomes(const Protocol& protocol, const Selection& selection, const specs::Test& test, const checker::SearchOptions& options, bool traces) {
    const Played played = protocol.play(selection, {test});
    checker::SearchOptions all = options;
    all.symmetry = false;
    all.keep_going = true;
    all.properties = play_properties(*played.network);
    PlaySearch search(played, all);
    ProtocolOutcomes found{played.system, legend(played.programs->front()), {}, {}, search.result()};
    if (auto stuck = search.stuck()) found.stuck = std::move(stuck->trace);
    for (const auto& [state, place] : search.outcomes().front()) {
        auto& trace = found.states[state];
        if (traces) trace = search.trace(place);
    }
    return found;
}

}  // namespace tandem::apps
