#include "apps/follow/follow_log.hpp"

#include <algorithm>
#include <charconv>
#include <tuple>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/common/catalog.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/follow/explanation.hpp"
#include "apps/trace/output.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

constexpr std::uint32_t most_lines_of_part = 1000;  // of a part: a page of more is slow

std::string line_text(const model::Network& network, const MessageLog& log, const LoggedStep& step) {
    const std::string& node = network.nodes()[static_cast<std::size_t>(step.node)].name;
    if (step.message < 0) return node + ": " + network.label(step.node, step.label);
    const LoggedMessage& message = log.messages[static_cast<std::size_t>(step.message)];
    std::string fields;
    for (const model::Field& field : message.fields) fields += (fields.empty() ? "" : ", ") + field.name + " " + field.value;
    const std::string kind = message.kind.empty() ? "a message" : message.kind;
    const std::string from = message.from.empty() ? "" : " from " + message.from;
    return model::cleaned_line(fmt::format("{}: receives {}({}){}", node, kind, fields, from));
}

/// What the log observes, in the words of its first line.
nlohmann::ordered_json nodes_observed(const model::Network& network, const MessageLog& log) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    for (std::size_t n = 0; n < log.nodes.size(); ++n)
        if (log.nodes[n]) names.push_back(network.nodes()[n].name);
    return names;
}
nlohmann::ordered_json steps_observed(const MessageLog& log) {
    nlohmann::ordered_json names = nlohmann::ordered_json::array();
    if (log.steps.access) names.push_back("access");
    if (log.steps.act) names.push_back("act");
    if (log.steps.receive) names.push_back("receive");
    return names;
}

const char* word_for(Explained answer) {
    return answer == Explained::yes ? "explained" : answer == Explained::no ? "refused" : "undecided";
}

/// The two numbers of "100-140".
std::pair<std::uint32_t, std::uint32_t> lines_named(const std::string& text) {
    std::uint32_t first = 0, last = 0;
    const char *const begin = text.data(), *const end = begin + text.size();
    const auto [dash, wrong] = std::from_chars(begin, end, first);
    if (wrong == std::errc{} && dash != end && *dash == '-') {
        const auto [behind, unread] = std::from_chars(dash + 1, end, last);
        if (unread == std::errc{} && behind == end && first > 0 && first <= last && last - first < most_lines_of_part)
            return {first, last};
    }
    throw UsageError(fmt::format("--lines {}: the first and the last line are accepted, as in 100-140, and at most {} of them",
                                 model::cleaned_line(text), most_lines_of_part));
}

/// A part of the run as a trace: why it ends where it does, and what it is called.
struct ToldPart {
    checker::Trace trace;
    std::string sentence;
};
ToldPart told_part(const model::Network& network, const MessageLog& log, const std::string& path, Explanation::Part&& part,
                   const Explanation& found) {
    checker::Trace& trace = part.trace;
    const auto number = [&](std::size_t line) { return log.lines[line].line; };
    const std::string file = path.substr(path.rfind('/') + 1);
    trace.property = fmt::format("{}:{}-{}", file, number(part.from), number(part.to));
    const int steps = static_cast<int>(trace.steps.size());
    if (part.from > 0) trace.why = fmt::format("The run is at line {} where this begins. ", number(part.from));
    std::string sentence = "a run of the protocol's text that has these lines of the log";
    if (part.to + 1 < found.lines || found.answer == Explained::yes) {
        trace.why += steps == 1 ? "This step is possible where it stands."
                                : fmt::format("Each of these {} steps is possible where it stands.", steps);
        if (steps > static_cast<int>(part.to - part.from) + 1)
            trace.why += " Those without a line are ticks, or steps that the log does not observe.";
        return {std::move(trace), std::move(sentence)};
    }
    trace.property = fmt::format("{}:{}-{}", file, number(part.from), number(found.lines));  // with the one that is refused
    trace.witnesses = {steps - 1};
    trace.why += fmt::format("After step {} {} line {} of the log: {}.", steps,
                             found.answer == Explained::no ? "no run goes on with" : "no run was found that goes on with",
                             number(found.lines), line_text(network, log, log.lines[found.lines]));
    if (!found.nearest.empty()) trace.why += " Nearest to it is " + found.nearest + ".";
    if (!found.expected.empty())
        trace.why += fmt::format(" Possible there: {}{}.", join(found.expected, "; "), found.more_expected ? "; and others" : "");
    return {std::move(trace), sentence + ", up to the line that none has"};
}

std::string report_of(const model::Network& network, const MessageLog& log, const std::string& path, const Explanation& found) {
    if (found.answer == Explained::yes)
        return fmt::format("explained: {} lines, by a run of {} steps{}\n", log.lines.size(), found.steps,
                           network.time_passes() ? fmt::format(" and {} ticks", found.ticks) : "");
    const LoggedStep& step = log.lines[found.lines];
    std::string text =
        found.answer == Explained::no
            ? fmt::format("refused at {}:{}: no run of it does what stands before and then this\n", path, step.line)
            : fmt::format("undecided: {}\n", found.why);
    text += fmt::format("  the longest prefix that a run explains has {} of {} lines; then comes line {}\n    {}\n", found.lines,
                        log.lines.size(), step.line, line_text(network, log, step));
    if (!found.nearest.empty()) text += "  nearest to it\n    " + found.nearest + "\n";
    if (!found.expected.empty()) text += "  possible there\n";
    else if (found.answer == Explained::no) text += "  no step that the log observes is possible there\n";
    for (const std::string& one : found.expected) text += "    " + one + "\n";
    return text + (found.more_expected ? "    and others\n" : "");
}

}  // namespace

int run_follow(const FollowOptions& options) {
    WholeFile record(options.json, "the report");
    TraceOutput trace(options.trace, options.html);
    ExplanationLimits limits{bytes_of(options.memory.empty() ? "4G" : options.memory), options.seconds, options.silent};
    limits.keeps_run = trace.wanted();
    if (!options.lines.empty()) {
        std::tie(limits.first_line, limits.last_line) = lines_named(options.lines);
        if (!trace.wanted()) throw UsageError("--lines names what a file shows: with --trace or --html it is accepted");
    }
    const Protocol& text = protocol(options.protocol);
    MessageLogFile file(options.log);
    if (!file.protocol().empty() && file.protocol() != text.name)
        throw UsageError(fmt::format("{} is of the protocol '{}', and not of {}: its own is accepted", file.shown_path(),
                                     model::cleaned_line(file.protocol()), text.name));
    Selection selection = file.selection();
    selection.free = true;
    if (!options.selection.variant.empty()) selection.variant = options.selection.variant;
    if (!options.selection.shape.empty()) selection.shape = options.selection.shape;
    const auto network = text.make(selection, false);
    // A log may be long, or a pipe that nobody closes. What no run begins with is refused before the rest is read.
    ExplanationLimits at_first = limits;
    at_first.seconds = limits.seconds > 0 ? std::min(limits.seconds, 1.0) : 1;
    at_first.keeps_run = false;
    Explanation first;
    const MessageLog log = file.read(*network, limits.memory, [&](const MessageLog& beginning) {
        first = explain_log(*network, beginning, at_first);
        return first.answer == Explained::no;
    });
    if (const std::uint32_t last = log.lines.back().line; limits.first_line > last && !log.goes_on)
        throw UsageError(fmt::format("--lines {}: the log ends at line {}", options.lines, last));
    const InterruptWatch watch;  // before, Ctrl-C ends the program at once
    Explanation found;
    if (!log.goes_on || limits.keeps_run) found = explain_log(*network, log, limits);
    // To keep the run takes more: where a limit or Ctrl-C has ended that, the refusal stands.
    if (log.goes_on && found.answer != Explained::no) found = std::move(first);
    std::string report = text.describe(selection) + "\n";
    if (log.is_cut) report += "  The log ends in half a line: what was read is judged.\n";
    if (log.goes_on) report += fmt::format("  The log was read to line {}: no run begins so.\n", log.lines.back().line);
    report += report_of(*network, log, file.shown_path(), found);
    deliver({[&] {
                 if (!record.to_output()) say(report);
             },
             [&] {
                 const auto receptions = static_cast<std::size_t>(
                     std::count_if(log.lines.begin(), log.lines.end(), [](const LoggedStep& step) { return step.message >= 0; }));
                 nlohmann::ordered_json facts{{"log", file.shown_path()},
                                              {"system", text.describe(selection)},
                                              {"answer", word_for(found.answer)},
                                              {"nodes", nodes_observed(*network, log)},
                                              {"steps_observed", steps_observed(log)},
                                              {"lines", log.lines.size()},
                                              {"receptions", receptions},
                                              {"events", log.lines.size() - receptions},
                                              {"explained_lines", found.lines},
                                              {"cut", log.is_cut},
                                              {"whole", !log.is_cut && !log.goes_on},
                                              {"pairs", found.pairs}};
                 if (found.answer == Explained::yes) {
                     facts["steps"] = found.steps;
                     if (network->time_passes()) facts["ticks"] = found.ticks;
                 } else {
                     facts["line"] = log.lines[found.lines].line;
                     facts["step"] = line_text(*network, log, log.lines[found.lines]);
                     facts["expected"] = found.expected;
                     facts["more_expected"] = found.more_expected;
                 }
                 if (!found.why.empty()) facts["why"] = found.why;
                 if (!found.nearest.empty()) facts["nearest"] = found.nearest;
                 record.commit(json_text(facts) + "\n");
             },
             [&] {
                 TraceFile told{text.name, selection, text.describe(selection), {}};
                 if (!found.part) return trace.commit({told});
                 const ToldPart part = told_part(*network, log, file.shown_path(), std::move(*found.part), found);
                 told.traces.push_back({part.sentence, &part.trace, "", word_for(found.answer)});
                 trace.commit({told});
             }});
    return found.answer == Explained::yes ? status_holds : found.answer == Explained::no ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
