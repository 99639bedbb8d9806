// The page of a map: the picture, and for each kind of nodes a table of states by events, as SLICC prints one and as papers do. A
// cell says what the handler does, the state that follows, and in which step of a shortest run that is first seen.
#include <fmt/format.h>

#include <algorithm>

#include "apps/map/written.hpp"
#include "apps/pictures/svg.hpp"
#include "model/version.hpp"

namespace tandem::apps {

namespace {

constexpr const char* style =
    R"(:root { color-scheme: light dark; --paper: #fff; --ink: #222; --soft: #555; --line: #ccc; --refused: #fdecea; --bad: #b3261e }
@media (prefers-color-scheme: dark) { :root { --paper: #1d1f21; --ink: #e4e4e4; --soft: #aaa; --line: #444; --refused: #3a1f1d; --bad: #ff8a80 } }
body { font: 15px/1.45 sans-serif; max-width: 90em; margin: 2em auto; padding: 0 1em; color: var(--ink); background: var(--paper) }
h1 { font-size: 1.4em; overflow-wrap: anywhere } p, h2, li { overflow-wrap: break-word }
table { border-collapse: collapse } th, td { padding: .2em .7em; text-align: left; border-bottom: 1px solid var(--line); vertical-align: top }
.wide { overflow-x: auto; margin: 1em 0 } .note { color: var(--soft) }
.cells th, .cells td { border: 1px solid var(--line); font-size: 13px } .cells thead th { white-space: nowrap }
.cells tbody th { position: sticky; left: 0; background: var(--paper) }
.cells p { margin: 0 } .cells p + p { border-top: 1px dotted var(--line) } .cells .next { font-weight: bold } .cells .step, .none { color: var(--soft) }
.cells .refused { background: var(--refused) } .refused .word { color: var(--bad) }
:focus-visible { outline: 2px solid #0b62c4 })";

std::string table(const std::vector<std::string>& head, const std::vector<std::vector<std::string>>& rows) {
    std::string out = "<div class=\"wide\" tabindex=\"0\"><table><tr>";
    for (const auto& cell : head) out += "<th>" + escaped(cell) + "</th>";
    out += "</tr>\n";
    for (const auto& row : rows) {
        out += "<tr>";
        for (const auto& cell : row) out += "<td>" + escaped(cell) + "</td>";
        out += "</tr>\n";
    }
    return out + "</table></div>\n";
}

/// What one cell says: an entry of the machine's table a line. Of a self-loop the state is not repeated.
std::string cell(const FieldMachine& machine, int state, const std::string& event, bool complete) {
    std::string taken, refused;
    for (const FieldMachine::Entry& e : machine.entries) {
        if (e.state != state || e.event != event) continue;
        const std::string step = fmt::format(" <span class=\"step\">{}</span>", e.first.level + 1),
                          tip = fmt::format(" title=\"{}\"", escaped(e.first.event)), what = escaped(e.outcomes);
        if (e.next == FieldMachine::refused)
            refused += fmt::format("<p{}><span class=\"word\">stalls</span> {}{}</p>", tip, what, step);
        else
            taken += fmt::format("<p{}>{}{}{}</p>", tip, what,
                                 e.next == state ? ""
                                                 : (what.empty() ? "" : " ") + std::string("→ <span class=\"next\">") +
                                                       escaped(machine.values[static_cast<std::size_t>(e.next)]) + "</span>",
                                 step);
    }
    if (taken.empty() && refused.empty())
        return complete ? "<td class=\"none\" title=\"impossible: in no state that was found can this happen\">–</td>"
                        : "<td class=\"none\" title=\"not reached: not all was explored\">?</td>";
    return fmt::format("<td{}>{}{}</td>", taken.empty() ? " class=\"refused\"" : "", taken, refused);
}

std::string cells(const FieldMachine& machine, bool complete) {
    std::vector<std::string> events;
    for (const FieldMachine::Entry& e : machine.entries)
        if (std::find(events.begin(), events.end(), e.event) == events.end()) events.push_back(e.event);
    std::string out = "<div class=\"wide\" tabindex=\"0\"><table class=\"cells\"><thead><tr><th></th>";
    for (const std::string& event : events) out += "<th scope=\"col\">" + escaped(event) + "</th>";
    out += "</tr></thead><tbody>\n";
    for (std::size_t state = 0; state < machine.values.size(); ++state) {
        out += "<tr><th scope=\"row\">" + escaped(machine.values[state]) + "</th>";
        for (const std::string& event : events) out += cell(machine, static_cast<int>(state), event, complete);
        out += "</tr>\n";
    }
    return out + "</tbody></table></div>\n";
}

}  // namespace

std::string as_page(const StateMap& map) {
    const bool complete = map.ending == "complete";
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<link rel=\"icon\" "
        "href=\"data:,\"><style>{1}</style></head><body>\n<h1>{0}</h1>\n<p>{2}. Made by tandem {3}.</p>\n"
        "<div class=\"wide\" tabindex=\"0\">{4}</div>\n",
        escaped("States of " + map.system), style, escaped(scope(map)), version, as_svg(map, Diagrams::small));
    for (const FieldMachine& machine : map.machines) {
        if (machine.values.empty()) continue;
        out +=
            "<h2>" + escaped(name_of(machine)) +
            "</h2>\n<p class=\"note\">What becomes of each event in each state: what the handler does, the state that follows "
            "if it is another, and the step of a shortest run in which that is first possible. <span class=\"word\">stalls"
            "</span>: the handler refuses it then. " +
            (complete ? "–: impossible, for in no state that was found can this happen."
                      : "?: not reached, for not all was explored.") +
            (std::count(machine.values.begin(), machine.values.end(), absent) ? fmt::format(" State {}: there is none.", absent)
                                                                              : "") +
            "</p>\n" + cells(machine, complete);
        std::vector<std::vector<std::string>> rows;
        for (const auto& arrow : machine.arrows)
            for (const auto& [label, where] : arrow.labels)
                rows.push_back({machine.values[static_cast<std::size_t>(arrow.from)],
                                machine.values[static_cast<std::size_t>(arrow.to)], label, std::to_string(where.level + 1),
                                where.event});
        out += "<details><summary>Each change, with an event that does it</summary>\n" +
               table({"from", "to", "outcome", "step", "event"}, rows) + "</details>\n";
    }
    std::vector<std::vector<std::string>> outcomes, levels;
    for (const auto& [outcome, level] : map.outcomes) outcomes.push_back({outcome, level < 0 ? "never" : std::to_string(level)});
    for (std::size_t level = 0; level < map.levels.size(); ++level)
        levels.push_back({std::to_string(level), std::to_string(map.levels[level])});
    return out + "<h2>Outcomes</h2>\n" + table({"outcome", "first level"}, outcomes) + "<h2>Levels</h2>\n" +
           table({"level", "states"}, levels) + "</body></html>\n";
}

}  // namespace tandem::apps
