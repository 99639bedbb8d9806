#include "apps/trace/output.hpp"

#include <algorithm>
#include <iostream>

#include "model/shown_text.hpp"

namespace tandem::apps {

TraceOutput::TraceOutput(const std::string& path, const std::string& page)
    : path_(path),
      page_path_(page),
      format_(path.empty() ? TraceFormat::text : trace_format(path)),
      file_(path, "trace"),
      page_(page, "page") {}

void TraceOutput::commit(const std::vector<TraceFile>& systems) {
    if (!wanted()) return;
    const auto first = std::find_if(systems.begin(), systems.end(), [](const TraceFile& file) { return !file.traces.empty(); });
    if (first == systems.end()) {
        for (const std::string& path : {path_, page_path_})
            if (!path.empty())
                std::cerr << "No trace was found, so the trace file '" + model::cleaned_line(path) + "' is not written\n";
        return;
    }
    page_.commit(page_path_.empty() ? "" : written(TraceFormat::html, *first));
    if (path_.empty()) return;
    if (format_ != TraceFormat::text) {
        if (of_one_trace(format_) && first->traces.size() > 1)
            std::cerr << model::cleaned_line("The trace file '" + path_ + "' has the trace to " +
                                             first->traces.front().trace->property) +
                             " alone; .html, .json and .txt hold all " + std::to_string(first->traces.size()) + "\n";
        return file_.commit(written(format_, *first));
    }
    std::string text;
    for (const TraceFile& file : systems)
        if (!file.traces.empty()) text += (systems.size() > 1 ? file.system + "\n" : "") + written(format_, file);
    file_.commit(text);
}

}  // namespace tandem::apps
