#include "apps/follow/follow_log.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/common/catalog.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/limits.hpp"
#include "apps/common/output.hpp"
#include "apps/common/terminal.hpp"
#include "apps/follow/explanation.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

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
    text += found.expected.empty() ? "  no step that the log observes is possible there\n" : "  possible there\n";
    for (const std::string& one : found.expected) text += "    " + one + "\n";
    return text + (found.more_expected ? "    and others\n" : "");
}

}  // namespace

int run_follow(const FollowOptions& options) {
    WholeFile record(options.json, "the report");
    const ExplanationLimits limits{bytes_of(options.memory.empty() ? "4G" : options.memory), options.seconds, options.silent};
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
    const MessageLog log = file.read(*network, limits.memory);
    const InterruptWatch watch;  // before, Ctrl-C ends the program at once
    const Explanation found = explain_log(*network, log, limits);
    std::string report = text.describe(selection) + "\n";
    if (log.is_cut) report += "  The log ends in half a line: what was read is judged.\n";
    report += report_of(*network, log, file.shown_path(), found);
    deliver({[&] {
                 if (!record.to_output()) say(report);
             },
             [&] {
                 const auto receptions = static_cast<std::size_t>(std::count_if(
                     log.lines.begin(), log.lines.end(), [](const LoggedStep& step) { return step.message >= 0; }));
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
             }});
    return found.answer == Explained::yes ? status_holds : found.answer == Explained::no ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
