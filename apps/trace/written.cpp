#include "apps/trace/written.hpp"

#include <nlohmann/json.hpp>

#include "apps/check/report.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/trace/message_text.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

TraceFormat trace_format(const std::string& path) {
    const std::string name = path.substr(path.rfind('/') + 1);
    if (name.ends_with(".itf.json")) return TraceFormat::itf;
    if (name.ends_with(".trace.json")) return TraceFormat::perfetto;
    if (name.ends_with(".json")) return TraceFormat::json;
    if (name.ends_with(".mmd")) return TraceFormat::mermaid;
    if (name.ends_with(".svg")) return TraceFormat::svg;
    if (name.ends_with(".html")) return TraceFormat::html;
    if (name.ends_with(".txt") || name.find('.', 1) == std::string::npos) return TraceFormat::text;
    throw UsageError("the trace file '" + path +
                     "' has an ending that names no format: .json, .itf.json, .trace.json, .mmd, .svg, .html, .txt and none are "
                     "accepted");
}

std::string what_it_shows(const Told& told) {
    const std::string& property = told.trace->property;
    if (!told.verdict.empty() && told.verdict != refuted_verdict) return property + ", " + told.verdict;
    return property == by_hand_property ? "a run by hand" : "a run to a violation of " + property;
}

std::string written(TraceFormat format, const TraceFile& file) {
    switch (format) {
        case TraceFormat::json:
            return json_text(record_of(file), 1) + "\n";
        case TraceFormat::itf: return itf_of(file);
        case TraceFormat::perfetto: return perfetto_of(file);
        case TraceFormat::mermaid: return mermaid_of(file);
        case TraceFormat::svg: return chart_of(file);
        case TraceFormat::html: return page_of(file);
        case TraceFormat::text: break;
    }
    std::string text;
    for (const Told& told : file.traces) text += as_text(*told.trace) + "\n";
    return model::cleaned(text);  // a terminal is where it is read
}

std::string step_text(const checker::Trace& trace, const checker::TraceStep& step) {
    if (step.received >= 0)
        return short_text(message_text(trace.messages[static_cast<std::size_t>(step.received)].message), trace.blocks);
    const std::size_t colon = step.event.find(": ");
    return step.node < 0 || colon == std::string::npos ? step.event : step.event.substr(colon + 2);
}

}  // namespace tandem::apps
