#include "apps/check/thorough.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <utility>

#include "apps/check/alternatives.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/engines.hpp"
#include "apps/check/fairness.hpp"
#include "apps/check/report.hpp"
#include "apps/check/second_look.hpp"
#include "apps/common/json_text.hpp"
#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "apps/trace/output.hpp"

namespace tandem::apps {

using checker::Verdict;

namespace {

/// The options for one of the systems, with what is left of the time.
CheckOptions options_for(const CheckOptions& options, const ExaminedSystem& system, double seconds_left) {
    CheckOptions one = options;
    one.selection.variant = system.variant;
    one.selection.shape = system.shape;
    one.seconds = seconds_left;
    one.cycles = system.how == Examined::whole;
    if (system.how == Examined::walks) one.walks = 15'000, one.depth = 300;
    one.walk_time = 0.0;  // all of them together have one second look
    one.one_of_several = true;
    one.trace.clear();
    one.json.clear();
    return one;
}

bool judges(const ExaminedSystem& system, const std::string& property) {
    return system.judged.empty() || std::find(system.judged.begin(), system.judged.end(), property) != system.judged.end();
}

/// Of the properties that were asked for by name, those that this system is for and that say something of it; if none was asked
/// for, what it is for.
std::vector<std::string> properties_of(const CheckOptions& options, const ExaminedSystem& system) {
    if (options.properties.empty()) return system.judged;
    const auto network = protocol(options.protocol).make(options.selection, true);
    std::vector<std::string> speaking;
    for (const std::string& wanted : options.properties)
        if (wanted == text_error_property().name || (judges(system, wanted) && says_something(*network, wanted)))
            speaking.push_back(wanted);
    return speaking;
}

void require_known(const CheckOptions& options, const std::vector<ExaminedSystem>& systems) {
    for (const std::string& wanted : options.properties) {
        if (wanted == text_error_property().name) continue;
        const bool known = std::any_of(systems.begin(), systems.end(), [&](const ExaminedSystem& system) {
            return judges(system, wanted) &&
                   says_something(*protocol(options.protocol).make({system.variant, system.shape}, true), wanted);
        });
        if (!known)
            throw UsageError("no system of --thorough has a property '" + wanted +
                             "' that says something there: `tandem list` names the properties");
    }
}

/// An outcome that was asked for is asked of all systems together.
void leave_outcomes_to_others(CheckReport& report) {
    for (PropertyReport& p : report.properties)
        if (p.name.starts_with(can_happen) && p.verdict == Verdict::refuted && p.counts()) p.aside = "another system may";
}

/// What happens in any of the systems can happen. What does in none counts where the text is what the systems were chosen for.
std::vector<PropertyReport> outcomes_of(const CheckOptions& options, const std::vector<CheckReport>& systems, bool all_examined) {
    std::map<std::string, PropertyReport> outcomes;
    for (const CheckReport& system : systems)
        for (const PropertyReport& p : system.properties) {
            if (!p.name.starts_with(can_happen)) continue;
            PropertyReport& seen =
                outcomes.emplace(p.name, PropertyReport{p.name, p.sentence, Verdict::refuted, {}}).first->second;
            if (p.verdict == Verdict::holds) seen.verdict = Verdict::holds;
            else if (p.verdict == Verdict::undecided && system.walks == 0 && seen.verdict != Verdict::holds)
                seen.verdict = Verdict::undecided;
        }
    std::vector<PropertyReport> list;
    for (auto& [name, seen] : outcomes) {
        if (seen.verdict == Verdict::refuted && !all_examined) seen.verdict = Verdict::undecided;
        if (seen.verdict == Verdict::refuted && !is_sound_variant(protocol(options.protocol), options.selection.variant))
            seen.aside = "no system of --thorough does";
        list.push_back(std::move(seen));
    }
    return list;
}

/// Names that say nothing in all systems that have them.
std::vector<std::string> silent_in(const std::vector<CheckReport>& systems) {
    std::map<std::string, bool> silent;
    for (const CheckReport& system : systems)
        for (const PropertyReport& p : system.properties)
            if (!p.name.starts_with(can_happen)) silent.emplace(p.name, true).first->second &= !p.counts();
    std::vector<std::string> names;
    for (const auto& [name, never] : silent)
        if (never) names.push_back(name);
    return names;
}

std::string row(const CheckReport& report) {
    const auto refuted = std::find_if(report.properties.begin(), report.properties.end(),
                                      [](const PropertyReport& p) { return p.counts() && p.verdict == Verdict::refuted; });
    const std::string why = refuted != report.properties.end() ? ": " + refuted->name
                            : report.ending != "complete"      ? ": " + report.ending
                                                               : "";
    const bool walked = report.walks > 0 && report.verdict() != Verdict::refuted;
    return fmt::format("{:>12} {:>7.1f}  {:<10} {}{}\n",
                       report.walks > 0 ? fmt::format("{} walks", report.walks) : std::to_string(report.result.states),
                       report.result.seconds, walked ? "walked" : text(report.verdict()), report.system, walked ? "" : why);
}

std::string ending(const ThoroughReport& report) {
    std::string out;
    std::vector<std::string> missing, elsewhere;
    std::size_t seen = 0;
    for (const PropertyReport& p : report.outcomes) {
        if (p.verdict == Verdict::holds) ++seen;
        else (p.counts() ? missing : elsewhere).push_back(p.name.substr(can_happen.size()));
    }
    if (!report.outcomes.empty())
        out += fmt::format("\n{} of {} handler outcomes occur{}\n", seen, report.outcomes.size(),
                           missing.empty() ? "" : ", not: " + join(missing, ", "));
    if (!elsewhere.empty()) out += "not exercised by this variant: " + join(elsewhere, ", ") + "\n";
    for (const std::string& system : report.skipped) out += "what must happen in the end is not judged of " + system + "\n";
    if (!report.silent.empty()) out += "say nothing in any of them: " + join(report.silent, ", ") + "\n";
    for (const CheckReport& system : report.systems)
        for (const PropertyReport& p : system.properties)
            if (p.trace) out += "\n" + system.system + "\n" + as_text(*p.trace);
    out += refuted_text(report.wide);
    const auto walked = static_cast<std::size_t>(
        std::count_if(report.systems.begin(), report.systems.end(), [](const CheckReport& system) { return system.walks > 0; }));
    const std::string examined = report.systems.size() == report.named
                                     ? fmt::format("all {} systems", report.named)
                                     : fmt::format("{} of {} systems", report.systems.size(), report.named);
    const Verdict verdict = report.verdict();
    const std::size_t whole = report.systems.size() - walked;
    const std::string held = fmt::format("All properties hold in {} system{}", whole, whole == 1 ? "" : "s") +
                             (walked ? fmt::format(", and random walks in {} more refute none.", walked) : ".");
    return out + "\n" +
           (verdict == Verdict::holds     ? held
            : verdict == Verdict::refuted ? "Refuted; " + examined + " were examined."
                                          : "Undecided; " + examined + " were examined.") +
           "\n" + walks_text(report.wide) + as_text(report.simulated);
}

nlohmann::json as_json(const ThoroughReport& report) {
    nlohmann::json systems = nlohmann::json::array(), outcomes = nlohmann::json::object();
    for (const CheckReport& system : report.systems) systems.push_back(as_json(system));
    for (const PropertyReport& p : report.outcomes) outcomes[p.name.substr(can_happen.size())] = text(p.verdict);
    return {{"protocol", report.protocol},
            {"verdict", text(report.verdict())},
            {"systems_named", report.named},
            {"systems", systems},
            {"wide_walks", as_json(report.wide)["wide_walks"]},
            {"simulated", as_json(report.simulated)},
            {"outcomes", outcomes},
            {"skipped", report.skipped},
            {"silent", report.silent}};
}

}  // namespace

Verdict ThoroughReport::verdict() const {
    Verdict worst = systems.size() == named ? Verdict::holds : Verdict::undecided;
    const auto add = [&](Verdict verdict) {
        if (verdict == Verdict::refuted) worst = Verdict::refuted;
        if (verdict == Verdict::undecided && worst == Verdict::holds) worst = Verdict::undecided;
    };
    for (const CheckReport& system : systems)
        // walks that refute nothing say nothing
        if (system.walks == 0 || system.verdict() == Verdict::refuted) add(system.verdict());
    add(wide.verdict());
    add(simulated.verdict());
    for (const PropertyReport& p : outcomes)
        if (p.counts()) add(p.verdict);
    return worst;
}

std::vector<ExaminedSystem> thorough_systems(const Protocol& protocol, const std::string& variant) {
    std::vector<ExaminedSystem> systems;
    std::set<std::string> described;
    std::string refused;
    for (ExaminedSystem system : systems_of_thorough(protocol)) {
        system.variant = protocol.over(system.variant, variant);
        try {
            protocol.make({system.variant, system.shape}, false);
            if (described.insert(protocol.describe({system.variant, system.shape})).second) systems.push_back(std::move(system));
        } catch (const UsageError& error) {
            refused = error.what();  // of a variant that other systems may take, or of a seeded bug in a node that others have
        }
    }
    if (systems.empty()) throw UsageError(refused);
    return systems;
}

ThoroughReport check_thoroughly(const CheckOptions& options, const std::function<void(const CheckReport&)>& examined) {
    const auto start = std::chrono::steady_clock::now();
    const std::vector<ExaminedSystem> systems = thorough_systems(protocol(options.protocol), options.selection.variant);
    require_known(options, systems);
    ThoroughReport report{options.protocol, {}, systems.size()};
    for (const ExaminedSystem& system : systems) {
        double left = 0;
        if (options.seconds > 0) {
            left = options.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
            if (left <= 0) break;
        }
        CheckOptions one = options_for(options, system, left);
        one.properties = properties_of(one, system);
        if (one.properties.empty() && !options.properties.empty()) {
            --report.named;  // what was asked for says nothing there
            continue;
        }
        report.systems.push_back(check(one));
        if (const CheckReport& last = report.systems.back(); !last.lacks.empty())
            report.skipped.push_back(last.system + ": " + last.lacks);
        if (!one.properties.empty()) leave_outcomes_to_others(report.systems.back());
        if (examined) examined(report.systems.back());
        if (InterruptWatch::flag()) break;
        if (report.systems.back().verdict() == Verdict::refuted && !options.all.value_or(false)) break;
    }
    const bool judged_fairly = std::any_of(report.systems.begin(), report.systems.end(), [](const CheckReport& system) {
        return std::any_of(system.properties.begin(), system.properties.end(),
                           [](const PropertyReport& p) { return p.counts() && !p.fairness.empty(); });
    });
    if (!report.skipped.empty() && !judged_fairly && report.verdict() != Verdict::refuted && !InterruptWatch::flag())
        throw NoSuchFairName(report.skipped.front());
    if (options.walk_time != 0.0 && report.systems.size() == report.named && report.verdict() != Verdict::refuted &&
        !InterruptWatch::flag()) {
        CheckOptions wide = options;
        if (options.seconds > 0)
            wide.seconds =
                std::max(options.seconds - std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1e-3);
        Engines engines(wide);
        report.wide.protocol = options.protocol;
        report.wide.selection = options.selection;
        second_look(wide, options.walk_time.value_or(2 * most_walk_time), engines, report.wide);
        if (report.verdict() != Verdict::refuted && options.properties.empty() && !options.selection.free &&
            !InterruptWatch::flag())
            report.simulated = simulated_runs(wide, engines);
    }
    report.outcomes = outcomes_of(options, report.systems, report.systems.size() == report.named);
    report.silent = silent_in(report.systems);
    return report;
}

int run_thorough_check(const CheckOptions& options) {
    if (LaunchedRanks::ranks()) throw UsageError("several processes do not divide --thorough: without mpirun it is accepted");
    WholeFile json(options.json, "JSON");
    TraceOutput trace(options.trace);
    const bool quiet = json.to_output();
    std::string heading = fmt::format("{:>12} {:>7}  {:<10} {}\n", "states", "s", "verdict", "system");
    const ThoroughReport report = check_thoroughly(options, [&](const CheckReport& system) {
        if (!quiet) say(std::exchange(heading, "") + row(system));
    });
    std::vector<TraceFile> traces;
    for (const CheckReport& system : report.systems)
        for (TraceFile& file : traces_of(system)) traces.push_back(std::move(file));
    for (TraceFile& file : traces_of(report.wide)) traces.push_back(std::move(file));
    deliver({[&] {
                 if (!quiet) say(ending(report));
             },
             [&] { json.commit(json_text(as_json(report)) + "\n"); }, [&] { trace.commit(traces); }});
    const Verdict verdict = report.verdict();
    return verdict == Verdict::holds ? status_holds : verdict == Verdict::refuted ? status_refuted : status_undecided;
}

}  // namespace tandem::apps
