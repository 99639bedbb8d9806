#include "apps/check/walks.hpp"

#include <algorithm>

#include "apps/check/coverage.hpp"
#include "apps/check/engines.hpp"
#include "apps/check/judged.hpp"
#include "apps/common/words.hpp"
#include "checker/random_walk.hpp"
#include "specs/accounts.hpp"

namespace tandem::apps {

using checker::Verdict;
using model::PropertyKind;

namespace {

/// Whether what must happen in the end is promised whatever threads ask: not if the true text always has a monitor, which says
/// which programs are promised anything. A seeded bug has one anyhow.
bool promised_to_all(const Protocol& text, Selection selection) {
    std::vector<std::string> words = split(selection.variant, ',');
    if (text.bugs)
        std::erase_if(words, [&](const std::string& word) { return engines::bug_called(*text.bugs, word) != nullptr; });
    selection.variant = join(words, ",");
    return !text.make(selection, false)->monitored();
}

}  // namespace

checker::WalkOptions walk_options(const CheckOptions& options, const Selection& selection, Engines& engines,
                                  std::vector<int> properties) {
    checker::WalkOptions o;
    o.threads = engines.threads;
    o.depth = options.depth;
    o.seed = options.seed;
    o.memory = engines.memory;
    o.crowds = promised_to_all(engines.text, selection);
    o.keep_going = options.all.value_or(engines.text.all_refutations);
    o.properties = std::move(properties);
    o.interrupt = &InterruptWatch::flag();
    return o;
}

checker::Trace trace_of(const model::Network& network, const model::Property& property, checker::RandomWalk& walks,
                        const checker::WalkViolation& violation) {
    const checker::Components& components = walks.components();
    if (!violation.obligation)
        return explained(network, property, trace_along(components, property, violation.start, violation.path));
    checker::Trace trace = trace_along(components, property, violation.start, violation.path, *violation.obligation,
                                       static_cast<int>(violation.cycle_from));
    return explained(network, property, components.monitor_slot() < 0 ? trace : without_monitor(std::move(trace)));
}

namespace {

/// Whether a walk can refute it: one that does something else refutes neither that an outcome can happen nor that some run
/// accepts; and no walk looks for answers.
bool judged_on_walks(const model::Property& property) {
    return property.kind != PropertyKind::can_happen && !is_of_answers(property) &&
           !(property.kind == PropertyKind::always_accepted && property.number == specs::accepted_by_some_run);
}

}  // namespace

PropertyReport refuted_report(const model::Property& property, const CheckOptions& options, const Selection& selection) {
    PropertyReport report = start_report(property);
    report.verdict = Verdict::refuted;
    if (of_all_runs(property)) report.fairness = fairness_of(options, selection);
    return report;
}

std::vector<int> judged_on_walks(const model::Network& network, const Protocol& text, const Selection& selection,
                                 const CheckOptions& options) {
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

void walk(const model::Network& network, const std::vector<int>& chosen, const CheckOptions& options, Engines& engines,
          CheckReport& report) {
    std::vector<int> judged_here;
    for (const int i : chosen)
        if (judged_on_walks(network.properties()[static_cast<std::size_t>(i)])) judged_here.push_back(i);
    auto limits = walk_options(options, options.selection, engines, std::move(judged_here));
    limits.first = options.first_walk;
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
    if (result.text_error)
        report.properties.push_back(text_error_report(trace_of(network, text_error_property(), walks, *result.text_error)));
    else if (asks_for_text_error(options)) report.properties.push_back(start_report(text_error_property()));
}

}  // namespace tandem::apps
