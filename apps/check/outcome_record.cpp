#include "apps/check/outcome_record.hpp"

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <set>

#include "apps/common/words.hpp"
#include "model/file_bytes.hpp"

namespace tandem::apps {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t largest_record = 1 << 20;  // bytes
constexpr const char* opening =
    "# Outcomes of handlers that the text does not show, by system. Between tabs: the system, its states without a monitor, the "
    "outcomes.\n"
    "# In each of these systems all other outcomes occur. Written by `tandem check PROTOCOL --record-outcomes FILE`.\n";

}  // namespace

std::string without_bugs(const Protocol& protocol, const std::string& variant) {
    std::vector<std::string> words = split(variant, ',');
    for (const auto& [group, entries] : protocol.variants)
        if (group == broken_group)
            std::erase_if(words, [&in = entries](const std::string& word) {
                return std::any_of(in.begin(), in.end(), [&](const Entry& bug) { return bug.name == word; });
            });
    return join(words, ",");
}

const RecordedSystem* OutcomeRecord::find(const std::string& system) const {
    const auto found =
        std::find_if(systems.begin(), systems.end(), [&](const RecordedSystem& one) { return one.system == system; });
    return found == systems.end() ? nullptr : &*found;
}

std::set<std::string> variant_words(const Protocol& protocol, const Selection& selection) {
    const std::vector<std::string> parts = split(protocol.describe(selection), ' ');
    std::set<std::string> words;
    if (parts.size() > 1)
        for (const std::string& word : split(parts[1], ',')) words.insert(word);
    return words;
}

std::string recorded_name(const Protocol& protocol, const Selection& selection) {
    Selection sound = selection;
    sound.variant = without_bugs(protocol, selection.variant);
    const std::string described = protocol.describe(sound);
    return described.substr(std::min(described.find_first_not_of(' ', described.find(' ')), described.size()));
}

std::string as_text(const OutcomeRecord& record) {
    std::string text = opening;
    for (const RecordedSystem& one : record.systems)
        text += one.system + "\t" + std::to_string(one.states) + "\t" + join(one.absent, " ") + "\n";
    return text;
}

OutcomeRecord read_outcomes(const std::string& text, const std::string& from) {
    OutcomeRecord record;
    std::set<std::string> seen;
    int number = 0;
    for (const std::string& line : parts_of(text, '\n')) {
        ++number;
        if (line.empty() || line.front() == '#') continue;
        const auto refuse = [&](const std::string& what) {
            return UsageError(from + ":" + std::to_string(number) + ": " + what +
                              ": what `tandem check --record-outcomes` writes is accepted");
        };
        const std::vector<std::string> parts = parts_of(line, '\t');
        if (parts.size() != 3) throw refuse("'" + model::printable(line) + "' has not three parts between tabs");
        RecordedSystem one{.system = parts[0], .absent = split(parts[2], ' ')};
        const auto [end, error] = std::from_chars(parts[1].data(), parts[1].data() + parts[1].size(), one.states);
        if (error != std::errc() || end != parts[1].data() + parts[1].size())
            throw refuse("'" + model::printable(parts[1]) + "' is no number of states");
        if (!seen.insert(one.system).second) throw refuse("'" + model::printable(one.system) + "' is there twice");
        record.systems.push_back(std::move(one));
    }
    return record;
}

std::optional<OutcomeRecord> outcome_record(const Protocol& protocol) {
    if (protocol.folder.empty()) return {};
    const fs::path file = protocol.folder / (protocol.name + "-outcomes");
    std::error_code error;
    if (!fs::exists(file, error)) return {};
    try {
        return read_outcomes(model::bytes_of_file(file, largest_record), file.string());
    } catch (const model::Unreadable& why) {
        throw UsageError("cannot read the record of outcomes '" + file.string() + "' (" + why.what() + ")");
    }
}

std::vector<std::string> not_exercised(const Protocol& protocol, const std::string& shape) {
    const auto record = outcome_record(protocol);
    const RecordedSystem* const known = record ? record->find(recorded_name(protocol, {protocol.sound_variant, shape})) : nullptr;
    return known ? known->absent : std::vector<std::string>();
}

}  // namespace tandem::apps
