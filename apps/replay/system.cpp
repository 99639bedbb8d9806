#include "apps/replay/system.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "apps/check/check.hpp"
#include "apps/common/words.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

using model::PropertyKind;

namespace {

const model::Property* property_of(const model::Network& network, const std::string& name) {
    const auto at = std::find_if(network.properties().begin(), network.properties().end(),
                                 [&](const model::Property& p) { return p.name == name; });
    return at == network.properties().end() ? nullptr : &*at;
}

/// The system that a proof is about, which has the properties that can be proved.
Judging of_proof(const Protocol& text, const Selection& selection, const WrittenTrace& trace) {
    auto network = text.explored(selection, trace.moments == any_moments ? model::Limits::none : model::Limits::clock).network;
    const model::Property* found = property_of(*network, trace.property);
    if (!found)
        throw UsageError(fmt::format("the trace is of a property '{}', which no proof of {} speaks of", shown(trace.property),
                                     text.describe(selection)));
    return {std::move(network), *found};
}

}  // namespace

bool of_the_end(const model::Property& property) {
    return property.kind == PropertyKind::always_eventually || property.kind == PropertyKind::always_accepted;
}

Judging judging_of(const Protocol& text, Selection selection, const WrittenTrace& trace) {
    if (!trace.verdict.empty())
        throw UsageError(
            "the trace is of a litmus program, a log, or a step that no run need reach: traces of runs that `tandem check`, "
            "`step` and `prove` write are accepted");
    if (!trace.moments.empty()) return of_proof(text, selection, trace);
    const bool watched = trace.start.contains("monitor");
    std::vector<std::string> names;
    for (const bool lemmas : {false, true}) {
        selection.lemmas = lemmas;
        auto with = text.make(selection, true), without = text.make(selection, false);
        if (trace.property == text_error_property().name) return {std::move(watched ? with : without), text_error_property()};
        if (trace.property == by_hand_property)
            return {std::move(watched ? with : without), {by_hand_property, "", PropertyKind::can_happen}};
        const model::Property* of_with = property_of(*with, trace.property);
        const model::Property* of_without = property_of(*without, trace.property);
        if (const auto* found = of_without ? of_without : of_with; found && found->kind == PropertyKind::can_happen)
            throw UsageError("the trace is of the property '" + shown(trace.property) +
                             "', which no run refutes: a trace to a violation is accepted");
        if (of_without && (of_the_end(*of_without) || !watched)) return {std::move(without), *of_without};
        if (of_with) return {std::move(with), *of_with};
        for (const model::Property& property : with->properties())
            if (property.kind != PropertyKind::can_happen && !lemmas) names.push_back(property.name);
    }
    throw UsageError(
        fmt::format("the trace is of a property '{}', which {} does not have now: a trace of one of these is accepted: {}",
                    shown(trace.property), text.describe(selection), join(names, ", ")));
}

}  // namespace tandem::apps
