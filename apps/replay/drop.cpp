#include "apps/replay/drop.hpp"

#include <algorithm>
#include <numeric>

#include "apps/replay/judge.hpp"
#include "apps/trace/why.hpp"

namespace tandem::apps {

using model::PropertyKind;

namespace {

/// After how many steps of the run the property is violated; -1 if it is not.
int violated_after(checker::Components& components, const model::Property& property, const Followed& run) {
    const Judged judged = property.kind == PropertyKind::no_deadlock ? judge_deadlock(components, run) : judge_states(components, property, run);
    return judged.refuted ? judged.step : -1;
}

}  // namespace

std::optional<checker::Trace> with_fewer_events(const Judging& judging, const WrittenTrace& trace, const std::function<bool()>& enough) {
    checker::Components components(*judging.network, judging.property.kind == PropertyKind::invariant);
    WrittenTrace events = trace;
    for (WrittenStep& step : events.steps) step.states.clear(), step.outcomes.clear();  // what is left out changes them
    std::vector<std::size_t> needed(events.steps.size());
    std::iota(needed.begin(), needed.end(), 0);
    std::optional<Followed> found;
    for (std::size_t stretch = needed.size() / 2; stretch > 0 && !enough();) {
        bool fewer = false;
        // From the end on: what comes late rests on what came before.
        for (std::size_t end = needed.size(); end > 0 && !enough(); end = std::min(end > stretch ? end - stretch : 0, needed.size())) {
            std::vector<bool> wanted(events.steps.size(), false);
            for (std::size_t i = 0; i < needed.size(); ++i) wanted[needed[i]] = i >= end || i + stretch < end;
            Passed passed = follow_possible(components, events, wanted);
            const int steps = violated_after(components, judging.property, passed.run);
            if (steps < 0) continue;
            passed.steps.resize(static_cast<std::size_t>(steps));
            passed.run.path.resize(static_cast<std::size_t>(steps));
            needed = std::move(passed.steps);
            found = std::move(passed.run);
            fewer = true;
        }
        if (!fewer || stretch > 1) stretch /= 2;
    }
    if (!found) return {};
    checker::Trace told = trace_along(components, judging.property, found->start, found->path);
    explain(*judging.network, judging.property, told);
    return told;
}

}  // namespace tandem::apps
