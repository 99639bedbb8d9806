#include "apps/litmus/report.hpp"

#include <fmt/format.h>
#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/check/report.hpp"
#include "apps/common/limits.hpp"
#include "specs/axiomatic/text.hpp"

namespace tandem::apps {

namespace {

/// Why a model has no final state to judge.
std::string no_final_state(const specs::Outcomes& outcomes) {
    return outcomes.cut ? "Undecided: no run ends within so many turns of its loops (--turns)\n"
                        : "Undecided: the model or the filter leaves no execution, so nothing is said of any\n";
}

/// What else there is to say of a protocol's runs.
std::string text_of(const Decided& d, const ProtocolOutcomes& shown) {
    const specs::Test& test = *d.test;
    std::string out;
    for (const auto& state : d.beyond)
        out += fmt::format("Beyond {} {}\n", specs::text(test, state), objection(test, d.objections, state));
    if (!d.beyond.empty() && d.cut) out += "Undecided: the model has left loops early and may allow more (--turns)\n";
    if (!d.complete())
        out += fmt::format("Undecided: {}, after {} states\n", ending_text(shown.search.ending), shown.search.states);
    else if (d.hangs()) out += shown.states.empty() ? "No run ends\n" : "Some runs never end\n";
    else if (shown.states.empty()) out += "Undecided: the filter lets no run pass, so nothing is said of any\n";
    const bool lost_on_the_way = shown.stuck && !shown.stuck->steps.empty();  // and not from the start
    const bool told = lost_on_the_way || std::any_of(shown.states.begin(), shown.states.end(),
                                                     [](const auto& entry) { return entry.second.has_value(); });
    if (told) out += "In runs " + shown.legend + "\n";
    if (lost_on_the_way) out += as_text(*shown.stuck, "a state from which the program never ends");
    for (const auto& [state, trace] : shown.states)
        if (trace) out += as_text(*trace, specs::text(test, state));
    return out;
}

nlohmann::json json_of(const Decided& d, const ProtocolOutcomes& shown) {
    nlohmann::json beyond = nlohmann::json::array(), traces = nlohmann::json::object();
    for (const auto& state : d.beyond)
        beyond.push_back({{"state", specs::text(*d.test, state)}, {"why", objection(*d.test, d.objections, state)}});
    for (const auto& [state, trace] : shown.states)
        if (trace) traces[specs::text(*d.test, state)] = as_json(*trace);
    nlohmann::json report{{"system", shown.system},        {"ending", ending_text(shown.search.ending)},
                          {"states", shown.search.states}, {"beyond", beyond},
                          {"legend", shown.legend},        {"traces", traces}};
    if (shown.stuck) report["stuck"] = as_json(*shown.stuck);
    return report;
}

}  // namespace

std::string raised_on(const specs::Test& test, const specs::Execution& flagged) {
    std::string events;
    for (const int e : flagged.cycle)
        events += (events.empty() ? " on " : ", ") + specs::text(test, flagged.events[static_cast<std::size_t>(e)]);
    return events;
}

std::string sentence(const specs::Test& test, const specs::Objection& objection, const std::vector<int>& steps) {
    const specs::Execution& x = objection.execution;
    if (x.cycle.empty()) return objection.check + " fails";
    const auto event = [&](int e) {
        const int step = steps.empty() ? -1 : steps[static_cast<std::size_t>(e)];
        return specs::text(test, x.events[static_cast<std::size_t>(e)]) + (step < 0 ? "" : fmt::format(" (step {})", step + 1));
    };
    std::string way;
    for (std::size_t i = 0; i < x.cycle.size(); ++i) {
        const std::string name = specs::edge_name(x, x.cycle[i], x.cycle[(i + 1) % x.cycle.size()]);
        way += event(x.cycle[i]) + (name.empty() ? " -> " : " -" + name + "-> ");
    }
    return objection.check + " fails on the cycle " + way + event(x.cycle.front());
}

std::string objection(const specs::Test& test, const std::map<specs::FinalState, specs::Objection>& objections,
                      const specs::FinalState& state, const RunSteps& steps_of) {
    const auto found = objections.find(state);
    if (found == objections.end()) return "no candidate execution of the model ends so";
    return sentence(test, found->second, steps_of ? steps_of(found->second.execution) : std::vector<int>());
}

std::string as_text(const Decided& d, bool counted) {
    const specs::Test& test = *d.test;
    const specs::Outcomes& o = d.outcomes;
    using enum specs::Test::Quantifier;
    std::string out = fmt::format("Test {} {}\nStates {}\n", test.name,
                                  test.quantifier == exists       ? "Allowed"
                                  : test.quantifier == not_exists ? "Forbidden"
                                                                  : "Required",
                                  o.allowed.size());
    for (const auto& [state, count] : o.allowed) out += specs::text(test, state) + "\n";
    out += d.verdict() + std::string("\n");
    const auto [positive, negative] = o.witnesses(test.quantifier);
    if (counted) out += fmt::format("Witnesses\nPositive: {} Negative: {}\n", positive, negative);
    for (const std::string& flag : o.flags) {
        const auto at = o.flagged.find(flag);
        out += "Flag " + flag + (at == o.flagged.end() ? "" : raised_on(test, at->second)) + "\n";
    }
    if (o.cut || d.cut) out += "Flag loop-cut\n";
    out += fmt::format("Condition {}\nObservation {} {}", specs::condition_text(test), test.name, d.observation());
    out += counted ? fmt::format(" {} {}\n", o.positive, o.negative) : "\n";  // of the formula, whatever its quantifier
    if (!d.shown && d.nothing_ends()) out += no_final_state(o);
    for (const auto& [state, objection] : o.forbidden)
        out += fmt::format("Forbidden {} {}\n", specs::text(test, state), sentence(test, objection));
    if (d.shown) out += text_of(d, *d.shown);
    return out + "\n";
}

std::vector<specs::Drawing> drawings(const Decided& d) {
    std::vector<specs::Drawing> list;
    for (const auto& [state, objection] : d.outcomes.forbidden)
        list.push_back({specs::text(*d.test, state) + " is forbidden: " + objection.check, &objection.execution});
    for (const auto& [state, execution] : d.outcomes.examples)
        list.push_back({specs::text(*d.test, state) + " is allowed", &execution});
    return list;
}

nlohmann::json as_json(const std::string& file, const Decided& d) {
    if (!d.error.empty()) return {{"file", file}, {"error", d.error}};
    nlohmann::json states = nlohmann::json::array(), forbidden = nlohmann::json::array(), flagged = nlohmann::json::array();
    for (const auto& [flag, execution] : d.outcomes.flagged)
        flagged.push_back({{"flag", flag}, {"why", flag + raised_on(*d.test, execution)}});
    for (const auto& [state, count] : d.outcomes.allowed) states.push_back(specs::text(*d.test, state));
    for (const auto& [state, objection] : d.outcomes.forbidden)
        forbidden.push_back(
            {{"state", specs::text(*d.test, state)}, {"check", objection.check}, {"why", sentence(*d.test, objection)}});
    const auto [positive, negative] = d.outcomes.witnesses(d.test->quantifier);
    nlohmann::json report{{"file", file},
                          {"name", d.test->name},
                          {"condition", specs::condition_text(*d.test)},
                          {"verdict", d.verdict()},
                          {"ok", d.undecided() ? nlohmann::json() : nlohmann::json(d.ok())},
                          {"observation", d.observation()},
                          {"states", states},
                          {"positive", positive},
                          {"negative", negative},
                          {"flags", d.outcomes.flags},
                          {"flagged", flagged},
                          {"candidates", d.outcomes.candidates},
                          {"forbidden", forbidden}};
    if (d.shown) report["protocol"] = json_of(d, *d.shown);
    return report;
}

}  // namespace tandem::apps
