#include "apps/replay/replay.hpp"

#include <algorithm>
#include <memory>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/check.hpp"
#include "apps/check/command_of.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/shell_word.hpp"
#include "apps/common/words.hpp"
#include "apps/replay/judge.hpp"
#include "apps/replay/side_by_side.hpp"
#include "apps/replay/system.hpp"
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
    int steps = 0;  // of the trace
    int step = 0;   // in or after which it refutes, or from which on it is another run; 0 is the start
    std::string event, words;
    std::string fairness;                            // that the trace assumes, if it says so
    std::optional<Followed::Difference> difference;  // of a run that refutes
};

const Protocol& protocol_of(const WrittenFile& file, const ReplayOptions& options) {
    if (!options.protocol.empty()) return protocol(options.protocol);
    for (const std::string& known : engines::protocol_names())
        if (known == file.protocol) return protocol(known);
    throw UsageError(
        "the trace is of a protocol '" + shown(file.protocol) +
        "', which this program does not have: with --protocol the name of one that it has is accepted, or the folder of one");
}

std::string fairness(const Protocol& text, const engines::Selection& selection, const WrittenTrace& trace) {
    return trace.fairness.empty() ? text.fairness(selection) : trace.fairness;
}

Outcome replayed(const Protocol& text, const engines::Selection& selection, const WrittenTrace& trace) {
    const Judging judging = judging_of(text, selection, trace);
    const model::Network& network = *judging.network;
    const model::Property& property = judging.property;
    const bool in_the_end = of_the_end(property);
    if (in_the_end && trace.repeats_from < 0)
        throw UsageError("the trace is of the property '" + shown(trace.property) +
                         "' and does not say in \"repeats_from\" which steps repeat: a file as `check` writes it is accepted");
    Components components(network, property.kind == PropertyKind::invariant);
    const Followed run = follow(components, trace);

    Outcome outcome;
    outcome.property = trace.property;
    outcome.steps = static_cast<int>(trace.steps.size());
    outcome.fairness = trace.fairness;
    const auto told_until = [&](int step) {
        return trace_along(components, property, run.start, {run.path.begin(), run.path.begin() + step});
    };
    const auto refutes = [&](int step, checker::Trace told) {
        if (told.why.empty()) explain(network, property, told);
        outcome.kind = Outcome::Kind::refutes;
        outcome.step = step;
        outcome.words = told.why;
        outcome.difference = run.difference ? run.difference : run.unknown;
        if (outcome.difference && outcome.difference->step > step) outcome.difference.reset();
        return outcome;
    };

    // What fails before the run's end refutes wherever it goes from there.
    const bool of_text = property.name == text_error_property().name, by_hand = property.name == by_hand_property;
    const bool of_states = !in_the_end && !of_text && !by_hand && property.kind != PropertyKind::no_deadlock;
    Judged judged{false, 0,
                  by_hand ? "nothing else is said of a run that was made by hand" : "no handler does in it what no text may"};
    if (run.begun && of_states) judged = judge_states(components, property, run);
    if (judged.refuted) return refutes(judged.step, told_until(judged.step));
    if (const int length = static_cast<int>(run.path.size()); length > 0 && run.path.back().move.step->error != 0) {
        checker::Trace told = told_until(length);
        told.why = "The text does what none may: " + told.steps.back().error + ".";
        outcome.property = text_error_property().name;
        return refutes(length, std::move(told));
    }
    if (run.stop.empty()) {
        if (in_the_end) judged = judge_loop(components, property, run, trace, fairness(text, selection, trace));
        if (property.kind == PropertyKind::no_deadlock) judged = judge_deadlock(components, run);
        if (judged.refuted)
            return refutes(judged.step, judged.obligation ? trace_along(components, property, run.start, run.path,
                                                                        *judged.obligation, trace.repeats_from)
                                                          : told_until(judged.step));
        outcome.words = fmt::format("all {} steps are possible, and {}", outcome.steps, judged.says);
        outcome.kind = judged.undecided ? Outcome::Kind::undecided : Outcome::Kind::holds;
    } else {
        outcome.step = run.begun ? static_cast<int>(run.path.size()) + 1 : 0;
        if (run.begun) outcome.event = trace.steps[run.path.size()].event;
        outcome.words = run.stop;
        outcome.kind = Outcome::Kind::diverges;
    }
    // The first difference is where it diverges, though it may have gone on from there.
    if (run.difference && outcome.kind != Outcome::Kind::undecided) {
        const std::string rest =
            run.stop.empty() ? "Yet " + outcome.words
                             : fmt::format("Then step {} ({}) is not possible: {}", outcome.step, outcome.event, outcome.words);
        outcome.kind = Outcome::Kind::diverges;
        outcome.step = run.difference->step;
        outcome.event = outcome.step == 0 ? "" : trace.steps[static_cast<std::size_t>(outcome.step) - 1].event;
        outcome.words = run.difference->what + ". " + rest;
    }
    return outcome;
}

std::string at_step(int step) { return step == 0 ? "at its start" : fmt::format("at step {}", step); }

std::string as_text(const Outcome& outcome, const std::string& command) {
    std::string text;
    switch (outcome.kind) {
        case Outcome::Kind::refutes:
            text = fmt::format("still refutes {}, {}: {}\n", outcome.property, at_step(outcome.step), outcome.words);
            break;
        case Outcome::Kind::diverges:
            text = fmt::format("diverges {}{}: {}\n", at_step(outcome.step),
                               outcome.event.empty() ? "" : " (" + outcome.event + ")", outcome.words);
            break;
        case Outcome::Kind::holds:
            text = fmt::format("holds now: {}\n", outcome.words);
            break;
        case Outcome::Kind::undecided:
            text = fmt::format("undecided: {}\n", outcome.words);
            break;
    }
    if (outcome.difference)
        text += fmt::format("Not as in the trace, {}: {}\n", at_step(outcome.difference->step), outcome.difference->what);
    if (outcome.property != by_hand_property && (outcome.kind == Outcome::Kind::diverges || outcome.kind == Outcome::Kind::holds))
        text +=
            fmt::format("This run does not violate {} now. Whether another does: {} --property {}{}\n", outcome.property, command,
                        outcome.property, outcome.fairness.empty() ? "" : " --fairness " + shell_word(outcome.fairness));
    return text;
}

nlohmann::ordered_json as_json(const Outcome& outcome) {
    static constexpr const char* kinds[] = {"refutes", "diverges", "holds", "undecided"};
    const bool somewhere = outcome.kind == Outcome::Kind::refutes || outcome.kind == Outcome::Kind::diverges;
    nlohmann::ordered_json json{{"property", outcome.property}, {"outcome", kinds[static_cast<int>(outcome.kind)]},
                                {"steps", outcome.steps},       {"step", nullptr},
                                {"event", outcome.event},       {"words", outcome.words},
                                {"difference", nullptr}};
    if (somewhere) json["step"] = outcome.step;
    if (outcome.difference) json["difference"] = {{"step", outcome.difference->step}, {"words", outcome.difference->what}};
    return json;
}

/// Two files are compared as they are.
int run_comparison(const ReplayOptions& options) {
    if (!options.protocol.empty() || !options.variant.empty())
        throw UsageError("--protocol and --variant say what one trace is followed through: leave them out with two files");
    WholeFile file_of_report(options.json, "JSON"), page(options.html, "page");
    const WrittenFile left = read_trace_file(options.trace), right = read_trace_file(options.other);
    const SideBySide both = side_by_side(left, right);
    deliver({[&] {
                 if (!file_of_report.to_output() && !page.to_output()) say(as_text(both, left, right));
             },
             [&] { file_of_report.commit(json_text(as_json(both)) + "\n"); }, [&] { page.commit(as_page(both, left, right)); }});
    return status_holds;
}

}  // namespace

int run_replay(const ReplayOptions& options) {
    if (!options.other.empty()) return run_comparison(options);
    if (!options.html.empty())
        throw UsageError("--html is a page of two runs beside each other: a second file is accepted with it");
    WholeFile file_of_report(options.json, "JSON");
    const WrittenFile file = read_trace_file(options.trace);
    const Protocol& text = protocol_of(file, options);
    engines::Selection selection = file.selection;
    if (!options.variant.empty()) selection.variant = options.variant;
    const std::string system = text.describe(selection);

    std::vector<Outcome> outcomes;
    for (const WrittenTrace& trace : file.traces) outcomes.push_back(replayed(text, selection, trace));

    std::string command = "tandem check " + called(text.name);
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
    deliver({[&] {
                 if (!file_of_report.to_output()) say(words);
             },
             [&] { file_of_report.commit(json_text(report) + "\n"); }});
    const auto any = [&](Outcome::Kind kind) {
        return std::any_of(outcomes.begin(), outcomes.end(), [&](const Outcome& outcome) { return outcome.kind == kind; });
    };
    return any(Outcome::Kind::refutes) ? status_refuted : any(Outcome::Kind::undecided) ? status_undecided : status_holds;
}

}  // namespace tandem::apps
