// A trace as JSON: docs/trace.schema.json. Steps are counted from 1, as in print.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/trace/message_text.hpp"
#include "apps/trace/source.hpp"
#include "apps/trace/tree.hpp"
#include "apps/trace/written.hpp"
#include "model/version.hpp"

namespace tandem::apps {

using nlohmann::ordered_json;

namespace {

ordered_json name_or_null(const checker::Trace& trace, int node) {
    return node < 0 ? ordered_json() : ordered_json(trace.start[static_cast<std::size_t>(node)].first);
}

ordered_json number_or_null(int number) { return number < 0 ? ordered_json() : ordered_json(number); }

ordered_json message_of(const checker::Trace& trace, std::size_t id) {
    const checker::Flight& flight = trace.messages[id];
    const MessageText text = message_text(flight.message);
    ordered_json fields = ordered_json::object();
    for (const model::Field& field : text.fields) fields[field.name] = value_of(field.value);
    return {{"id", id},
            {"from", name_or_null(trace, flight.from)},
            {"to", name_or_null(trace, flight.to)},
            {"text", flight.message},
            {"label", short_text(text, trace.blocks)},
            {"kind", text.kind},
            {"fields", fields},
            {"blocks", blocks_in(text, trace.blocks)},
            {"sent", flight.sent + 1},
            {"received", flight.received < 0 ? ordered_json() : ordered_json(flight.received + 1)}};
}

/// Where a handler names its outcomes, with the lines around it if the file is still there.
ordered_json source_of(const std::vector<model::SourceLine>& places) {
    ordered_json all = ordered_json::array();
    for (const auto& [file, line] : places) {
        const std::vector<std::string> text = lines_around(file, line);
        all.push_back(
            {{"file", shown_path(file)}, {"line", line}, {"first", std::max(1, line - source_lines_before)}, {"text", text}});
    }
    return all;
}

ordered_json step_of(const checker::Trace& trace, const checker::TraceStep& step) {
    ordered_json changes = ordered_json::array(), states = ordered_json::object(), of = ordered_json::array();
    for (const checker::Change& change : step.changes)
        changes.push_back({{"node", change.node}, {"field", change.field}, {"before", change.before}, {"after", change.after}});
    for (const model::Event<model::Concrete>& event : step.events) {
        const auto node = std::find(trace.cores.begin(), trace.cores.end(), static_cast<int>(event.core.index()));
        if (node != trace.cores.end() && !model::is_beginning(event.kind))
            of.push_back({{"node", trace.start[static_cast<std::size_t>(node - trace.cores.begin())].first},
                          {"thread", event.thread.index()}});
    }
    for (const auto& [node, fields] : step.states) states[trace.start[static_cast<std::size_t>(node)].first] = tree_of(fields);
    ordered_json out{{"event", step.event},
                     {"label", step_text(trace, step)},
                     {"node", name_or_null(trace, step.node)},
                     {"thread", number_or_null(step.thread)},
                     {"outcomes", step.outcomes},
                     {"receives", number_or_null(step.received)},
                     {"sends", step.sent},
                     {"seen", step.seen},
                     {"seen_of", of},
                     {"changes", changes},
                     {"states", states}};
    if (!step.error.empty()) out["error"] = step.error;
    if (!step.lines.empty()) out["source"] = source_of(step.lines);
    return out;
}

ordered_json trace_of(const Told& told) {
    const checker::Trace& trace = *told.trace;
    ordered_json nodes = ordered_json::array(), blocks = ordered_json::array(), start = ordered_json::object(),
                 steps = ordered_json::array(), messages = ordered_json::array(), witnesses = ordered_json::array();
    for (const auto& [node, fields] : trace.start) {
        if (node != "monitor") nodes.push_back(node);
        start[node] = tree_of(fields);
    }
    for (int a = 0; a < trace.blocks; ++a) blocks.push_back(std::string(1, static_cast<char>('A' + a)));
    for (const checker::TraceStep& step : trace.steps) steps.push_back(step_of(trace, step));
    for (std::size_t id = 0; id < trace.messages.size(); ++id) messages.push_back(message_of(trace, id));
    for (const int step : trace.witnesses) witnesses.push_back(step + 1);
    ordered_json out{{"property", trace.property},
                     {"sentence", told.sentence},
                     {"why", trace.why},
                     {"witnesses", witnesses},
                     {"shortest", trace.shortest},
                     {"repeats_from", trace.cycle_from < 0 ? ordered_json() : ordered_json(trace.cycle_from + 1)},
                     {"refused", trace.due},
                     {"dead_end", trace.dead_end},
                     {"nodes", nodes},
                     {"blocks", blocks},
                     {"start", start},
                     {"messages", messages},
                     {"steps", steps}};
    if (!told.fairness.empty()) out["fairness"] = told.fairness;
    if (!told.moments.empty()) out["moments"] = told.moments;
    if (!told.verdict.empty()) out["verdict"] = told.verdict;
    return out;
}

}  // namespace

ordered_json record_of(const TraceFile& file) {
    ordered_json traces = ordered_json::array();
    for (const Told& told : file.traces) traces.push_back(trace_of(told));
    return {{"format", "tandem-trace"},
            {"format_version", 1},
            {"program", std::string("tandem ") + std::string(version)},
            {"protocol", file.protocol},
            {"variant", file.selection.variant},
            {"shape", file.selection.shape},
            {"free", file.selection.free},
            {"system", file.system},
            {"traces", traces}};
}

}  // namespace tandem::apps
