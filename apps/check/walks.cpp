#include "apps/check/walks.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "apps/check/alternatives.hpp"
#include "apps/check/command_of.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/engines.hpp"
#include "apps/check/judged.hpp"
#include "apps/check/leave_out.hpp"
#include "apps/check/smaller.hpp"
#include "apps/common/words.hpp"
#include "checker/random_walk.hpp"
#include "specs/accounts.hpp"

namespace tandem::apps {

using checker::Verdict;
using model::PropertyKind;

namespace {

/// For leaving events out of one trace, and again for looking for it in smaller systems.
double seconds_to_shorten(const Engines& engines) {
    constexpr double most = 3;
    return engines.deadline > 0 ? std::min(most, engines.seconds_left()) : most;
}

/// What all walks are told.
checker::WalkOptions walk_options(const CheckOptions& options, Engines& engines, std::vector<int> properties) {
    checker::WalkOptions o;
    o.threads = engines.threads;
    o.depth = options.depth;
    o.seed = options.seed;
    o.memory = engines.memory;
    o.keep_going = options.all.value_or(engines.text.all_refutations);
    o.properties = std::move(properties);
    o.interrupt = &InterruptWatch::flag();
    return o;
}

checker::Trace trace_of(const model::Network& network, const model::Property& property, checker::RandomWalk& walks,
                        const checker::WalkViolation& violation) {
    const checker::Components& components = walks.components();
    if (!violation.obligation) return explained(network, property, trace_along(components, property, violation.start, violation.path));
    checker::Trace trace =
        trace_along(components, property, violation.start, violation.path, *violation.obligation, static_cast<int>(violation.cycle_from));
    return explained(network, property, components.monitor_slot() < 0 ? trace : without_monitor(std::move(trace)));
}

/// Whether a walk can refute it: one that does something else refutes neither that an outcome can happen nor that some run accepts.
bool judged_on_walks(const model::Property& property) {
    return property.kind != PropertyKind::can_happen && !(property.kind == PropertyKind::always_accepted && property.number == specs::accepted_by_some_run);
}

PropertyReport refuted_report(const model::Property& property, const CheckOptions& options, const Selection& selection) {
    PropertyReport report = start_report(property);
    report.verdict = Verdict::refuted;
    if (of_all_runs(property)) report.fairness = fairness_of(options, selection);
    return report;
}

/// Which of the properties can be judged on walks: those that were asked for, where the system has them; or all but those that are known not to hold.
std::vector<int> judged_on_walks(const model::Network& network, const Protocol& text, const Selection& selection, const CheckOptions& options) {
    const std::vector<std::string>& wanted = options.properties;
    std::vector<int> chosen;
    for (std::size_t i = 0; i < network.properties().size(); ++i) {
        const model::Property& property = network.properties()[i];
        const bool judged = judged_on_walks(property) && (options.cycles || !wanted.empty() || !of_all_runs(property));
        const bool asked = wanted.empty() ? !is_known_failure(text, selection, property.name) : any_asked(wanted, property.name);
        if (judged && asked) chosen.push_back(static_cast<int>(i));
    }
    return chosen;
}

/// One system of a second look; nothing if no walk can judge what was asked for.
std::optional<WideWalks> walk_wide(const Selection& selection, const CheckOptions& options, double seconds, Engines& engines) {
    const auto network = engines.text.make(selection, true);
    WideWalks wide{selection, engines.text.describe(selection)};
    wide.depth = options.depth;
    wide.seed = options.seed;
    auto limits = walk_options(options, engines, judged_on_walks(*network, engines.text, selection, options));
    if (limits.properties.empty() && !options.properties.empty() && !asks_for_text_error(options)) return {};
    limits.walks = ~std::uint64_t{0};
    limits.seconds = seconds;
    limits.progress = [&](const checker::WalkProgress& p) { engines.progress.show(p, 0); };
    checker::RandomWalk walks(*network, limits);
    const checker::WalkResult result = walks.run();
    wide.walks = result.walks;
    wide.steps = result.steps;
    wide.seconds = result.seconds;
    const auto refuted = [&](PropertyReport property, std::uint64_t walk) {
        const std::size_t steps = property.trace->steps.size();
        engines.progress.show("smaller", fmt::format("a trace of {} steps: with fewer events, or in a smaller system", steps));
        leave_events_out(engines.text, selection, wide.system, property, seconds_to_shorten(engines));
        CheckOptions again = options;
        again.selection = selection;
        again.walks = walk + 1;
        WideRefutation found{std::move(property), selection, wide.system, command_of(again)};
        in_smaller_system(options, seconds_to_shorten(engines), found);
        wide.refuted.push_back(std::move(found));
    };
    for (const checker::WalkViolation& violation : result.violations) {
        const model::Property& property = network->properties()[static_cast<std::size_t>(violation.property)];
        PropertyReport report = refuted_report(property, options, selection);
        report.trace = trace_of(*network, property, walks, violation);
        refuted(std::move(report), violation.walk);
    }
    if (result.text_error) refuted(text_error_report(trace_of(*network, text_error_property(), walks, *result.text_error)), result.text_error->walk);
    return wide;
}

}  // namespace

void walk(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines, CheckReport& report) {
    std::vector<int> judged_here;
    for (const int i : chosen)
        if (judged_on_walks(network.properties()[static_cast<std::size_t>(i)])) judged_here.push_back(i);
    auto limits = walk_options(options, engines, std::move(judged_here));
    limits.walks = options.walks;
    limits.seconds = engines.seconds_left();
    limits.progress = [&](const checker::WalkProgress& p) { engines.progress.show(p, options.walks); };
    checker::RandomWalk walks(network, limits);
    const auto result = walks.run();
    report.walks = result.walks;
    report.steps = result.steps;
    report.result.seconds = result.seconds;
    report.result.bytes = result.bytes;
    report.ending = "random walks see a part of the states";
    for (const int i : chosen) {
        const model::Property& property = network.properties()[static_cast<std::size_t>(i)];
        report.properties.push_back(start_report(property));
        PropertyReport& judged = report.properties.back();
        if (property.kind == PropertyKind::can_happen && result.outcomes >> property.number & 1) judged.verdict = Verdict::holds;
        for (const auto& violation : result.violations)
            if (violation.property == i) {
                judged = refuted_report(property, options, options.selection);
                judged.trace = trace_of(network, property, walks, violation);
            }
    }
    if (result.text_error) report.properties.push_back(text_error_report(trace_of(network, text_error_property(), walks, *result.text_error)));
    else if (asks_for_text_error(options)) report.properties.push_back(start_report(text_error_property()));
}

std::vector<Selection> wide_systems(const Protocol& protocol, const Selection& chosen) {
    std::vector<Selection> systems;
    std::set<std::string> described;
    const auto add = [&](const std::string& variant, const std::string& shape) {
        Selection wide = chosen;
        wide.lemmas = chosen.lemmas && variant == chosen.variant;  // they speak of that one
        wide.variant = variant;
        wide.shape = shape;
        try {
            if (!described.insert(protocol.describe(wide)).second) return;
            protocol.make(wide, false);
            systems.push_back(std::move(wide));
        } catch (const UsageError&) {  // the variant takes no such shape, or breaks a node that the shape does not have
        }
    };
    std::string first;
    for (const Entry& shape : protocol.shapes) {
        if (!shape.too_wide) continue;
        if (first.empty()) first = shape.name;
        add(chosen.variant, shape.name);
    }
    if (first.empty()) return {};
    for (const std::string& variant : alternatives_beside(protocol, chosen.variant)) add(variant, first);
    return systems;
}

void second_look(const CheckOptions& options, double seconds, Engines& engines, CheckReport& report) {
    const std::vector<Selection> systems = wide_systems(engines.text, options.selection);
    const auto own = static_cast<double>(std::count_if(systems.begin(), systems.end(), [&](const Selection& s) { return s.variant == options.selection.variant; }));
    const double others = static_cast<double>(systems.size()) - own;
    for (const Selection& system : systems) {
        if (InterruptWatch::flag() || engines.out_of_time()) return;
        const bool chosen = system.variant == options.selection.variant;
        double share = others == 0 ? seconds / own : own == 0 ? seconds / others : seconds / 2 / (chosen ? own : others);
        if (engines.deadline > 0) share = std::min(share, engines.seconds_left());
        auto walked = walk_wide(system, options, share, engines);
        if (!walked) continue;
        report.wide.push_back(std::move(*walked));
        if (!report.wide.back().refuted.empty() && !options.all.value_or(false)) return;
    }
}

}  // namespace tandem::apps
