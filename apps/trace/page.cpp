// The trace explorer: one page that needs nothing else.
#include "apps/trace/page.hpp"

#include <nlohmann/json.hpp>

#include "apps/common/json_text.hpp"
#include "apps/pictures/svg.hpp"
#include "apps/trace/written.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

/// JSON that ends no script element.
std::string in_script(std::string json) {
    for (std::size_t at = json.find("</"); at != std::string::npos; at = json.find("</", at)) json.replace(at, 2, "<\\/");
    for (std::size_t at = json.find("<!--"); at != std::string::npos; at = json.find("<!--", at))
        json.replace(at, 4, "<\\u0021--");
    return json;
}

}  // namespace

std::string page_of(const TraceFile& file) {
    const std::pair<std::string_view, std::string> parts[] = {
        {"@PROGRAM@", std::string("tandem ") + std::string(version)},
        {"@TITLE@", escaped(file.traces.front().trace->property + ": " + file.system)},
        {"@STYLE@", std::string(explorer_css)},
        {"@RECORD@", in_script(json_text(record_of(file), -1))},
        {"@SCRIPT@", std::string(explorer_js)},
    };
    std::string page(explorer_html);
    std::size_t at = 0;
    for (const auto& [mark, text] : parts) {  // in the order in which they stand there
        at = page.find(mark, at);
        page.replace(at, mark.size(), text);
        at += text.size();
    }
    return page;
}

}  // namespace tandem::apps
