#include "apps/check/record.hpp"

#include <set>

#include <fmt/format.h>

#include "apps/check/alternatives.hpp"
#include "apps/check/coverage.hpp"
#include "apps/check/engines.hpp"
#include "apps/common/output.hpp"
#include "apps/common/ranks.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;

std::vector<RecordedSystem> systems_to_record(const Protocol& protocol) {
    std::vector<std::string> variants = alternatives_beside(protocol, "");
    variants.insert(variants.begin(), protocol.sound_variant);
    std::vector<RecordedSystem> systems;
    std::set<std::string> seen;
    for (const std::string& variant : variants)
        for (const Entry& shape : protocol.shapes) {
            if (shape.too_wide) continue;
            const Selection selection{variant, shape.name};
            try {
                std::string name = recorded_name(protocol, selection);
                if (!seen.insert(name).second) continue;
                protocol.make(selection, false);
                systems.push_back({.system = std::move(name), .selection = selection});
            } catch (const UsageError&) {  // the variant takes no such shape
            }
        }
    return systems;
}

std::optional<RecordedSystem> recorded(const CheckOptions& options, const RecordedSystem& system) {
    CheckOptions one = options;
    one.selection = system.selection;
    if (one.seconds == 0) one.seconds = seconds_to_record;
    one.properties = {std::string(can_happen.substr(0, can_happen.size() - 1))};
    one.walk_time = 0.0;
    one.cycles = false;
    one.all = true;
    const CheckReport report = check(one);
    if (report.ending != "complete") return {};
    RecordedSystem result{system.system, system.selection, report.result.full_states, {}};
    for (const PropertyReport& p : report.properties)
        if (p.verdict == Verdict::refuted) result.absent.push_back(p.name.substr(can_happen.size()));
    return result;
}

int run_record(const CheckOptions& options, const std::string& file) {
    const Protocol& text = protocol(options.protocol);
    if (!options.json.empty()) throw UsageError("--record-outcomes writes a file of its own: without --json it is accepted");
    if (LaunchedRanks::ranks())
        throw UsageError("several processes do not divide --record-outcomes: without mpirun it is accepted");
    WholeFile out(file, "the record of outcomes");
    const InterruptWatch watch;
    OutcomeRecord record;
    std::vector<std::string> left_out;
    for (const RecordedSystem& system : systems_to_record(text)) {
        if (InterruptWatch::flag()) throw UsageError("interrupted: no record is written");
        if (auto one = recorded(options, system)) record.systems.push_back(std::move(*one));
        else left_out.push_back(system.system);
    }
    if (record.systems.empty())
        throw UsageError("no system of " + text.name +
                         " could be searched within these limits: with more --time or --memory it is accepted");
    out.commit(as_text(record));
    if (!out.to_output()) {
        std::string text_out = fmt::format("{} systems are recorded in {}\n", record.systems.size(), file);
        for (const std::string& system : left_out) text_out += "left out, for the limits ended the search: " + system + "\n";
        say(text_out);
    }
    return left_out.empty() ? status_holds : status_undecided;
}

}  // namespace tandem::apps
