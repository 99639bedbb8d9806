#include "apps/replay/replay.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/check.hpp"
#include "apps/common/output.hpp"
#include "apps/common/words.hpp"
#include "apps/replay/judge.hpp"
#include "apps/trace/why.hpp"

namespace tandem::apps {

namespace {

using checker::Components;
using model::PropertyKind;

/// What one trace of the file has come to.
struct Outcome {
    enum class Kind { refutes, diverges, holds, undecided };
    Kind kind = Kind::holds;
    std::string property;
    int steps = 0;      // of the trace
    int step = 0;       // after which it refutes, or which is not possible; 0 is the start
    std::string event;  // of the step that is not possible
    std::string words;
    std::optional<Followed::Difference> difference;
    int differing = 0;
};

const Protocol& protocol_of(const WrittenFile& file, const ReplayOptions& options) {
    if (!options.protocol.empty()) return protocol(options.protocol);
    for (const Protocol& known : protocols())
        if (known.name == file.protocol) return known;
    throw UsageError("the trace is of a protocol '" + shown(file.protocol) + "', which this program does not have: with --protocol the name of one that it has is accepted, or the folder of one");
}

const model::Property* property_of(const model::Network& network, const std::string& name) {
    const auto at = std::find_if(network.properties().begin(), network.properties().end(), [&](const model::Property& p) { return p.name == name; });
    return at == network.properties().end() ? nullptr : &*at;
}

bool of_all_runs(const model::Property& property) { return property.kind == PropertyKind::always_eventually || property.kind == PropertyKind::always_accepted; }

struct Judging {
    std::unique_ptr<model::Network> network;
    model::Property property;
};

/// The system that `check` judges the property in: what must happen in the end without a monitor, all else with one if the trace has it, and lemmas where they are asked for.
Judging judging_of(const Protocol& text, engines::Selection selection, const WrittenTrace& trace) {
    const bool watched = trace.start.contains("monitor");
    std::vector<std::string> names;
    for (const bool lemmas : {false, true}) {
        selection.lemmas = lemmas;
        auto with = text.make(selection, true), without = text.make(selection, false);
        if (trace.property == text_error_property().name) return {std::move(watched ? with : without), text_error_property()};
        if (const auto* property = property_of(*without, trace.property); property && (of_all_runs(*property) || !watched)) return {std::move(without), *property};
        if (const auto* property = property_of(*with, trace.property)) return {std::move(with), *property};
        for (const model::Property& property : with->properties())
            if (property.kind != PropertyKind::can_happen && !lemmas) names.push_back(property.name);
    }
    throw UsageError(fmt::format("the trace is of a property '{}', which {} does not have now: a trace of one of these is accepted: {}", shown(trace.property), text.describe(selection), join(names, ", ")));
}

checker::Fairness fairness(const Protocol& text, const engines::Selection& selection, const WrittenTrace& trace) {
    const bool strong = trace.fairness.empty() ? text.strong_fairness(selection) : trace.fairness == "strong";
    return strong ? checker::Fairness::strong : checker::Fairness::weak;
}

Outcome replayed(const Protocol& text, const engines::Selection& selection, const WrittenTrace& trace) {
    const Judging judging = judging_of(text, selection, trace);
    const model::Network& network = *judging.network;
    const model::Property& property = judging.property;
    const bool in_the_end = of_all_runs(property);
    if (property.kind == PropertyKind::can_happen) throw UsageError("the trace is of the property '" + shown(trace.property) + "', which no run refutes: a trace to a violation is accepted");
    if (in_the_end && trace.repeats_from < 0) throw UsageError("the trace is of the property '" + shown(trace.property) + "' and does not say in \"repeats_from\" which steps repeat: a file as `check` writes it is accepted");
    Components components(network, property.kind == PropertyKind::invariant);
    const Followed run = follow(components, trace);

    Outcome outcome;
    outcome.property = trace.property;
    outcome.steps = static_cast<int>(trace.steps.size());
    outcome.difference = run.difference;
    outcome.differing = run.differing;
    const auto refutes = [&](int step, checker::Trace told) {
        if (told.why.empty()) explain(network, property, told);
        outcome.kind = Outcome::Kind::refutes;
        outcome.step = step;
        outcome.words = told.why;
        return outcome;
    };
    const auto told_until = [&](int step) { return trace_along(components, property, run.start, {run.path.begin(), run.path.begin() + step}); };

    if (run.begun && !in_the_end && property.kind != PropertyKind::no_deadlock)
        if (const Judged judged = judge_states(components, property, run); judged.refuted) return refutes(judged.step, told_until(judged.step));
    if (!run.path.empty() && run.path.back().move.step->error != 0) {
        checker::Trace told = told_until(static_cast<int>(run.path.size()));
        told.why = "The text does what none may: " + told.steps.back().error + ".";
        outcome.property = text_error_property().name;
        return refutes(static_cast<int>(run.path.size()), std::move(told));
    }
    if (!run.stop.empty()) {
        outcome.kind = Outcome::Kind::diverges;
        outcome.step = run.begun ? static_cast<int>(run.path.size()) + 1 : 0;
        if (run.begun) outcome.event = trace.steps[run.path.size()].event;
        outcome.words = run.stop;
        return outcome;
    }
    Judged judged;
    if (in_the_end) judged = judge_loop(components, property, run, trace, fairness(text, selection, trace));
    else if (property.kind == PropertyKind::no_deadlock) judged = judge_deadlock(components, run);
    else judged = judge_states(components, property, run);
    if (judged.refuted) return refutes(judged.step, judged.obligation ? trace_along(components, property, run.start, run.path, *judged.obligation, trace.repeats_from) : told_until(judged.step));
    outcome.kind = judged.undecided ? Outcome::Kind::undecided : Outcome::Kind::holds;
    outcome.words = judged.says;
    return outcome;
}

std::string at_step(int step) { return step == 0 ? "at its start" : fmt::format("at step {}", step); }

std::string as_text(const Outcome& outcome, const std::string& command) {
    std::string text;
    switch (outcome.kind) {
        case Outcome::Kind::refutes: text = fmt::format("still refutes {}, after {} of {} steps: {}\n", outcome.property, outcome.step, outcome.steps, outcome.words); break;
        case Outcome::Kind::diverges:
            text = outcome.step == 0 ? fmt::format("diverges at its start: {}\n", outcome.words)
                                     : fmt::format("diverges at step {} of {}, {}: {}\n", outcome.step, outcome.steps, outcome.event, outcome.words);
            break;
        case Outcome::Kind::holds: text = fmt::format("holds now: all {} steps are possible, and of {} this may be said: {}\n", outcome.steps, outcome.property, outcome.words); break;
        case Outcome::Kind::undecided: text = fmt::format("undecided: all {} steps are possible, but of {} this may be said: {}\n", outcome.steps, outcome.property, outcome.words); break;
    }
    if (outcome.difference)
        text += fmt::format("  {} it is not as in the trace{}: {}\n", at_step(outcome.difference->step), outcome.differing > 1 ? fmt::format(", nor in {} more", outcome.differing - 1) : "", outcome.difference->what);
    if (outcome.kind == Outcome::Kind::diverges || outcome.kind == Outcome::Kind::holds)
        text += fmt::format("  This run shows no violation of {}. Whether another does: {} --property {}\n", outcome.property, command, outcome.property);
    return text;
}

nlohmann::ordered_json as_json(const Outcome& outcome) {
    static constexpr const char* kinds[] = {"refutes", "diverges", "holds", "undecided"};
    nlohmann::ordered_json json{{"property", outcome.property}, {"steps", outcome.steps}, {"outcome", kinds[static_cast<int>(outcome.kind)]}, {"step", outcome.step}, {"event", outcome.event}, {"why", outcome.words}, {"difference", nullptr}};
    if (outcome.kind == Outcome::Kind::holds || outcome.kind == Outcome::Kind::undecided) json["step"] = nullptr;
    if (outcome.difference) json["difference"] = {{"step", outcome.difference->step}, {"what", outcome.difference->what}, {"steps", outcome.differing}};
    return json;
}

}  // namespace

int run_replay(const ReplayOptions& options) {
    WholeFile file_of_report(options.json, "JSON");
    const WrittenFile file = read_trace_file(options.trace);
    const Protocol& text = protocol_of(file, options);
    engines::Selection selection = file.selection;
    if (!options.variant.empty()) selection.variant = options.variant;
    const std::string system = text.describe(selection);

    std::vector<Outcome> outcomes;
    for (const WrittenTrace& trace : file.traces) outcomes.push_back(replayed(text, selection, trace));

    std::string command = "tandem check " + text.name;
    if (!selection.variant.empty()) command += " --variant " + selection.variant;
    if (!selection.shape.empty()) command += " --shape " + selection.shape;
    if (selection.free) command += " --free";
    std::string words = system + "\n";
    if (system != file.system) words += "The trace was found in another system: " + file.system + "\n";
    nlohmann::ordered_json traces = nlohmann::ordered_json::array();
    for (const Outcome& outcome : outcomes) {
        words += as_text(outcome, command);
        traces.push_back(as_json(outcome));
    }
    const nlohmann::ordered_json report{{"system", system}, {"found_in", file.system}, {"traces", traces}};
    deliver({[&] { if (!file_of_report.to_output()) say(words); }, [&] { file_of_report.commit(report.dump(2) + "\n"); }});
    const auto any = [&](Outcome::Kind kind) { return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) { return outcome.kind == kind; }); };
    return any(Outcome::Kind::refutes) ? status_refuted : any(Outcome::Kind::undecided) ? status_undecided : status_holds;
}

}  // namespace tandem::apps
