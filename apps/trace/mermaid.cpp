// A sequence diagram for Mermaid, which READMEs show. It draws a message where it is received; the number before it is that of
// the step that sent it. A step that the violation rests on is marked, and the reason stands first.
#include <fmt/format.h>

#include <algorithm>

#include "apps/common/words.hpp"
#include "apps/trace/message_text.hpp"
#include "apps/trace/written.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

namespace {

/// What Mermaid would take for its own signs, as entities; in one line, since a diagram has one a line.
std::string plain(const std::string& text) {
    std::string out;
    for (const char c : model::cleaned_line(text))
        out += c == ';' || c == '#' || c == '<' || c == '>' || c == '{' || c == '}' ? fmt::format("#{};", static_cast<int>(c))
                                                                                    : std::string(1, c);
    return out;
}

}  // namespace

std::string mermaid_of(const TraceFile& file) {
    const checker::Trace& trace = *file.traces.front().trace;
    std::string out =
        fmt::format("%% {}: {}\nsequenceDiagram\n", plain(file.system), plain(what_it_shows(file.traces.front())));
    std::size_t nodes = 0;
    for (const auto& [node, fields] : trace.start)
        if (node != "monitor") out += fmt::format("    participant n{} as {}\n", nodes++, plain(node));
    if (!trace.why.empty())
        out += fmt::format("    Note over n0{}: Why: {}\n", nodes > 1 ? fmt::format(",n{}", nodes - 1) : "", plain(trace.why));
    const auto arrow = [&](const checker::Flight& message, const char* kind, const std::string& words) {
        return fmt::format("    n{}{}n{}: {}\n", message.from, kind, message.to, plain(words));
    };
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        const checker::TraceStep& step = trace.steps[i];
        if (static_cast<int>(i) == trace.cycle_from)
            out += fmt::format("    Note over n0,n{}: from here on the steps repeat forever\n", nodes - 1);
        const bool rests =
            std::find(trace.witnesses.begin(), trace.witnesses.end(), static_cast<int>(i)) != trace.witnesses.end();
        const std::string mark = rests ? " ❗" : "";
        const std::string outcomes = (step.outcomes.empty() ? "" : " (" + join(step.outcomes, ", ") + ")") + mark;
        if (step.received >= 0) {
            const checker::Flight& message = trace.messages[static_cast<std::size_t>(step.received)];
            out += arrow(message, "->>",
                         (message.sent < 0 ? "" : fmt::format("{} to {}: ", message.sent + 1, i + 1)) +
                             short_text(message_text(message.message), trace.blocks));
            out += fmt::format("    Note over n{}: {}.{}\n", step.node, i + 1, plain(outcomes));
        } else if (step.node < 0) {
            out += fmt::format("    Note over n0,n{}: {}. {}{}\n", nodes - 1, i + 1, plain(step.event), mark);
        } else {
            out += fmt::format("    Note over n{}: {}. {}{}\n", step.node, i + 1, plain(step_text(trace, step)), plain(outcomes));
        }
    }
    for (const checker::Flight& message : trace.messages)
        if (message.received < 0)
            out += arrow(message, "--)",
                         (message.sent < 0 ? "" : fmt::format("{}: ", message.sent + 1)) +
                             short_text(message_text(message.message), trace.blocks) + ", on its way");
    return out;
}

}  // namespace tandem::apps
