#include "apps/prove/replay.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "apps/prove/explicit_states.hpp"
#include "apps/trace/why.hpp"

namespace tandem::apps {

namespace {

using checker::Components;
using checker::Parts;

/// "SM0.lines.A.wts is 2, and the run has 3": the first difference.
std::string difference(const smt::Problem& problem, const smt::StateVector& is, const smt::StateVector& said) {
    for (std::size_t v = 0; v < is.size() && v < said.size(); ++v)
        if (is[v] != said[v]) return fmt::format("{} is {}, and the run has {}", problem.variables[v].name, is[v], said[v]);
    return "the states have different variables";
}

std::optional<Parts> start_of(const smt::Problem& problem, Components& components, const smt::StateVector& said) {
    for (int i = 0; i < components.network().initial_states(); ++i)
        if (const Parts parts = components.initial(i); numbers_of(problem, components, parts) == said) return parts;
    return {};
}

/// Whether the property fails in the last state, or of the last step.
bool broken(const Components& components, const model::Property& property, const Parts& parts, const checker::Move* last) {
    if (property.kind == model::PropertyKind::step) return last && (last->step->broken >> property.number & 1) != 0;
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    return property.kind == model::PropertyKind::invariant &&
           !components.network().holds(property.number, components.raw(parts, objects, messages));
}

}  // namespace

std::variant<checker::Trace, Refusal> replay(const model::Network& network, const smt::Problem& problem, const smt::Run& run,
                                             const std::string& property) {
    const auto& properties = network.properties();
    const auto judged =
        std::find_if(properties.begin(), properties.end(), [&](const model::Property& p) { return p.name == property; });
    if (judged == properties.end()) return Refusal{"the checker has no property " + property};
    Components components(network, true);
    const auto start = start_of(problem, components, run.states.front());
    if (!start) return Refusal{"it does not begin in an initial state"};

    std::vector<checker::PathStep> path;
    for (std::size_t k = 0; k < run.paths.size(); ++k) {
        const smt::Path& taken = problem.paths[static_cast<std::size_t>(run.paths[k])];
        const smt::ProofEvent& event = problem.events[static_cast<std::size_t>(taken.event)];
        const Parts before = path.empty() ? *start : path.back().after;
        std::string elsewhere;  // where the event leads that is not where the run says
        bool found = false;
        for_each_successor(components, before, [&](const checker::Move& move, const Parts& next) {
            if (found || move.node != event.node || move.channel != event.channel ||
                (event.channel < 0 && move.step->label != event.label))
                return;
            if (move.step->outcomes != taken.outcomes) return;
            const smt::StateVector after = numbers_of(problem, components, next);
            if (found = after == run.states[k + 1]; found) path.push_back({move, next});
            else elsewhere = difference(problem, after, run.states[k + 1]);
        });
        if (!found)
            return Refusal{fmt::format("step {}, {}, {}", k + 1, event.name,
                                       elsewhere.empty() ? "is not possible there" : "leads elsewhere: " + elsewhere)};
    }
    if (!broken(components, *judged, path.empty() ? *start : path.back().after, path.empty() ? nullptr : &path.back().move))
        return Refusal{property + " holds at its end"};
    checker::Trace trace = trace_along(components, *judged, *start, path);
    explain(network, *judged, trace);
    return trace;
}

}  // namespace tandem::apps
