#include "apps/check/judged.hpp"

#include <algorithm>
#include <set>

#include "apps/check/coverage.hpp"
#include "apps/common/words.hpp"
#include "apps/trace/why.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

using model::PropertyKind;

std::vector<int> choose_properties(const model::Network& network, const std::vector<std::string>& wanted) {
    std::vector<int> chosen;
    std::vector<std::string> names;
    std::set<std::string> given;
    for (std::size_t i = 0; i < network.properties().size(); ++i) {
        const std::string& name = network.properties()[i].name;
        // A report, a trace and --property would not say which.
        if (!given.insert(name).second)
            throw UsageError("two properties are called '" + model::cleaned_line(name) +
                             "': a name of its own is accepted for each");
        if (wanted.empty() || any_asked(wanted, name)) chosen.push_back(static_cast<int>(i));
        const std::string family = name.substr(0, name.find(':'));
        if (std::find(names.begin(), names.end(), family) == names.end()) names.push_back(family);
    }
    names.push_back(text_error_property().name);
    for (const auto& w : wanted)
        if (w != names.back() && std::none_of(network.properties().begin(), network.properties().end(),
                                              [&](const auto& p) { return asked(w, p.name); }))
            throw UsageError("there is no property '" + w + "' of this system: " + join(names, ", ") + " are accepted");
    return chosen;
}

bool of_all_runs(const model::Property& property) {
    return property.kind == PropertyKind::always_eventually || property.kind == PropertyKind::always_accepted;
}

bool is_of_answers(const model::Property& property) {
    return property.kind == PropertyKind::always_eventually && property.number > 0;
}

bool asks_for_text_error(const CheckOptions& options) {
    return std::count(options.properties.begin(), options.properties.end(), text_error_property().name) > 0;
}

model::Property text_error_property() {
    return {"no-text-error",
            "no handler leaves a field out of range, sends where it cannot, takes what is not there, or stalls when it has "
            "changed something; judged always",
            PropertyKind::step};
}

PropertyReport start_report(const model::Property& property) {
    PropertyReport report{property.name, property.sentence, checker::Verdict::undecided, {}, {}};
    report.lemma = property.lemma;
    return report;
}

std::string fairness_of(const CheckOptions& options, const Selection& selection) {
    return options.fairness.empty() ? protocol(options.protocol).fairness(selection) : options.fairness;
}

checker::Trace explained(const model::Network& network, const model::Property& property, checker::Trace trace) {
    explain(network, property, trace);
    return trace;
}

PropertyReport text_error_report(checker::Trace trace) {
    PropertyReport error = start_report(text_error_property());
    error.verdict = checker::Verdict::refuted;
    error.why = trace.steps.back().error;
    trace.property = error.name;
    trace.why = "The text does in its last step what none may do: " + error.why + ".";
    error.trace = std::move(trace);
    return error;
}

}  // namespace tandem::apps
