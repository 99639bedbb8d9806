#include "reproduce/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "apps/pictures/svg.hpp"
#include "perfsim/machine_text.hpp"
#include "reproduce/ablation.hpp"
#include "reproduce/picture.hpp"

namespace tandem::reproduce {

namespace {

constexpr const char* style = R"(body { font-family: sans-serif; max-width: 75em; margin: 2em auto; padding: 0 1em; color: #222; }
h1, p, li { overflow-wrap: anywhere; } .wide { overflow-x: auto; } table { border-collapse: collapse; margin: 1em 0; } th, td { padding: .2em .7em; text-align: right; border-bottom: 1px solid #ddd; }
th:first-child, td:first-child { text-align: left; } .far { background: #fbe3e0; } pre { background: #f5f5f5; padding: 1em; overflow-x: auto; }
.pieces { display: flex; flex-wrap: wrap; } .note { color: #555; }
@media (max-width: 500px) { body { margin: 1em auto; padding: 0 .5em; } th, td { padding: .2em .3em; font-size: 13px; } }
@media (prefers-color-scheme: dark) { body { background: #1d1f21; color: #e4e4e4; } a { color: #8cb8ff; } th, td { border-color: #444; } .far { background: #5a2f2a; } pre { background: #2a2d30; } .note { color: #aaa; } })";

constexpr double widest_piece = 345;  // of a figure, in pixels, at which its letters can be read on a telephone
constexpr double far = 15;            // difference in points beyond which docs/reproduction.md must give the cause

std::string row_of(const Table& table, const Table::Row& row) {
    std::string out = "<tr><td>" + escaped(row.name) + "</td>";
    for (std::size_t i = 0; i < row.values.size(); ++i)
        out += "<td" + (i < row.wrong.size() && !row.wrong[i].empty() ? " title=\"" + escaped(row.wrong[i]) + "\"" : "") + ">" +
               cell(table, row, i) + "</td>";
    for (const auto& p : row.printed) out += "<td>" + shown(p) + "</td>";
    return out + "</tr>\n";
}

/// The text's claim, ours, and how robust it is if that was asked.
std::string claims_of(const std::vector<Table>& tables) {
    std::string rows;
    const Table::Judged* read = nullptr;
    for (const auto& t : tables)
        for (const auto& c : t.claims) {
            rows += fmt::format("<tr{}><td>{} ({})</td><td>{}</td><td>{}</td><td>{}</td>",
                                c.ours && std::abs(*c.ours - c.paper) > far ? " class=\"far\"" : "", escaped(c.sentence),
                                escaped(c.place), percent(c.paper), c.ours ? percent(*c.ours) : "-",
                                c.ours ? points(*c.ours - c.paper) : "-");
            for (const auto& r : c.readings) rows += "<td>" + escaped(shown(r)) + "</td>";
            if (!c.readings.empty()) {
                read = &c;
                rows += std::string("<td>") + (c.fragile() ? "<strong>fragile</strong>" : "") + "</td>";
            }
            rows += "</tr>\n";
        }
    std::string head =
        "<div class=\"wide\" tabindex=\"0\"><table><tr><th>what the text says</th><th>paper</th><th>ours</th><th>difference</th>";
    if (read) {
        for (const auto& r : read->readings) head += "<th>" + escaped(r.how) + "</th>";
        head += "<th></th>";
    }
    return head + "</tr>\n" + rows + "</table></div>\n" +
           (read ? "<p class=\"note\">A claim is fragile if it changes its sign, or if less than half of it is left, with other "
                   "seeds, without the benchmark that does most for it, with the best of what the paper leaves open, or with "
                   "other pauses between the kernels' polls.</p>\n"
                 : "");
}

std::string pieces(const Table& table) {
    std::string out = "<div class=\"pieces\">\n";
    const auto all = pieces_of(table, widest_piece);
    out = all.front() + out;
    for (std::size_t i = 1; i < all.size(); ++i) out += all[i];
    return out + "</div>\n";
}

std::string section(const Table& table) {
    const Figure& f = *table.figure;
    std::string out = fmt::format(
        "<h2 id=\"{0}\">{1}</h2>\n<p>{2}; <code>tandem reproduce {0}</code></p>\n{3}\n<div class=\"wide\" "
        "tabindex=\"0\"><table><tr><th></th>",
        f.name, escaped(f.title), escaped(f.place), pieces(table));
    for (const auto& c : f.configurations) out += "<th>" + escaped(c.name) + "</th>";
    for (const auto& p : f.printed) out += "<th>" + escaped(p.name) + "</th>";
    out += "</tr>\n";
    for (const auto& row : table.rows) out += row_of(table, row);
    for (const auto& row : table.means) out += row_of(table, row);
    out += "</table></div>\n";
    if (!table.claims.empty()) out += claims_of({table});
    out += parts_page(table);
    return out + "<p class=\"note\">" + escaped(f.note) + "</p>\n";
}

std::string settings_of(const Benchmark& b) {
    std::string out;
    for (const auto& [name, value] : b.settings) out += " --" + name + " " + value;
    return out;
}

std::string how_it_was_run(const Provenance& how) {
    const auto by = program();
    std::string out = fmt::format(
        "<h2>How it was run</h2>\n<p><code>{}</code>, Tandem {} (sources {}): {} simulations, {:.0f} s of processor time, seed "
        "{}. Every result was compared with what a host computes.</p>\n"
        "<div class=\"wide\" "
        "tabindex=\"0\"><table><tr><th>benchmark</th><th>what</th><th>workload</th><th>size</th><th>set</th><th>resident warps "
        "on "
        "average</th><th>at most</th></tr>\n",
        escaped(how.command), by["version"].get<std::string>(), by["sources"].get<std::string>(), how.runs, how.seconds,
        how.seed);
    const bool has_sets =
        std::any_of(how.benchmarks.begin(), how.benchmarks.end(), [](const auto& b) { return b.set != Set::all; });
    for (const auto& b : how.benchmarks) {
        out += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td>", b.name, escaped(b.meaning),
                           b.workload + settings_of(b), b.size,
                           has_sets ? b.set == Set::first ? "needs coherence" : "does not need it" : "");
        for (const ResidentWarps& of : how.resident)
            if (of.benchmark == b.name)
                out += fmt::format("<td>{:.0f}</td><td{}>{} of {}</td>", of.mean, of.few() ? " class=\"far\"" : "", of.most,
                                   of.machine);
        out += "</tr>\n";
    }
    return out + "</table></div>\n<p>The machine:</p>\n<pre>" + escaped(how.machine) + "</pre>\n<p>What events cost:</p>\n<pre>" +
           escaped(how.energy) + "</pre>\n";
}

}  // namespace

std::string as_page(const std::vector<Table>& tables, const Provenance& how) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width, initial-scale=1\"><title>{0}</title>\n<style>{1}</style></head><body>\n"
        "<h1>{0}</h1>\n<p>{3} What the paper prints as a number stands beside ours; the bars of its figures it does not. "
        "Differences of more "
        "than {2:.0f} points are coloured, and docs/reproduction.md says where they are from.</p>\n<ul>\n",
        escaped(how.paper->title), style, far, escaped(how.paper->introduction));
    for (const auto& t : tables)
        out += fmt::format("<li><a href=\"#{}\">{}</a> ({})</li>\n", t.figure->name, escaped(t.figure->title),
                           escaped(t.figure->place));
    out += "</ul>\n" + claims_of(tables);
    for (const auto& t : tables) out += section(t);
    return out + how_it_was_run(how) + "</body></html>\n";
}

}  // namespace tandem::reproduce
