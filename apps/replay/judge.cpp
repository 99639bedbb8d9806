#include "apps/replay/judge.hpp"

#include <algorithm>

#include "apps/common/words.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Parts;
using model::PropertyKind;

Judged judge_states(Components& components, const model::Property& property, const Followed& run) {
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    const auto fails_after = [&](const Parts& parts) {
        return property.kind == PropertyKind::invariant &&
               !components.network().holds(property.number, components.raw(parts, objects, messages));
    };
    if (fails_after(run.start)) return {true, 0, {}};
    for (std::size_t i = 0; i < run.path.size(); ++i) {
        const checker::PathStep& step = run.path[i];
        const bool broken = property.kind == PropertyKind::step && (step.move.step->broken >> property.number & 1) != 0;
        if (step.move.step->error == 0 && (broken || fails_after(step.after))) return {true, static_cast<int>(i) + 1, {}};
    }
    return {false, 0, property.name + " holds in each of its states and steps"};
}

Judged judge_deadlock(Components& components, const Followed& run) {
    constexpr std::size_t shown = 3;
    std::vector<std::string> events;
    bool progress = false;
    const auto may = [&](const Move& move, bool changes) {
        progress = progress || changes;
        const std::string event = event_text(components, move);
        if (std::find(events.begin(), events.end(), event) == events.end()) events.push_back(event);
    };
    for_each_successor(
        components, run.last(),
        [&](const Move& move, const Parts& next) {
            may(move, !std::equal(next.begin(), next.begin() + components.slots(), run.last().begin()));
        },
        [&](const Move& move) { may(move, true); });
    if (progress) {
        const bool more = events.size() > shown;
        if (more) events.resize(shown);
        return {false, 0, "after its last step more may happen: " + join(events, "; ") + (more ? "; and others" : "")};
    }
    if (components.quiescent(run.last())) return {false, 0, "after its last step nobody waits for anything"};
    return {true, static_cast<int>(run.path.size()), {}};
}

}  // namespace tandem::apps
