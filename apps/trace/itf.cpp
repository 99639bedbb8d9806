// The Informal Trace Format (Apalache, ADR 015): a state is a record of variables; what became of the step before stands beside
// it. A tree of fields is a record, a list is a sequence. Numbers are small, so none needs the form for large ones.
#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/trace/tree.hpp"
#include "apps/trace/written.hpp"

namespace tandem::apps {

using nlohmann::ordered_json;

namespace {

/// An array where nothing is would be no sequence of the format.
ordered_json without_null(ordered_json value) {
    if (value.is_null()) return "";
    for (auto& part : value)
        if (value.is_structured()) part = without_null(part);
    return value;
}

}  // namespace

std::string itf_of(const TraceFile& file) {
    const checker::Trace& trace = *file.traces.front().trace;
    ordered_json variables = ordered_json::array(), states = ordered_json::array(), state = ordered_json::object();
    for (const auto& [node, fields] : trace.start) {
        variables.push_back(node);
        state[node] = without_null(tree_of(fields));
    }
    for (const char* name : {"messages", "step"}) variables.push_back(name);
    const auto add = [&](int step, const std::string& event) {
        ordered_json on_their_way = ordered_json::array();
        for (const checker::Flight& message : trace.messages)
            if (message.sent < step && (message.received < 0 || message.received >= step))
                on_their_way.push_back({{"from", trace.start[static_cast<std::size_t>(message.from)].first},
                                        {"to", trace.start[static_cast<std::size_t>(message.to)].first},
                                        {"message", message.message}});
        ordered_json whole;
        whole["#meta"]["index"] = step;
        whole.update(state);
        whole["messages"] = on_their_way;
        whole["step"] = event;
        states.push_back(whole);
    };
    add(0, "");
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const auto& [node, fields] : trace.steps[i].states)
            state[trace.start[static_cast<std::size_t>(node)].first] = without_null(tree_of(fields));
        add(static_cast<int>(i) + 1, trace.steps[i].event);
    }
    ordered_json out{{"#meta",
                      {{"format", "ITF"},
                       {"format-description", "https://apalache.informal.systems/docs/adr/015adr-trace.html"},
                       {"description", file.system + ": a run to a violation of " + trace.property}}},
                     {"vars", variables},
                     {"states", states}};
    if (trace.cycle_from >= 0 && trace.cycle_from < static_cast<int>(trace.steps.size())) out["loop"] = trace.cycle_from;
    return json_text(out, 1) + "\n";
}

}  // namespace tandem::apps
