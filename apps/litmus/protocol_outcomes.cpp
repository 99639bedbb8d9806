#include "apps/litmus/protocol_outcomes.hpp"

namespace tandem::apps {

ProtocolOutcomes protocol_outcomes(const Protocol& protocol, const Selection& selection, const specs::Test& test,
                                   const checker::SearchOptions& options, bool traces) {
    const Played played = protocol.play(selection, {test});
    PlaySearch search(played, options);
    const specs::Program& program = played.programs->front();
    ProtocolOutcomes found{played.system, legend(played, program), {}, {}, search.result(), {}};
    for (const specs::Program::Lane& lane : program.lanes) {
        const auto warp = static_cast<std::size_t>(lane.warp);
        found.places.push_back({program.core[warp], program.number[warp]});
    }
    if (const auto& place = search.hangs().front()) found.stuck = search.trace(*place);
    for (const auto& [state, place] : search.outcomes().front()) {
        auto& trace = found.states[state];
        if (traces) trace = search.trace(place);
    }
    return found;
}

}  // namespace tandem::apps
