#include "apps/explore/judge.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "apps/check/command_of.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/outcome_record.hpp"
#include "apps/check/report.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/explore/proof.hpp"
#include "model/shown_text.hpp"

namespace tandem::apps {

using checker::Verdict;
using nlohmann::json;

namespace {

constexpr std::size_t longest_trace = 64 << 10;  // of what is kept, in bytes
constexpr double seconds_to_prove = 600;

json kept(const SystemVerdict& verdict, double seconds) {
    json line{{"verdict", text(verdict.verdict)}, {"ending", verdict.ending}, {"outcomes", verdict.outcomes}};
    if (!verdict.taken) line["taken"] = false;
    if (!verdict.listed.empty()) line["listed"] = verdict.listed;
    if (verdict.verdict == Verdict::undecided) line["limit"] = seconds;
    if (verdict.verdict == Verdict::refuted) {
        line["property"] = verdict.property;
        line["steps"] = verdict.steps;
        line["command"] = verdict.command;
        line["trace"] = verdict.trace;
    }
    return line;
}

/// What a line says, unless the file is not as this program writes it, or it has less time behind it than there is now. Its
/// command is left out: a reader may type it, and anybody may have written the file.
std::optional<SystemVerdict> known_verdict(const std::optional<json>& line, double seconds) {
    if (!line) return {};
    try {
        SystemVerdict verdict;
        const std::string word = line->at("verdict");
        if (word != "holds" && word != "refuted" && word != "undecided") return {};
        verdict.verdict = word == "holds" ? Verdict::holds : word == "refuted" ? Verdict::refuted : Verdict::undecided;
        verdict.ending = line->at("ending");
        verdict.taken = line->value("taken", true);
        verdict.outcomes = line->at("outcomes").get<std::set<std::string>>();
        verdict.listed = line->value("listed", std::vector<std::string>());
        if (verdict.verdict == Verdict::undecided && verdict.taken && line->at("limit").get<double>() < seconds) return {};
        if (verdict.verdict == Verdict::refuted) {
            verdict.property = line->at("property");
            if (!line->at("steps").is_number_unsigned() || model::cleaned_line(verdict.property) != verdict.property) return {};
            verdict.steps = line->at("steps");
            verdict.trace = model::cleaned(line->at("trace").get<std::string>());
        }
        return verdict;
    } catch (const json::exception&) {
        return {};
    }
}

/// The words of a variant that are no defaults: as short as a reader may type it.
std::string without_defaults(const Protocol& protocol, const std::string& variant) {
    std::vector<std::string> words = split(variant, ',');
    for (const auto& [group, entries] : protocol.variants)
        if (!entries.empty()) std::erase(words, entries.front().name);
    const std::string shorter = join(words, ",");
    return protocol.describe({shorter, ""}) == protocol.describe({variant, ""}) ? shorter : variant;
}

/// The command that shows a refutation.
std::string showing(const Protocol& protocol, const std::string& variant, const std::string& shape, const std::string& property) {
    CheckOptions shown;
    shown.protocol = protocol.name;
    shown.selection = {without_defaults(protocol, variant), shape};
    shown.properties = {property};
    return command_of(shown);
}

/// Whether the list of known failures has something of this variant.
bool has_known_failures(const Protocol& protocol, const std::string& variant) {
    const std::set<std::string> words = variant_words(protocol, {variant, ""});
    return std::any_of(protocol.known_failures.begin(), protocol.known_failures.end(), [&](const auto& known) {
        const auto said = split(known.variant, ',');
        return std::all_of(said.begin(), said.end(), [&](const std::string& word) { return words.contains(word); });
    });
}

void add_once(std::vector<std::string>& list, const std::string& word) {
    if (std::find(list.begin(), list.end(), word) == list.end()) list.push_back(word);
}

}  // namespace

JudgedSystems::JudgedSystems(const Protocol& protocol, KeptResults& results, std::size_t memory, double seconds_to_judge,
                             double deadline)
    : protocol_(protocol),
      results_(results),
      memory_(memory),
      seconds_to_judge_(seconds_to_judge),
      deadline_(deadline),
      digest_(digest_of(protocol, {engines::Part::check})),
      digest_of_proofs_(digest_of(protocol, {engines::Part::check, engines::Part::proof})) {}

double JudgedSystems::seconds_left() const {
    if (deadline_ <= 0) return 0;
    return std::max(1e-3, deadline_ - std::chrono::duration<double>(std::chrono::steady_clock::now() - begun_).count());
}
bool JudgedSystems::out_of_time() const { return InterruptWatch::flag() || (deadline_ > 0 && seconds_left() <= 1e-3); }

SystemVerdict JudgedSystems::search(const std::string& variant, const TellingSystem& system, double seconds) const {
    SystemVerdict verdict;
    CheckOptions options;
    options.protocol = protocol_.name;
    options.selection = {variant, system.shape};
    options.threads = 1;
    options.memory = std::to_string(memory_ >> 20) + "M";
    options.seconds = seconds;
    options.cycles = system.cycles;
    options.all = has_known_failures(protocol_, variant);  // the search goes on after what is known to fail
    options.walk_time = 0.0;
    options.progress = ProgressStyle::off;
    try {
        protocol_.make(options.selection, true);
    } catch (const UsageError& error) {
        verdict.ending = error.what();
        verdict.taken = false;
        return verdict;
    }
    const CheckReport report = check(options);
    verdict.ending = report.ending;
    for (const std::string& name : checker::outcomes_of(*protocol_.make(options.selection, false), report.result.outcomes))
        verdict.outcomes.insert(name);
    verdict.verdict = Verdict::holds;
    for (const PropertyReport& p : report.properties) {
        if (p.name.starts_with(can_happen) || !p.counts()) continue;
        if (p.verdict == Verdict::refuted && is_known_failure(protocol_, options.selection, p.name)) {
            verdict.listed.push_back(p.name);
        } else if (p.verdict == Verdict::refuted && verdict.verdict != Verdict::refuted) {
            verdict.verdict = Verdict::refuted;
            verdict.property = p.name;
            verdict.command = showing(protocol_, variant, system.shape, p.name);
            if (p.trace)
                verdict.steps = p.trace->steps.size(), verdict.trace = model::cleaned(as_text(*p.trace)).substr(0, longest_trace);
        } else if (p.verdict == Verdict::undecided && verdict.verdict == Verdict::holds) {
            verdict.verdict = Verdict::undecided;
        }
    }
    return verdict;
}

SystemVerdict JudgedSystems::judge(const std::string& variant, const TellingSystem& system, double seconds) {
    std::string described;
    try {
        described = protocol_.describe({variant, system.shape});
    } catch (const UsageError& error) {
        SystemVerdict none;
        none.taken = false;
        none.ending = error.what();
        return none;
    }
    const std::string key =
        "check " + digest_ + " " + described + " variant " + variant + (system.cycles ? " with cycles" : " of states");
    if (auto known = known_verdict(results_.find(key), seconds)) {
        ++before;
        if (known->verdict == Verdict::refuted) known->command = showing(protocol_, variant, system.shape, known->property);
        return *known;
    }
    const double left = seconds_left(), limit = left > 0 ? std::min(left, seconds) : seconds;
    SystemVerdict verdict = search(variant, system, limit);
    ++now;
    // What was ended from outside says nothing of the text.
    if (verdict.verdict != Verdict::undecided || !verdict.taken || (limit == seconds && !InterruptWatch::flag()))
        results_.add(key, kept(verdict, seconds));
    return verdict;
}

CombinationVerdict JudgedSystems::judge(const Combination& combination, const std::vector<TellingSystem>& telling,
                                        const std::vector<TellingSystem>& tried) {
    CombinationVerdict verdict;
    std::vector<TellingSystem> systems, rest;
    for (const TellingSystem& system : telling)
        if (is_for(protocol_, system, combination)) systems.push_back(system);
    const auto tells = [&](const TellingSystem& system) {
        return std::find(system.tells.begin(), system.tells.end(), combination.broken) != system.tells.end();
    };
    std::stable_partition(systems.begin(), systems.end(), tells);
    if (!combination.promises())
        for (const TellingSystem& system : tried)
            if (std::none_of(systems.begin(), systems.end(), [&](const TellingSystem& s) { return s.shape == system.shape; }))
                rest.push_back(system);
    const auto all_hold_in = [&](TellingSystem system, double seconds) {
        system.shape = with_room_to_overtake(protocol_, combination.variant, system.shape);
        if (out_of_time()) {
            verdict.why = time_ran_out;
            return true;
        }
        const SystemVerdict one = judge(combination.variant, system, seconds);
        if (!one.taken) return true;
        verdict.outcomes.insert(one.outcomes.begin(), one.outcomes.end());
        for (const std::string& name : one.listed) add_once(verdict.listed, name);
        if (one.verdict == Verdict::holds) verdict.held.push_back(system.shape);
        if (one.verdict == Verdict::undecided && verdict.why.empty()) verdict.why = system.shape + ": " + one.ending;
        if (one.verdict != Verdict::refuted) return true;
        verdict.verdict = Verdict::refuted;
        verdict.property = one.property, verdict.steps = one.steps, verdict.command = one.command, verdict.trace = one.trace;
        return false;
    };
    for (const TellingSystem& system : systems)
        if (!all_hold_in(system, seconds_to_judge_)) return verdict;
    for (const TellingSystem& system : rest)
        if (!all_hold_in(system, seconds_to_tell())) return verdict;
    if (!combination.promises() && verdict.why.empty())
        verdict.why = combination.broken + " is listed as broken, and none of these systems shows it";
    if (verdict.held.empty() && verdict.why.empty()) verdict.why = "it takes none of these systems";
    if (verdict.why.empty()) verdict.verdict = Verdict::holds;
    return verdict;
}

std::string JudgedSystems::prove(const Combination& combination) {
    if (out_of_time()) return "undecided";
    const std::string key =
        "prove " + digest_of_proofs_ + " " + protocol_.describe({combination.variant, ""}) + " variant " + combination.variant;
    if (const auto line = results_.find(key); line && line->contains("proof") && (*line)["proof"].is_string()) {
        ++proved_before;
        return (*line)["proof"];
    }
    const double left = seconds_left();
    const std::string proof = proof_of(protocol_, without_defaults(protocol_, combination.variant),
                                       left > 0 ? std::min(left, seconds_to_prove) : seconds_to_prove);
    ++proved_now;
    if (proof != "undecided" && !InterruptWatch::flag()) results_.add(key, {{"proof", proof}});
    return proof;
}

}  // namespace tandem::apps
