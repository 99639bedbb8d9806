#include "apps/check/report.hpp"

#include <bit>
#include <map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "apps/check/coverage.hpp"
#include "apps/check/fairness.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;

const char* text(Verdict verdict) {
    return verdict == Verdict::holds ? "holds" : verdict == Verdict::refuted ? "refuted" : "undecided";
}

namespace {

/// The verdict of a property, or why it has none that counts.
std::string verdict_text(const PropertyReport& p) {
    if (p.counts()) return text(p.verdict);
    return p.name.starts_with(can_happen) ? "not exercised" : "says nothing";
}

/// What a lemma that holds says nothing of.
std::string vacuity_text(const model::UnmetPremises& unmet) {
    if (unmet.all) return " vacuously: no reachable state meets a premise of it";
    return unmet.lines.empty() ? "" : ", but no reachable state meets the premise at " + join(unmet.lines, ", ");
}

std::string size_text(std::size_t bytes) {
    return bytes < 10'000'000 ? fmt::format("{} kB", bytes / 1000) : fmt::format("{} MB", bytes / 1'000'000);
}

}  // namespace

std::string as_text(const checker::TraceStep& step, int number) {
    std::string out = fmt::format("{:3}. {}  ({})\n", number, step.event, join(step.outcomes, ", "));
    for (const auto& send : step.sends) out += fmt::format("       sends {}\n", send);
    for (const auto& event : step.seen) out += fmt::format("       {}\n", event);
    if (!step.error.empty()) out += fmt::format("       Error: {}\n", step.error);
    for (const auto& c : step.changes)
        out += c.before.empty()  ? fmt::format("         {}.{} = {}\n", c.node, c.field, c.after)
               : c.after.empty() ? fmt::format("         {}.{} gone (was {})\n", c.node, c.field, c.before)
                                 : fmt::format("         {}.{} = {} (was {})\n", c.node, c.field, c.after, c.before);
    return out;
}

std::string as_text(const checker::Trace& trace, const std::string& goal) {
    std::string out = fmt::format("{} to {}: {} steps\n", trace.shortest ? "Shortest trace" : "A trace",
                                  goal.empty() ? "a violation of " + trace.property : goal, trace.steps.size());
    int n = 0;
    for (const auto& step : trace.steps) {
        if (n == trace.cycle_from) out += "     From here on the steps repeat forever, and no fair step is postponed forever:\n";
        out += as_text(step, ++n);
    }
    if (trace.dead_end) out += "     No run from here accepts " + trace.due + ".\n";
    else if (trace.cycle_from == static_cast<int>(trace.steps.size()))
        out += "     Here the run may end: no fair step is possible.\n";
    if (!trace.dead_end && !trace.due.empty()) out += "     All the while it refuses " + trace.due + ".\n";
    if (!trace.why.empty()) out += "\nWhy: " + trace.why + "\n";
    return out;
}

namespace {

/// What random walks took: "5.2 million".
std::string count_text(std::uint64_t steps) {
    if (steps < 1'000'000) return fmt::format("{}", steps);
    return fmt::format("{:.1f} million", static_cast<double>(steps) / 1e6);
}

}  // namespace

std::string walks_text(const CheckReport& report) {
    if (report.wide.empty()) return "";
    std::uint64_t steps = 0, earlier = 0;
    double seconds = 0;
    std::vector<std::string> shapes, variants;
    for (const WideWalks& walks : report.wide) {
        steps += walks.steps;
        earlier += walks.earlier;
        seconds += walks.seconds;
        if (walks.selection.variant == report.selection.variant) shapes.push_back(walks.selection.shape);
        else variants.push_back(walks.selection.variant);
    }
    std::string where = shapes.empty() ? "in " + report.wide.front().selection.shape : "in " + join(shapes, ", ");
    if (!variants.empty()) where += std::string(shapes.empty() ? "" : ", and there") + " with " + join(variants, "; ");
    const bool refuted =
        std::any_of(report.wide.begin(), report.wide.end(), [](const WideWalks& walks) { return !walks.refuted.empty(); });
    const std::string before = earlier > 0 ? fmt::format(", {} of them in earlier runs", count_text(earlier)) : "";
    return fmt::format("And {} random steps{} {}: {} ({:.1f} s)\n", count_text(steps), before, where,
                       refuted ? "refuted" : "nothing found", seconds);
}

std::string refuted_text(const CheckReport& report) {
    std::string out;
    for (const WideWalks& walks : report.wide)
        for (const WideRefutation& refuted : walks.refuted) {
            const PropertyReport& p = refuted.property;
            out += fmt::format("\n{}\n  {:<18} refuted by a random walk{}{}\n\n", refuted.system, p.name,
                               refuted.system == walks.system ? "" : " in " + walks.selection.shape + ", and by a search here",
                               p.why.empty() ? "" : ": " + p.why);
            out += as_text(*p.trace) + fmt::format("\nThis finds it again: {}\n", refuted.command);
            if (!refuted.needs.empty())
                out += fmt::format("It needs other numbers than the explored system's: {}\n", refuted.needs);
        }
    return out;
}

namespace {

/// In which shape a broken variant is refuted, in a line; empty if nothing is listed as broken.
std::string elsewhere_text(const CheckReport& report) {
    if (!report.elsewhere) return "";
    const Elsewhere& e = *report.elsewhere;
    const std::string listed =
        fmt::format("But {} {} listed as broken", join(e.broken, ", "), e.broken.size() == 1 ? "is" : "are");
    if (!e.property.empty())
        return fmt::format("{}: {} refutes {}{}\n", listed, e.command, e.property,
                           e.steps == 0 ? "" : fmt::format(", in {} steps", e.steps));
    const std::string why = "  It is listed so: " + join(e.meanings, "; ") + "\n";
    if (e.tried.empty()) return listed + ", and it takes no other named shape\n" + why;
    return fmt::format("{}, and no other named shape shows why in {:.1f} s: {}\n{}", listed, e.seconds, join(e.tried, ", "), why);
}

/// What the verdict does not speak of, in a line; empty for nothing.
std::string not_shown_text(const std::vector<model::NotShown>& all) {
    std::string text;
    for (const model::NotShown& one : all)
        text +=
            fmt::format("{}{} (`--shape {}` would)", text.empty() ? "This shape cannot show " : ", nor ", one.what, one.shape);
    return text.empty() ? "" : text + "\n";
}

}  // namespace

std::string as_text(const CheckReport& report) {
    const auto& r = report.result;
    std::string out = report.system + "\n";
    if (report.walks) {
        out += fmt::format("{} random walks, {} steps, {:.1f} s\n", report.walks, report.steps, r.seconds);
    } else {
        out += fmt::format("{} states", r.states);
        if (report.symmetric)
            out += fmt::format(" up to symmetry{}, {} in all",
                               report.not_renamed.empty() ? "" : " (but of " + report.not_renamed + ")", r.full_states);
        const std::string order = r.level_sizes.empty() ? "what is new first" : fmt::format("{} levels", r.level_sizes.size());
        const std::string on_disk = r.disk_bytes > 0 ? fmt::format(", and {} on disk", size_text(r.disk_bytes)) : "";
        out += fmt::format(", {} transitions, {}, {:.1f} s, {}{}\n", r.transitions, order, r.seconds, size_text(r.bytes),
                           on_disk);
        if (r.ranks > 1)
            out += fmt::format("{} processes, which sent each other {} states in {}; the largest has {:.0f}% of all states\n",
                               r.ranks, r.states_sent, size_text(r.bytes_sent),
                               100 * static_cast<double>(r.most_states) / static_cast<double>(r.states));
    }
    if (!report.not_symmetric.empty()) out += "Not symmetric, and so searched without symmetry: " + report.not_symmetric + "\n";
    if (report.liveness_states)
        out += report.liveness_states == report.all_liveness_states
                   ? fmt::format("{} states searched for fair cycles\n", report.liveness_states)
                   : fmt::format("{} states up to renamings of data, {} in all, searched for fair cycles\n",
                                 report.liveness_states, report.all_liveness_states);
    if (report.ending != "complete") out += "Not all was explored: " + report.ending + "\n";
    int outcomes = 0, seen = 0, silent = 0;
    bool lemmas = false;
    std::vector<std::string> missing;                          // that count
    std::string known;                                         // why these do
    std::map<std::string, std::vector<std::string>> unexercised;  // by who does
    for (const auto& p : report.properties) {
        if (p.name.starts_with(can_happen)) {
            ++outcomes;
            if (p.verdict == Verdict::holds) ++seen;
            else (p.counts() ? missing : unexercised[p.aside]).push_back(p.name.substr(can_happen.size()));
            if (!p.why.empty()) known = "; " + p.why;
            continue;
        }
        out += fmt::format("  {:<18} {}{}{}", p.name, verdict_text(p), p.why.empty() ? "" : ": " + p.why, vacuity_text(p.unmet));
        lemmas = lemmas || p.lemma;
        if (!p.counts()) out += " in this shape: " + p.aside, ++silent;
        else out += under_fairness(p.fairness);
        out += "\n";
    }
    if (outcomes) {
        out += fmt::format("  {:<18} {} of {} handler outcomes occur", "can-happen", seen, outcomes);
        out += missing.empty() ? "\n" : ", not: " + join(missing, ", ") + known + "\n";
        for (const auto& p : report.properties)
            if (!p.guard.empty())
                out += fmt::format("  {:<18} no run reaches {}, which depends on {}\n", "", p.name.substr(can_happen.size()),
                                   p.guard);
        for (const auto& [who, names] : unexercised)
            out += fmt::format("  {:<18} in this shape not exercised: {}; {}\n", "", join(names, ", "), who);
    }
    if (!report.not_stated.empty())
        out += fmt::format("  Not stated: {}. The description's add_properties hides its base's: call that too, "
                           "or let usual_properties() return {{}}\n", join(report.not_stated, ", "));
    for (const auto& p : report.properties)
        if (p.trace) out += "\n" + as_text(*p.trace);
    out += refuted_text(report);
    const char* all = silent ? "All properties that say something in this shape hold." : "All properties hold.";
    if (lemmas)
        all =
            silent ? "All properties that say something in this shape hold, and all lemmas." : "All properties and lemmas hold.";
    out += fmt::format("\n{}\n", report.verdict() == Verdict::holds     ? all
                                 : report.verdict() == Verdict::refuted ? "Refuted."
                                                                        : "Undecided.");
    if (report.verdict() == Verdict::holds) out += not_shown_text(report.not_shown);
    return out + walks_text(report) + elsewhere_text(report);
}

nlohmann::json as_json(const checker::Trace& trace) {
    nlohmann::json steps = nlohmann::json::array();
    for (const auto& step : trace.steps) {
        nlohmann::json changes = nlohmann::json::array();
        for (const auto& c : step.changes)
            changes.push_back({{"node", c.node}, {"field", c.field}, {"before", c.before}, {"after", c.after}});
        steps.push_back({{"event", step.event},
                         {"outcomes", step.outcomes},
                         {"sends", step.sends},
                         {"seen", step.seen},
                         {"changes", changes}});
        if (!step.error.empty()) steps.back()["error"] = step.error;
    }
    return {{"property", trace.property},
            {"shortest", trace.shortest},
            {"cycle_from", trace.cycle_from},
            {"refused", trace.due},
            {"dead_end", trace.dead_end},
            {"why", trace.why},
            {"steps", steps}};
}

nlohmann::json as_json(const PropertyReport& p) {
    nlohmann::json object{
        {"name", p.name},   {"sentence", p.sentence}, {"verdict", verdict_text(p)},
        {"aside", p.aside}, {"fairness", p.fairness}, {"trace", p.trace ? as_json(*p.trace) : nlohmann::json()}};
    if (!p.why.empty()) object["why"] = p.why;
    if (!p.guard.empty()) object["guard"] = p.guard;
    if (p.lemma) object["lemma"] = {{"vacuous", p.unmet.all}, {"unmet_premises", p.unmet.lines}};
    return object;
}

nlohmann::json as_json(const WideWalks& walks) {
    nlohmann::json refuted = nlohmann::json::array();
    for (const WideRefutation& one : walks.refuted) {
        refuted.push_back(as_json(one.property));
        refuted.back()["system"] = one.system;
        refuted.back()["command"] = one.command;
        refuted.back()["needs"] = one.needs;
    }
    return {
        {"system", walks.system}, {"walks", walks.walks}, {"steps", walks.steps},     {"earlier_steps", walks.earlier},
        {"depth", walks.depth},   {"seed", walks.seed},   {"seconds", walks.seconds}, {"outcomes", std::popcount(walks.outcomes)},
        {"pairs", walks.pairs},   {"refuted", refuted}};
}

nlohmann::json as_json(const CheckReport& report) {
    const auto& r = report.result;
    nlohmann::json properties = nlohmann::json::array(), wide = nlohmann::json::array(), elsewhere;
    if (report.elsewhere)
        elsewhere = {{"broken", report.elsewhere->broken},
                     {"tried", report.elsewhere->tried},
                     {"property", report.elsewhere->property},
                     {"command", report.elsewhere->command},
                     {"steps", report.elsewhere->steps}};
    for (const auto& p : report.properties) properties.push_back(as_json(p));
    for (const WideWalks& walks : report.wide) wide.push_back(as_json(walks));
    nlohmann::json not_shown = nlohmann::json::array();
    for (const model::NotShown& one : report.not_shown) not_shown.push_back({{"shape", one.shape}, {"what", one.what}});
    return {{"system", report.system},       {"verdict", text(report.verdict())},
            {"ending", report.ending},       {"states", r.states},
            {"full_states", r.full_states},  {"symmetry", report.symmetric}, {"not_renamed", report.not_renamed},
            {"transitions", r.transitions},  {"levels", r.level_sizes.size()},
            {"level_sizes", r.level_sizes},  {"seconds", r.seconds},
            {"processes", r.ranks},          {"most_states", r.most_states},
            {"states_sent", r.states_sent},  {"bytes_sent", r.bytes_sent},
            {"bytes", r.bytes},              {"disk_bytes", r.disk_bytes},
            {"liveness_states", report.liveness_states},
            {"all_liveness_states", report.all_liveness_states},
            {"not_symmetric", report.not_symmetric},
            {"walks", report.walks},         {"steps", report.steps},
            {"wide_walks", wide},
            {"elsewhere", elsewhere},
            {"not_stated", report.not_stated},
            {"not_shown", not_shown},
            {"properties", properties}};
}

}  // namespace tandem::apps
