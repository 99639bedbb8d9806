// An exploration as one page that opens offline: the front, the pictures, what each choice does, and the traces that refute.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "apps/common/words.hpp"
#include "apps/explore/picture.hpp"
#include "apps/explore/report.hpp"
#include "apps/pictures/svg.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

constexpr const char* page_style = R"(:root { color-scheme: light dark }
body { font: 15px/1.5 sans-serif; margin: 2em auto; max-width: 75em; padding: 0 1em; color: #222; background: #fff }
table { border-collapse: collapse; display: block; overflow-x: auto }
td, th { padding: .15em .7em; text-align: left; white-space: nowrap; border-bottom: 1px solid #ddd }
td.number, th.number { text-align: right; font-variant-numeric: tabular-nums }
tr.front td { font-weight: bold } tr.refuted td { color: #777 } tr:target td, h3:target { background: #fe9 }
pre { background: #f4f4f4; padding: .8em; overflow-x: auto } code { background: #f4f4f4; padding: 0 .2em }
svg { max-width: 100%; height: auto } a:focus-visible { outline: 2px solid #06c }
@media (prefers-color-scheme: dark) {
  body { color: #e4e4e4; background: #1d1f21 } td, th { border-color: #3a3d40 } pre, code { background: #2a2d30 }
  tr.refuted td { color: #999 } tr:target td, h3:target { background: #553 } a { color: #8bf }
}
)";

/// The row of each combination's verdict, as a link: of what is refuted its trace.
std::string anchor_of(const DesignSpace& space, std::size_t r) {
    const std::size_t combination = space.rows[r].combination;
    return space.verdicts[combination].verdict == Verdict::refuted ? fmt::format("#trace-{}", combination + 1)
                                                                   : fmt::format("#row-{}", r + 1);
}

std::string cell(const std::string& text, bool number = false) {
    return fmt::format("<td{}>{}</td>", number ? " class=\"number\"" : "", escaped(text));
}

std::string rows_of(const DesignSpace& space) {
    std::string out = "<table>\n<tr><th></th><th>verdict</th>";
    if (!space.workloads.empty())
        for (const char* unit : figure_units) out += fmt::format("<th class=\"number\">{}</th>", unit);
    for (const OpenChoice& choice : space.choices) out += "<th>" + escaped(choice.name) + "</th>";
    for (const std::string& key : space.sweep_keys) out += "<th>" + escaped(key) + "</th>";
    out += "</tr>\n";
    for (std::size_t r = 0; r < space.rows.size(); ++r) {
        const ExploredRow& row = space.rows[r];
        const CombinationVerdict& verdict = space.verdicts[row.combination];
        const bool refuted = verdict.verdict == Verdict::refuted;
        out += fmt::format("<tr id=\"row-{}\"{}>{}", r + 1,
                           row.front ? " class=\"front\""
                           : refuted ? " class=\"refuted\""
                                     : "",
                           cell(std::to_string(r + 1), true));
        std::string word = escaped(word_of(verdict.verdict));
        if (refuted) word = fmt::format("<a href=\"{}\">{}</a>: {}", anchor_of(space, r), word, escaped(verdict.property));
        if (verdict.verdict == Verdict::undecided) word = fmt::format("<span title=\"{}\">{}</span>", escaped(verdict.why), word);
        if (!row.wrong().empty()) word += fmt::format(", <span title=\"{}\">wrong result</span>", escaped(row.wrong()));
        if (!verdict.proof.empty()) word += ", " + escaped(verdict.proof);
        if (!verdict.listed.empty()) word += ", but " + escaped(join(verdict.listed, ", "));
        out += "<td>" + word + "</td>";
        if (!space.workloads.empty())
            for (const Figure figure : figures)
                out += cell(row.cost ? as_figure(figure, (*row.cost)[static_cast<std::size_t>(figure)]) : "-", true);
        for (const std::string& one : space.words_of(row)) out += cell(one);
        out += "</tr>\n";
    }
    return out + "</table>\n";
}

std::string rows_of_effects(const DesignSpace& space) {
    if (space.effects.empty()) return "";
    std::string out =
        "<h2>What each choice does alone</h2>\n<p>Beside the first of its choice, all else alike: the median of the pairs, and "
        "from .. to.</p>\n<table>\n<tr><th>choice</th><th>alternative</th><th>beside</th><th>verdicts</th>";
    for (const char* name : figure_names) out += fmt::format("<th>{}</th>", name);
    out += "</tr>\n";
    for (const ChoiceEffect& effect : space.effects) {
        std::string verdicts = !effect.verdict_matters
                                   ? ""
                                   : fmt::format("{} pairs: {}", effect.pairs,
                                                 effect.breaks + effect.mends + effect.undecided == 0 ? "the same" : "");
        if (effect.breaks > 0) verdicts += fmt::format("breaks {} ", effect.breaks);
        if (effect.mends > 0) verdicts += fmt::format("mends {} ", effect.mends);
        if (effect.undecided > 0) verdicts += fmt::format("{} undecided", effect.undecided);
        out += "<tr>" + cell(effect.choice) + cell(effect.word) + cell(effect.against) + cell(verdicts);
        if (effect.changes_nothing) {
            out += fmt::format("<td colspan=\"3\">changes nothing in these runs{}</td>",
                               effect.reason.empty() ? "" : ": " + escaped(effect.reason));
        } else {
            for (const Figure figure : figures) {
                const auto& ratio = effect.ratios[static_cast<std::size_t>(figure)];
                out += cell(effect.timed == 0 ? "-"
                                              : fmt::format("{} ({} .. {})", as_percent(ratio.median), as_percent(ratio.least),
                                                            as_percent(ratio.most)),
                            true);
            }
        }
        out += "</tr>\n";
    }
    return out + "</table>\n";
}

std::string traces_of_page(const DesignSpace& space) {
    std::string out;
    std::map<std::string, std::size_t> shown;  // traces in words, and whose they were first
    for (std::size_t c = 0; c < space.combinations.size(); ++c) {
        const CombinationVerdict& verdict = space.verdicts[c];
        if (verdict.verdict != Verdict::refuted) continue;
        if (out.empty()) out = "<h2>What refutes</h2>\n";
        out += fmt::format(
            "<h3 id=\"trace-{}\">{}: {}, {} steps</h3>\n<p><code>{} --trace trace.html</code> shows it step by step.</p>\n",
            c + 1, escaped(space.combinations[c].variant), escaped(verdict.property), verdict.steps, escaped(verdict.command));
        const auto [before, first] = shown.emplace(verdict.trace, c);
        if (first) out += "<pre>" + escaped(verdict.trace) + "</pre>\n";
        else out += fmt::format("<p>The trace is <a href=\"#trace-{}\">the same</a> as above.</p>\n", before->second + 1);
    }
    return out;
}

}  // namespace

std::string as_page(const DesignSpace& space, const std::string& command) {
    std::string out = fmt::format(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\"><title>{0}: what its choices cost</title>\n<style>{1}</style></head><body>\n<h1>{0}: "
        "what its choices cost</h1>\n<p><code>{2}</code></p>\n",
        escaped(space.protocol), page_style, escaped(command));
    if (!space.complete) out += "<p>Time ran out, or it was interrupted: the same command goes on from here.</p>\n";
    if (!space.workloads.empty()) {
        out += fmt::format(
            "<p>{} combinations on machine {}: {}. Bold is the front: right, and no right one is at least as good in all three "
            "figures and better in one. A mark leads to its row, or to the trace that refutes it.</p>\n",
            space.combinations.size(), escaped(space.machine), escaped(join(space.workloads, ", ")));
        for (const Figure figure : {Figure::energy, Figure::bytes})
            out += scatter_of(space, figure, [&](std::size_t r) { return anchor_of(space, r); });
    }
    out += "<h2>All combinations</h2>\n" + rows_of(space) + rows_of_effects(space);
    out += "<h2>In which systems they were judged</h2>\n<table>\n";
    for (const TellingSystem& system : space.systems)
        out += "<tr>" + cell(system.shape) +
               cell((system.tells.empty() ? "" : "shows " + join(system.tells, ", ")) +
                    (system.with.empty() ? "" : " for " + join(system.with, ","))) +
               "</tr>\n";
    return out + "</table>\n" + traces_of_page(space) + "</body></html>\n";
}

}  // namespace tandem::apps
