#include "apps/check/elsewhere.hpp"

#include <algorithm>
#include <chrono>
#include <tuple>

#include "apps/check/command_of.hpp"
#include "apps/check/outcome_record.hpp"
#include "apps/common/terminal.hpp"

namespace tandem::apps {

namespace {

/// Notes the words of the variant that promise nothing.
void note_broken(const Protocol& protocol, const Selection& selection, Elsewhere& elsewhere) {
    const std::set<std::string> words = variant_words(protocol, selection);
    for (const auto& [group, entries] : protocol.variants)
        for (const Entry& entry : entries)
            if (group != broken_group && !entry.promises && words.contains(entry.name)) {
                elsewhere.broken.push_back(entry.name);
                elsewhere.meanings.push_back(entry.meaning);
            }
}

/// The named shapes that the variant takes, the smallest first: by the states of the sound text, where they are recorded.
std::vector<std::string> shapes_by_size(const Protocol& protocol, const Selection& selection) {
    const auto record = outcome_record(protocol);
    const std::string chosen = protocol.describe(selection);
    std::vector<std::tuple<bool, std::uint64_t, std::string>> sized;  // whether unknown, the size, the name
    for (const Entry& shape : protocol.shapes) {
        if (shape.too_wide) continue;
        try {
            if (protocol.describe({selection.variant, shape.name}) == chosen) continue;
            const RecordedSystem* known =
                record ? record->find(recorded_name(protocol, {protocol.sound_variant, shape.name})) : nullptr;
            std::uint64_t size = 1;
            const auto network = protocol.make({selection.variant, shape.name}, false);  // longer than the loop
            for (const int extent : network->shape().extent) size *= static_cast<std::uint64_t>(extent);
            sized.emplace_back(known == nullptr, known ? known->states : size, shape.name);
        } catch (const UsageError&) {  // the variant takes no such shape
        }
    }
    std::sort(sized.begin(), sized.end());
    std::vector<std::string> names;
    for (auto& [unknown, size, name] : sized) names.push_back(std::move(name));
    return names;
}

}  // namespace

std::optional<Elsewhere> refuted_elsewhere(const CheckOptions& asked, double seconds) {
    const Protocol& text = protocol(asked.protocol);
    Elsewhere elsewhere;
    note_broken(text, asked.selection, elsewhere);
    if (elsewhere.broken.empty()) return {};
    CheckOptions options = asked;
    options.walk_time = 0.0;
    options.map = {};
    options.trace.clear(), options.json.clear(), options.checkpoint.clear(), options.resume.clear();
    options.store.clear();
    const auto begun = std::chrono::steady_clock::now();
    const auto used = [&] { return std::chrono::duration<double>(std::chrono::steady_clock::now() - begun).count(); };
    for (const std::string& shape : shapes_by_size(text, asked.selection)) {
        if (used() >= seconds || InterruptWatch::flag()) break;
        options.selection.shape = shape;
        options.seconds = (seconds - used()) / 2;
        CheckReport report;
        try {
            report = check(options);
        } catch (const UsageError&) {  // --fairness names what this shape does not have
            continue;
        }
        elsewhere.tried.push_back(shape);
        for (const PropertyReport& p : report.properties)
            if (elsewhere.property.empty() && p.counts() && p.verdict == checker::Verdict::refuted) {
                elsewhere.property = p.name;
                if (p.trace) elsewhere.steps = p.trace->steps.size();
            }
        if (elsewhere.property.empty()) continue;
        options.seconds = asked.seconds;
        elsewhere.command = command_of(options);
        break;
    }
    elsewhere.seconds = used();
    return elsewhere;
}

}  // namespace tandem::apps
