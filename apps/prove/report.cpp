#include "apps/prove/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/check/report.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t events_shown = 8;

const char* text(Verdict v) { return v == Verdict::proved ? "proved" : v == Verdict::refuted ? "refuted" : "undecided"; }

/// What the invariant rules out, by outcome and by event: a proof says nothing of what cannot happen.
std::string impossible_text(const ProofReport& report) {
    if (report.paths.paths == 0) return "";
    std::vector<std::string> never, some, events;
    for (const auto& [name, count] : report.outcomes)
        if (count.none_possible()) never.push_back(name);
        else if (count.impossible > 0) some.push_back(fmt::format("{} {} of {}", name, count.impossible, count.paths));
    for (const auto& [name, count] : report.events)
        if (count.none_possible()) events.push_back(name);
    const std::size_t unknown = report.paths.paths - report.paths.possible - report.paths.impossible;
    std::string out =
        fmt::format("{} of {} paths are impossible under the invariant{}\n", report.paths.impossible, report.paths.paths,
                    unknown > 0 ? fmt::format(", and of {} that was not decided", unknown) : "");
    if (!never.empty()) out += "  outcomes that cannot happen: " + join(never, ", ") + "\n";
    if (!some.empty()) out += "  outcomes of which some paths cannot: " + join(some, ", ") + "\n";
    if (events.empty()) return out;
    return out + fmt::format("  events that cannot happen: {}\n",
                             events.size() <= events_shown
                                 ? join(events, ", ")
                                 : fmt::format("{} of {} (--json names them)", events.size(), report.events.size()));
}

nlohmann::json as_json(const smt::PathCount& count) {
    return {{"paths", count.paths}, {"possible", count.possible}, {"impossible", count.impossible}};
}

nlohmann::json as_json(const std::vector<Happening>& happenings) {
    nlohmann::json all = nlohmann::json::array();
    for (const auto& [name, count] : happenings) {
        nlohmann::json one = as_json(count);
        one["name"] = name;
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

Verdict ProofReport::verdict() const {
    Verdict worst = properties.empty() ? Verdict::undecided : Verdict::proved;  // nothing is not all
    for (const auto& [name, v] : properties) {
        if (v == Verdict::refuted) return v;
        if (v == Verdict::undecided) worst = v;
    }
    return worst;
}

const Refutation* ProofReport::shortest() const {
    const auto length = [](const Refutation& r) { return r.trace.steps.size(); };
    const auto found = std::ranges::min_element(refuted, {}, length);
    return found == refuted.end() ? nullptr : &*found;
}

std::string as_text(const ProofReport& report, bool whole) {
    std::string out = report.system + "\n";
    for (const std::string& fact : report.facts) out += fact + "\n";
    out += impossible_text(report);
    for (const auto& [name, verdict] : report.properties) out += fmt::format("  {:<18} {}\n", name, text(verdict));
    if (!report.ending.empty()) out += "Not all was decided: " + report.ending + "\n";
    if (!report.left.empty()) out += "Left is " + report.left + "\n";
    if (!report.run.empty()) out += "\n" + join(report.run, "\n") + "\n";
    if (const Refutation* shortest = report.shortest()) out += "\n" + apps::as_text(shortest->trace);
    if (report.refuted.size() > 1)
        out += fmt::format("\nRefuted by runs of their own: {} properties in all (--trace FILE.html and --json have each run)\n",
                           report.refuted.size());
    if (report.verdict() == Verdict::proved && !report.invariant.empty()) {
        const std::size_t shown = whole ? report.invariant.size() : std::min<std::size_t>(report.invariant.size(), 5);
        out += fmt::format("\nThe invariant that was found, up to renaming ({} clauses):\n", report.invariant.size());
        for (std::size_t i = 0; i < shown; ++i) out += "  " + report.invariant[i] + "\n";
        if (shown < report.invariant.size()) out += "  ... (--invariant shows all)\n";
    }
    const Verdict v = report.verdict();
    return out + fmt::format("\n{} {:.1f} s\n",
                             v == Verdict::proved    ? "All properties are proved."
                             : v == Verdict::refuted ? "Refuted."
                                                     : "Undecided.",
                             report.seconds);
}

nlohmann::json as_json(const ProofReport& report) {
    nlohmann::json properties = nlohmann::json::array();
    for (const auto& [name, verdict] : report.properties) properties.push_back({{"name", name}, {"verdict", text(verdict)}});
    nlohmann::json uncompared = nlohmann::json::array();
    for (const Uncompared& u : report.uncompared) uncompared.push_back({{"event", u.event}, {"outcomes", u.outcomes}});
    nlohmann::json refuted = nlohmann::json::array();
    for (const Refutation& r : report.refuted) refuted.push_back({{"property", r.property}, {"trace", apps::as_json(r.trace)}});
    const Refutation* const shortest = report.shortest();
    return {{"system", report.system},
            {"method", report.method},
            {"verdict", text(report.verdict())},
            {"seconds", report.seconds},
            {"facts", report.facts},
            {"properties", properties},
            {"paths", as_json(report.paths)},
            {"outcomes", as_json(report.outcomes)},
            {"events", as_json(report.events)},
            {"uncompared", uncompared},
            {"invariant", report.invariant},
            {"run", report.run},
            {"trace", shortest ? apps::as_json(shortest->trace) : nlohmann::json()},
            {"refuted", refuted},
            {"ending", report.ending},
            {"left", report.left}};
}

}  // namespace tandem::apps
