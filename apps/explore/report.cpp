#include "apps/explore/report.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <iostream>
#include <nlohmann/json.hpp>

#include "apps/common/output.hpp"
#include "apps/common/shell_word.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

std::string counted(std::size_t n, const std::string& noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::string head_of(const DesignSpace& space) {
    std::vector<std::string> names;
    for (const OpenChoice& choice : space.choices) names.push_back(choice.name);
    for (const std::string& key : space.sweep_keys) names.push_back(key);
    std::string out = fmt::format("{}: {}{}{}\n", space.protocol, counted(space.combinations.size(), "combination"),
                                  space.choices.empty() ? "" : " of " + join(names, ", "),
                                  space.fixed.empty() ? "" : "; all with " + join(space.fixed, ","));
    if (!space.workloads.empty())
        out += fmt::format("costs: {} (size {}, seed {}) on machine {}; the geometric mean of {}\n", join(space.workloads, ", "),
                           space.workload_options.size, space.workload_options.seed, space.machine,
                           counted(space.workloads.size(), "workload"));
    for (const auto& [name, value] : space.workload_options.settings) out += fmt::format("{} {}\n", name, value);
    return out;
}

std::string systems_text(const DesignSpace& space) {
    std::string out =
        "verdicts: in the systems that can tell what is listed as broken, and those of --thorough for a combination's words\n";
    for (const TellingSystem& system : space.systems)
        out += fmt::format("  {:<48} {}{}{}\n", system.shape, system.tells.empty() ? "" : "shows " + join(system.tells, ", "),
                           !system.tells.empty() && !system.with.empty() ? "; " : "",
                           system.with.empty() ? "" : "for " + join(system.with, ","));
    if (space.overtaking)
        out += "  where messages may overtake each other: the same with capacity=2, since with room for one none can\n";
    std::vector<std::string> untold;
    for (const Breakage& breakage : space.breakages)
        if (breakage.shape.empty()) untold.push_back(breakage.word);
    if (!untold.empty())
        out += "  listed as broken, and shown by none of the systems that were searched: " + join(untold, ", ") + "\n";
    return out;
}

std::string verdict_text(const DesignSpace& space, const ExploredRow& row) {
    const CombinationVerdict& verdict = space.verdicts[row.combination];
    std::string text = word_of(verdict.verdict);
    if (!verdict.listed.empty()) text += "*";
    if (!row.wrong().empty()) text += ", wrong result";
    if (space.proofs && verdict.verdict != Verdict::refuted)
        text += verdict.proof.starts_with("no proof") ? ", no proof"
                                                      : ", " + (verdict.proof == "undecided" ? "proof open" : verdict.proof);
    return text;
}

struct TableLine {
    std::string text;
    bool front = false;
};

/// The table, its heading first.
std::vector<TableLine> table_of(const DesignSpace& space) {
    std::vector<std::vector<std::string>> cells;
    std::vector<std::string> heading{"", "verdict", figure_units[0], figure_units[1], figure_units[2]};
    for (const OpenChoice& choice : space.choices) heading.push_back(choice.name.substr(0, choice.name.find_first_of(" ,")));
    for (const std::string& key : space.sweep_keys) heading.push_back(key);
    cells.push_back(heading);
    for (const ExploredRow& row : space.rows) {
        std::vector<std::string> line{row.front ? ">" : "", verdict_text(space, row)};
        for (const Figure figure : figures)
            line.push_back(row.cost ? as_figure(figure, (*row.cost)[static_cast<std::size_t>(figure)]) : "-");
        for (const std::string& word : space.words_of(row)) line.push_back(word);
        cells.push_back(std::move(line));
    }
    if (space.workloads.empty())
        for (auto& line : cells) line.erase(line.begin() + 2, line.begin() + 5), line.erase(line.begin());
    std::vector<std::size_t> widths(cells.front().size(), 0);
    for (const auto& line : cells)
        for (std::size_t i = 0; i < line.size(); ++i) widths[i] = std::max(widths[i], line[i].size());
    std::vector<TableLine> table;
    for (std::size_t r = 0; r < cells.size(); ++r) {
        std::string line;
        for (std::size_t i = 0; i < cells[r].size(); ++i) {
            const bool number = !space.workloads.empty() && i >= 2 && i < 5;
            line += number ? fmt::format("{:>{}}  ", cells[r][i], widths[i]) : fmt::format("{:<{}}  ", cells[r][i], widths[i]);
        }
        line.erase(line.find_last_not_of(' ') + 1);
        table.push_back({line, r > 0 && space.rows[r - 1].front});
    }
    return table;
}

std::string below_the_table(const DesignSpace& space) {
    std::string out;
    const auto any = [&](auto&& holds) { return std::any_of(space.rows.begin(), space.rows.end(), holds); };
    if (any([](const ExploredRow& row) { return row.front; }))
        out += "\n> the front: right, and no right one is at least as good in all three figures and better in one\n";
    std::vector<std::string> told;
    for (const ExploredRow& row : space.rows) {
        if (space.workloads.empty() || row.cost) continue;
        const std::string line = row.no_cost();
        if (std::find(told.begin(), told.end(), line) != told.end()) continue;
        told.push_back(line);
        out += fmt::format("- no cost, as of {}: {}\n", join(space.words_of(row), ","), line);
    }
    for (std::size_t c = 0; c < space.combinations.size(); ++c)
        if (!space.verdicts[c].listed.empty()) {
            out += fmt::format("* but {}, which `tandem list` says does not hold there\n", join(space.verdicts[c].listed, ", "));
            break;
        }
    std::vector<std::string> reasons;
    for (const CombinationVerdict& verdict : space.verdicts)
        if (verdict.verdict == Verdict::undecided && std::find(reasons.begin(), reasons.end(), verdict.why) == reasons.end()) {
            reasons.push_back(verdict.why);
            out += "undecided: " + verdict.why + "\n";
        }
    for (const CombinationVerdict& verdict : space.verdicts)
        if (verdict.proof.starts_with("no proof") && std::find(reasons.begin(), reasons.end(), verdict.proof) == reasons.end()) {
            reasons.push_back(verdict.proof);
            out += verdict.proof + "\n";
        }
    for (const std::string& none : space.none) out += "no combination: " + none + "\n";
    return out;
}

std::string refuted_lines(const DesignSpace& space) {
    std::string out;
    for (std::size_t c = 0; c < space.combinations.size(); ++c) {
        const CombinationVerdict& verdict = space.verdicts[c];
        if (verdict.verdict != Verdict::refuted) continue;
        if (out.empty()) out = "\nrefuted\n";
        ExploredRow row{c, 0, {}, {}, false};
        std::vector<std::string> words = space.words_of(row);
        words.resize(space.choices.size());
        out += fmt::format("  {}: {}{}\n    {} --trace trace.html\n",
                           words.empty() ? space.combinations[c].variant : join(words, ","), verdict.property,
                           verdict.steps > 0 ? fmt::format(", {}", counted(verdict.steps, "step")) : "", verdict.command);
    }
    return out;
}

std::string verdict_effect(const ChoiceEffect& effect) {
    if (!effect.verdict_matters) return "";
    std::vector<std::string> parts;
    if (effect.breaks > 0)
        parts.push_back(effect.breaks == effect.pairs ? "breaks all"
                                                      : fmt::format("breaks {} of {}", effect.breaks, effect.pairs));
    if (effect.mends > 0) parts.push_back(fmt::format("mends {} of {}", effect.mends, effect.pairs));
    if (effect.undecided > 0) parts.push_back(fmt::format("{} undecided", effect.undecided));
    return effect.pairs == 0 ? "stands beside none" : parts.empty() ? "same verdicts" : join(parts, ", ");
}

std::string effects_text(const DesignSpace& space) {
    if (space.effects.empty()) return "";
    std::string out = "\nwhat each choice does alone: beside the first of its choice, all else alike" +
                      std::string(space.workloads.empty() ? "" : "; median of the pairs, and from .. to") + "\n";
    std::size_t widest = 0, widest_verdict = 16;
    const auto name = [](const ChoiceEffect& effect) { return effect.choice + ": " + effect.word + ", not " + effect.against; };
    for (const ChoiceEffect& effect : space.effects) {
        widest = std::max(widest, name(effect).size());
        widest_verdict = std::max(widest_verdict, verdict_effect(effect).size());
    }
    for (const ChoiceEffect& effect : space.effects) {
        std::string line = fmt::format("  {:<{}}  {:<{}}", name(effect), widest, verdict_effect(effect), widest_verdict);
        if (effect.changes_nothing) {
            line += fmt::format("  changes nothing in these runs{}", effect.reason.empty() ? "" : ": " + effect.reason);
        } else if (effect.timed > 0) {
            for (const Figure figure : figures) {
                const auto& ratio = effect.ratios[static_cast<std::size_t>(figure)];
                line += fmt::format("  {} {:>6} ({} .. {})", figure_names[static_cast<std::size_t>(figure)],
                                    as_percent(ratio.median), as_percent(ratio.least), as_percent(ratio.most));
            }
        } else if (!space.workloads.empty()) {
            line += "  no pair has costs";
        }
        line.erase(line.find_last_not_of(' ') + 1);
        out += line + "\n";
    }
    return out;
}

std::string ending_of(const DesignSpace& space) {
    std::string out =
        fmt::format("\n{} and {} were done in {:.1f} s",
                    counted(space.judged_now, "search") == "1 search" ? "1 search" : fmt::format("{} searches", space.judged_now),
                    counted(space.timed_now, "run"), space.seconds);
    if (space.proofs) out += fmt::format(", and {}", counted(space.proved_now, "proof"));
    if (const std::size_t known = space.judged_before + space.timed_before + space.proved_before; known > 0)
        out += fmt::format("; {} were known", counted(known, "result"));
    out += "\n";
    if (!space.complete)
        out += space.results.empty() ? "Time ran out, or it was interrupted.\n"
                                     : "Time ran out, or it was interrupted: the same command goes on from here.\n";
    return out;
}

bool shows_bold() {
    const char* term = std::getenv("TERM");
    return isatty(STDOUT_FILENO) && term && std::string(term) != "dumb" && !std::getenv("NO_COLOR");
}

}  // namespace

const char* word_of(Verdict verdict) {
    return verdict == Verdict::holds ? "right" : verdict == Verdict::refuted ? "refuted" : "undecided";
}

std::string as_figure(Figure figure, double value) {
    if (figure == Figure::cycles) return fmt::format("{:.0f}", value);
    if (figure == Figure::energy) return fmt::format("{:.1f}", value / 1e3);
    return fmt::format("{:.1f}", value / 1e3);
}

std::string as_percent(double ratio) {
    const double percent = 100 * (ratio - 1);
    return percent == 0 ? "0" : std::abs(percent) < 0.05 ? (percent < 0 ? "-0.0%" : "+0.0%") : fmt::format("{:+.1f}%", percent);
}

std::string as_text(const DesignSpace& space) {
    std::string out = head_of(space) + systems_text(space) + "\n";
    for (const TableLine& line : table_of(space)) out += line.text + "\n";
    return out + below_the_table(space) + refuted_lines(space) + effects_text(space) + ending_of(space);
}

void tell(const DesignSpace& space) {
    if (!shows_bold()) return say(as_text(space));
    say(head_of(space) + systems_text(space) + "\n");
    for (const TableLine& line : table_of(space)) {
        if (line.front) std::cout << "\033[1m";
        say(line.text + "\n");
        if (line.front) std::cout << "\033[0m" << std::flush;
    }
    say(below_the_table(space) + refuted_lines(space) + effects_text(space) + ending_of(space));
}

std::string command_of(const ExploreOptions& options) {
    std::string words = "tandem explore " + options.protocol;
    const auto add = [&](const char* name, const std::string& value) {
        if (!value.empty()) words += std::string(" ") + name + " " + shell_word(value);
    };
    add("--variant", options.variant);
    add("--choices", join(options.choices, ","));
    add("--with", join(options.with, ","));
    for (const std::string& workload : options.workloads) add("--workload", workload);
    add("--machine", options.sim.machine);
    add("--lease", options.lease);
    for (const std::string& sweep : options.sweeps) add("--sweep", sweep);
    if (options.sim.workload_options.size != 1) add("--size", std::to_string(options.sim.workload_options.size));
    if (options.sim.workload_options.seed != 1) add("--seed", std::to_string(options.sim.workload_options.seed));
    for (const auto& [name, value] : options.sim.workload_options.settings) add(("--" + name).c_str(), value);
    if (options.search_seconds != ExploreOptions().search_seconds)
        add("--search-time", fmt::format("{}", options.search_seconds));
    if (options.prove) words += " --prove";
    if (!options.simulate) words += " --no-sim";
    return words;
}

nlohmann::json as_json(const DesignSpace& space) {
    using nlohmann::json;
    json rows = json::array(), effects = json::array(), systems = json::array(), choices = json::array(),
         breakages = json::array();
    for (const OpenChoice& choice : space.choices) {
        json words = json::array();
        for (const Entry& entry : choice.alternatives)
            words.push_back({{"name", entry.name}, {"meaning", entry.meaning}, {"listed_as_broken", !entry.promises}});
        choices.push_back({{"choice", choice.title}, {"alternatives", words}});
    }
    for (const TellingSystem& system : space.systems)
        systems.push_back({{"shape", system.shape}, {"cycles", system.cycles}, {"with", system.with}, {"tells", system.tells}});
    for (const Breakage& breakage : space.breakages)
        breakages.push_back(
            {{"word", breakage.word}, {"variant", breakage.variant}, {"shape", breakage.shape}, {"property", breakage.property}});
    for (const ExploredRow& row : space.rows) {
        const Combination& combination = space.combinations[row.combination];
        const CombinationVerdict& verdict = space.verdicts[row.combination];
        json one{{"words", space.words_of(row)},
                 {"variant", combination.variant},
                 {"verdict", word_of(verdict.verdict)},
                 {"listed_as_broken", !combination.promises()},
                 {"front", row.front},
                 {"held_in", verdict.held}};
        for (std::size_t s = 0; s < space.sweep_keys.size(); ++s)
            one["machine"][space.sweep_keys[s]] = space.points[row.point].values[s];
        if (row.cost)
            for (std::size_t f = 0; f < 3; ++f) one["cost"][figure_names[f]] = (*row.cost)[f];
        else if (!space.workloads.empty()) one["no_cost"] = row.no_cost();
        for (std::size_t w = 0; w < row.runs.size(); ++w) {
            const TimedRun& run = row.runs[w];
            if (run.done)
                one["runs"][space.workloads[w]] = {{"right", run.right},
                                                   {"result", run.result},
                                                   {"cycles", run.cycles},
                                                   {"nanojoules", run.nanojoules},
                                                   {"bytes", run.bytes}};
            else one["runs"][space.workloads[w]] = {{"refused", run.refused}};
        }
        if (!verdict.proof.empty()) one["proof"] = verdict.proof;
        if (!verdict.listed.empty()) one["known_failures"] = verdict.listed;
        if (verdict.verdict == Verdict::undecided) one["why"] = verdict.why;
        if (verdict.verdict == Verdict::refuted)
            one["refuted"] = {
                {"property", verdict.property}, {"steps", verdict.steps}, {"command", verdict.command}, {"trace", verdict.trace}};
        rows.push_back(std::move(one));
    }
    for (const ChoiceEffect& effect : space.effects) {
        json one{{"choice", effect.choice},
                 {"alternative", effect.word},
                 {"against", effect.against},
                 {"pairs", effect.pairs},
                 {"timed", effect.timed}};
        if (effect.verdict_matters)
            one["breaks"] = effect.breaks, one["mends"] = effect.mends, one["undecided"] = effect.undecided;
        if (effect.timed > 0) {
            one["changes_nothing"] = effect.changes_nothing;
            if (!effect.reason.empty()) one["reason"] = effect.reason;
            for (std::size_t f = 0; f < 3; ++f)
                one[figure_names[f]] = {
                    {"least", effect.ratios[f].least}, {"median", effect.ratios[f].median}, {"most", effect.ratios[f].most}};
        }
        effects.push_back(std::move(one));
    }
    return {{"protocol", space.protocol},
            {"machine", space.machine},
            {"workloads", space.workloads},
            {"choices", choices},
            {"fixed", space.fixed},
            {"sweeps", space.sweep_keys},
            {"systems", systems},
            {"breakages", breakages},
            {"rows", rows},
            {"effects", effects},
            {"no_combinations", space.none},
            {"complete", space.complete},
            {"done", {{"searches", space.judged_now}, {"runs", space.timed_now}, {"proofs", space.proved_now}}},
            {"known", {{"searches", space.judged_before}, {"runs", space.timed_before}, {"proofs", space.proved_before}}},
            {"seconds", space.seconds}};
}

}  // namespace tandem::apps
