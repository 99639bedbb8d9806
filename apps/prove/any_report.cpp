#include "apps/prove/any_report.hpp"

#include <fmt/format.h>

#include <cctype>

#include "apps/check/report.hpp"
#include "apps/common/words.hpp"
#include "apps/prove/any_base.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t clauses_shown = 5;

/// "n0 = 4 sms: 3 in a clause, 1 that acts, 1 that a pointer holds, less one that clause and step have in common (most when ...)"
std::string text(const CutOff& c) {
    const smt::any::NamesOfPath& path = c.needed.path;
    std::vector<std::string> parts{fmt::format("{} in a clause", c.needed.in_clause)};
    const auto add = [&](int count, const char* what) {
        if (count > 0) parts.push_back(fmt::format("{} {}", count, what));
    };
    add(path.actors, "that acts");
    add(path.followed, "that a pointer holds");
    add(path.others, "that a step treats unlike the rest");
    add(path.witnesses, "to witness what some have");
    if (c.needed.in_common) parts.push_back("less one that clause and step have in common");
    std::string out = fmt::format("n0 = {} {}: {}", c.size(), c.sort, join(parts, ", "));
    const int counted = c.needed.in_clause + path.of_step() - c.needed.in_common;
    if (c.size() > counted) out += fmt::format("; {} at least", c.size());
    if (c.needed.in_clause > c.in_clause) out += "; a property of steps speaks of more than the step";
    return out + (path.event.empty() ? "" : fmt::format(" (most when {})", path.event));
}

std::string text(const smt::any::ComparedPaths& c, const smt::any::Dropped& d, std::size_t freed) {
    std::string out = fmt::format("paths at n0: {}; with the outside: {}, {} of n0 lost{}, {} extra{}\n", c.without, c.with,
                                  c.lost, c.lost > 0 ? " (first: " + c.first_lost + ")" : "", c.extra,
                                  c.extra > 0 ? " that treat an outside name by itself (first: " + c.first_extra + ")" : "");
    return out +
           fmt::format(
               "  left out as steps of the outside: {} in which it acts, {} that ask whether a pointer is it, {} that "
               "change it alone\n",
               d.acts, d.follows, d.writes) +
           (freed == 0 ? ""
                       : fmt::format("  comparisons of two pointers, which go either way where both are outside: {}\n", freed));
}

/// What is known of the properties that no run refutes; empty if there are none.
std::string verdict_of_others(const AnyReport& report) {
    if (!report.refuted.empty() && report.failure == nothing_left) return "";
    if (!report.failure.empty()) return "undecided: " + report.failure;
    if (!report.not_uniform.empty()) return "undecided: uniformity " + report.not_uniform;
    return "proved for any number of " + join(report.sorts, ", ");
}

}  // namespace

std::string AnyReport::verdict() const {
    const std::string of_others = verdict_of_others(*this);
    if (refuted.empty()) return of_others;
    std::vector<std::string> names;
    for (const RefutedAt& r : refuted)
        names.push_back(fmt::format("{} at {} in {} steps", r.refutation.property, r.size, r.refutation.trace.steps.size()));
    return "refuted: " + join(names, ", ") + (of_others.empty() ? "" : "; the other properties: " + of_others);
}

std::string as_text(const AnyReport& report, bool whole) {
    std::string out = report.system + "\nany number of " + join(report.sorts, ", ") + "\n";
    for (const std::string& fact : report.facts) out += fact + "\n";
    for (const std::string& silent : report.silent) out += silent + "\n";
    for (const std::string& name : report.unfailing)
        out += name + " cannot be broken by any path, whatever the state: the text makes it so\n";
    if (!report.base.empty()) out += fmt::format("found at {}: {} clauses up to renaming\n", report.base, report.base_clauses);
    for (const CutOff& c : report.cut_off) out += text(c) + "\n";
    if (!report.restricted.empty()) out += text(report.compared, report.dropped, report.freed);
    for (const CheckedSize& s : report.sizes)
        out += fmt::format("  {:<40} {:<8} {} paths, {} clauses, {} questions, {:.1f} s\n", s.size, s.holds ? "holds" : "fails",
                           s.paths, s.instances, s.questions, s.seconds);
    if (!report.invariant.empty()) {
        const std::size_t shown = whole ? report.invariant.size() : std::min(report.invariant.size(), clauses_shown);
        out += fmt::format("\nThe invariant ({} clauses, and {} ranges of variables):\n", report.invariant.size(), report.ranges);
        for (std::size_t i = 0; i < shown; ++i) out += "  " + report.invariant[i] + "\n";
        if (shown < report.invariant.size()) out += "  ... (--invariant shows all)\n";
    }
    if (report.others_proved()) out += "\nWhat is proved, of all names:\n";
    for (const std::string& property : report.read)
        if (report.others_proved()) out += "  " + property + "\n";
    if (!report.run.empty()) out += "\n" + join(report.run, "\n") + "\n";
    if (!report.assumed.empty()) out += "\nAssumed:\n";
    for (const std::string& a : report.assumed) out += "  " + a + "\n";
    std::vector<std::string> parts;
    for (const auto& [part, seconds] : report.parts) parts.push_back(fmt::format("{} {:.1f} s", part, seconds));
    out += "\n" + join(parts, ", ") + "\n";
    for (const RefutedAt& r : report.refuted)
        out += fmt::format("\nWith {}:\n{}", r.size, apps::as_text(r.refutation.trace));
    std::string verdict = report.verdict();
    verdict[0] = static_cast<char>(std::toupper(verdict[0]));
    return out + fmt::format("{}. {:.1f} s\n", verdict, report.seconds);
}

nlohmann::json as_json(const AnyReport& report) {
    nlohmann::json cut_off = nlohmann::json::array(), sizes = cut_off, refuted = cut_off, parts = nlohmann::json::object();
    for (const CutOff& c : report.cut_off)
        cut_off.push_back({{"sort", c.sort},
                           {"n0", c.size()},
                           {"in_clause", c.needed.in_clause},
                           {"in_common", c.needed.in_common ? 1 : 0},
                           {"actors", c.needed.path.actors},
                           {"followed", c.needed.path.followed},
                           {"others", c.needed.path.others},
                           {"witnesses", c.needed.path.witnesses},
                           {"in_step_property", c.needed.path.broken},
                           {"event", c.needed.path.event},
                           {"bounded", c.needed.path.bounded}});
    for (const CheckedSize& s : report.sizes)
        sizes.push_back({{"size", s.size},
                         {"holds", s.holds},
                         {"paths", s.paths},
                         {"clauses", s.instances},
                         {"questions", s.questions},
                         {"seconds", s.seconds}});
    for (const RefutedAt& r : report.refuted)
        refuted.push_back(
            {{"property", r.refutation.property}, {"size", r.size}, {"trace", apps::as_json(r.refutation.trace)}});
    for (const auto& [part, seconds] : report.parts) parts[part] = parts.value(part, 0.0) + seconds;
    return {
        {"system", report.system},
        {"method", "any"},
        {"verdict", !report.refuted.empty() ? "refuted" : report.proved() ? "proved" : "undecided"},
        {"refuted", refuted},
        {"not_uniform", report.not_uniform},
        {"read", report.read},
        {"why", report.verdict()},
        {"seconds", report.seconds},
        {"any", report.sorts},
        {"properties", report.properties},
        {"facts", report.facts},
        {"silent", report.silent},
        {"cannot_be_broken", report.unfailing},
        {"base", {{"size", report.base}, {"clauses", report.base_clauses}}},
        {"cut_off", cut_off},
        {"restricted", report.restricted},
        {"paths",
         {{"at_n0", report.compared.without},
          {"with_outside", report.compared.with},
          {"lost", report.compared.lost},
          {"extra", report.compared.extra},
          {"left_out", {{"acts", report.dropped.acts}, {"follows", report.dropped.follows}, {"writes", report.dropped.writes}}},
          {"freed_comparisons", report.freed}}},
        {"sizes", sizes},
        {"invariant", report.invariant},
        {"ranges", report.ranges},
        {"assumed", report.assumed},
        {"failure", report.failure},
        {"run", report.run},
        {"parts", parts}};
}

}  // namespace tandem::apps
