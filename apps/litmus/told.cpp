#include "apps/litmus/told.hpp"

#include <algorithm>

#include "apps/litmus/report.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

void name_run(checker::Trace& trace, const std::string& state, const std::string& objection) {
    trace.property = state.ends_with(';') ? state.substr(0, state.size() - 1) : state;
    std::vector<int> loaded, performed;
    for (std::size_t i = 0; i < trace.steps.size(); ++i)
        for (const model::Event<model::Concrete>& event : trace.steps[i].events) {
            using enum model::EventKind;
            const model::EventKind kind = model::enumerator(event.kind);
            if (kind == load_completed || kind == load_returned) loaded.push_back(static_cast<int>(i));
            if (kind == store_performed) performed.push_back(static_cast<int>(i));
        }
    trace.witnesses = loaded;
    trace.witnesses.insert(trace.witnesses.end(), performed.begin(), performed.end());
    std::sort(trace.witnesses.begin(), trace.witnesses.end());
    trace.witnesses.erase(std::unique(trace.witnesses.begin(), trace.witnesses.end()), trace.witnesses.end());
    const auto listed = [](std::vector<int> steps) {
        steps.erase(std::unique(steps.begin(), steps.end()), steps.end());
        std::string text = steps.size() == 1 ? "step " : "steps ";
        for (std::size_t i = 0; i < steps.size(); ++i)
            text += (i == 0 ? "" : i + 1 == steps.size() ? " and " : ", ") + std::to_string(steps[i] + 1);
        return text;
    };
    trace.why = objection.empty() ? "The program ends so." : "The model forbids that the program ends so: " + objection + ".";
    if (!loaded.empty()) trace.why += " Loads get their values in " + listed(loaded) + ".";
    if (!performed.empty()) trace.why += " Stores are performed in " + listed(performed) + ".";
}

RunSteps steps_in(const checker::Trace& run, const ProtocolOutcomes& shown) {
    return [&run, &shown](const specs::Execution& x) {
        using enum model::EventKind;
        const auto happens = [&](const specs::MemoryEvent& e, int before) {  // behind so many others like it
            const ProtocolOutcomes::ThreadPlace place = shown.places[static_cast<std::size_t>(e.thread)];
            for (std::size_t i = 0; i < run.steps.size(); ++i)
                for (const model::Event<model::Concrete>& seen : run.steps[i].events) {
                    const model::EventKind kind = model::enumerator(seen.kind);
                    const bool same = e.kind == specs::MemoryEvent::Kind::read ? kind == load_completed || kind == load_returned
                                                                               : kind == store_performed;
                    if (same && static_cast<int>(seen.core.index()) == place.core &&
                        static_cast<int>(seen.thread.index()) == place.number &&
                        static_cast<int>(seen.address.index()) == e.location && before-- == 0)
                        return static_cast<int>(i);
                }
            return -1;
        };
        std::vector<int> steps(x.events.size(), -1);
        for (std::size_t e = 0; e < x.events.size(); ++e) {
            const specs::MemoryEvent& event = x.events[e];
            if (event.thread < 0 || event.kind == specs::MemoryEvent::Kind::fence) continue;
            const auto like = std::count_if(
                x.events.begin(), x.events.begin() + static_cast<std::ptrdiff_t>(e),
                [&](const auto& o) { return o.thread == event.thread && o.kind == event.kind && o.location == event.location; });
            steps[e] = happens(event, static_cast<int>(like));
        }
        return steps;
    };
}

std::string sentence_of_run(const std::string& program, const std::string& legend) {
    return "a final state of " + program + ". Here " + legend;
}

Told endless(checker::Trace& trace, const std::string& program, const std::string& legend) {
    trace.property = "every-run-ends";
    trace.why = "After these " + std::to_string(trace.steps.size()) + " steps the program never ends, whatever happens.";
    return {"every run of " + program + " ends. Here " + legend, &trace, "", refuted_verdict};
}

TraceFile runs_of(const std::string& protocol, const Selection& selection, Decided& d) {
    ProtocolOutcomes& shown = *d.shown;
    const std::string sentence = sentence_of_run(d.test->name, shown.legend);
    TraceFile file{protocol, selection, shown.system, {}};
    const auto tell = [&](const specs::FinalState& state, bool forbidden) {
        std::optional<checker::Trace>& trace = shown.states.at(state);
        if (!trace) return;
        const std::string against = forbidden ? objection(*d.test, d.objections, state, steps_in(*trace, shown)) : "";
        name_run(*trace, specs::text(*d.test, state), against);
        file.traces.push_back({sentence, &*trace, "", against.empty() ? shown_verdict : forbidden_verdict});
    };
    for (const specs::FinalState& state : d.beyond) tell(state, true);
    if (shown.stuck) {
        file.traces.push_back(endless(*shown.stuck, d.test->name, shown.legend));
    }
    for (const auto& [state, trace] : shown.states)
        if (std::find(d.beyond.begin(), d.beyond.end(), state) == d.beyond.end()) tell(state, false);
    return file;
}

}  // namespace tandem::apps
