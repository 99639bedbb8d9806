// `tandem replay A B --html`: the two runs as a page of two columns. Rows of one run alone are coloured. A row of both opens to
// show which fields differ behind it.
#include <fmt/format.h>

#include "apps/common/words.hpp"
#include "apps/pictures/svg.hpp"
#include "apps/replay/side_by_side.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

constexpr const char* style_of_both = R"(
:root { color-scheme: light dark; --paper: #fff; --ink: #1c1e21; --soft: #5c636b;
    --line: #d7dbe0; --left: #fdecea; --right: #e3f1e5 }
@media (prefers-color-scheme: dark) { :root {
    --paper: #15181b; --ink: #e6e8ea; --soft: #a9b2bb; --line: #343a41; --left: #3a1f1d; --right: #1d3322 } }
body { margin: 0 auto; padding: 12px 20px; max-width: 1200px; background: var(--paper);
    color: var(--ink); font: 15px/1.45 system-ui, "DejaVu Sans", sans-serif }
h1 { font-size: 20px } h2 { font-size: 16px } .soft { color: var(--soft); font-size: 13px; overflow-wrap: anywhere }
table { border-collapse: collapse; width: 100%; table-layout: fixed }
th, td { border: 1px solid var(--line); padding: 3px 8px; text-align: left;
    vertical-align: top; overflow-wrap: anywhere; font-size: 14px }
th { font-size: 13px } td.number, th.number { width: 2.6em; color: var(--soft); text-align: right }
td.left { background: var(--left) } td.right { background: var(--right) } summary { cursor: pointer }
summary:focus-visible { outline: 2px solid currentColor } td td { font-size: 13px }
)";

/// "1 step", "3 steps"
std::string number_of(std::size_t count, const char* what) { return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s"); }

using Differences = std::vector<SideBySide::Difference>;

std::string table_of(const Differences& differences) {
    std::string rows = "<table><tr><th>field</th><th>left</th><th>right</th></tr>\n";
    for (const auto& [field, left, right] : differences)
        rows += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td></tr>\n", escaped(field), left.empty() ? "–" : escaped(left),
                            right.empty() ? "–" : escaped(right));
    return rows + "</table>\n";
}

std::string cell(const WrittenStep& step) {
    return escaped(step.event) +
           (step.outcomes.empty() ? "" : " <span class=\"soft\">" + escaped(join(step.outcomes, ", ")) + "</span>");
}

std::string row(const SideBySide& both, const SideBySide::Line& line) {
    const auto side = [](std::size_t number, const WrittenTrace& trace, const char* alone) {
        if (number == 0) return std::string("<td class=\"number\"></td><td></td>");
        return fmt::format("<td class=\"number\">{}</td><td{}>{}</td>", number,
                           *alone ? fmt::format(" class=\"{}\"", alone) : "", cell(trace.steps[number - 1]));
    };
    if (line.left == 0 || line.right == 0)
        return "<tr>" + side(line.left, *both.left, "left") + side(line.right, *both.right, "right") + "</tr>\n";
    const Differences behind = differences(both.left->steps[line.left - 1].states, both.right->steps[line.right - 1].states);
    std::string out = "<tr>" + side(line.left, *both.left, "") + side(line.right, *both.right, "") + "</tr>\n";
    if (!behind.empty())
        out += fmt::format("<tr><td></td><td colspan=\"3\"><details><summary>Different behind it: {}</summary>{}</details></td>"
                           "</tr>\n",
                           number_of(behind.size(), "field"), table_of(behind));
    return out;
}

}  // namespace

std::string as_page(const SideBySide& both, const WrittenFile& left, const WrittenFile& right) {
    const auto head = [](const char* side, const WrittenFile& file, const WrittenTrace& trace) {
        return fmt::format("<p>{}: <b>{}</b>, {}. <span class=\"soft\">{}</span></p>\n", side, escaped(trace.property),
                           number_of(trace.steps.size(), "step"), escaped(file.system));
    };
    const bool same = both.same == both.left->steps.size() && both.same == both.right->steps.size();
    std::string out = fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>Two runs beside each other</title><link rel=\"icon\" "
        "href=\"data:,\"><style>{}</style></head><body>\n<h1>Two runs beside each other</h1>\n<p class=\"soft\">Made by tandem "
        "{}.</p>\n{}{}",
        style_of_both, version, head("Left", left, *both.left), head("Right", right, *both.right));
    out += same            ? "<p>The two runs are the same.</p>\n"
           : both.same == 0 ? "<p>They part at once.</p>\n"
                            : fmt::format("<p>The first {} the same, with all states behind.</p>\n",
                                          both.same == 1 ? "step is" : fmt::format("{} steps are", both.same));
    if (!both.parted.empty())
        out += fmt::format("<h2>Where they part</h2>\n<p>In step {} both take the same event. What becomes of it "
                           "differs.</p>\n{}",
                           both.same + 1, table_of(both.parted));
    out += "<h2>The steps</h2>\n<table><tr><th class=\"number\"></th><th>left</th><th class=\"number\"></th>"
           "<th>right</th></tr>\n";
    for (std::size_t i = 1; i <= both.same; ++i) out += row(both, {i, i});
    for (const SideBySide::Line& line : both.lines) out += row(both, line);
    out += "</table>\n<h2>At the end</h2>\n";
    out += both.at_end.empty() ? "<p>They end in the same state.</p>\n" : table_of(both.at_end);
    return out + "</body></html>\n";
}

}  // namespace tandem::apps
