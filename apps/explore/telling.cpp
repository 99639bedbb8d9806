#include "apps/explore/telling.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "apps/check/outcome_record.hpp"
#include "apps/common/terminal.hpp"
#include "apps/common/words.hpp"
#include "apps/explore/judge.hpp"

namespace tandem::apps {

namespace {

/// States up to which cycles are judged as well: more take several times as long as the search.
constexpr std::uint64_t most_states_for_cycles = 300'000;
/// States of a named shape that is tried before the systems of `--thorough`: it takes no time.
constexpr std::uint64_t quick_states = 50'000;

}  // namespace

std::vector<TellingSystem> systems_to_try(const Protocol& protocol) {
    std::vector<TellingSystem> all;
    std::set<std::string> described;
    const auto add = [&](const std::string& variant, TellingSystem system) {
        try {
            if (described.insert(protocol.describe({protocol.sound_variant, system.shape})).second)
                all.push_back(std::move(system));
        } catch (const UsageError&) {  // of a variant that is no sound one
            if (described.insert(variant + " " + system.shape).second) all.push_back(std::move(system));
        }
    };
    // The smallest first, by the states of the sound text where they are recorded.
    const auto record = outcome_record(protocol);
    const auto recorded = [&](const std::string& variant, const std::string& shape) -> std::optional<std::uint64_t> {
        try {
            const RecordedSystem* known = record ? record->find(recorded_name(protocol, {variant, shape})) : nullptr;
            return known ? std::optional(known->states) : std::nullopt;
        } catch (const UsageError&) {  // the variant takes no such shape
            return {};
        }
    };
    std::vector<std::tuple<bool, std::uint64_t, std::string>> sized;
    for (const Entry& shape : protocol.shapes) {
        if (shape.too_wide) continue;
        const auto known = recorded(protocol.sound_variant, shape.name);
        std::uint64_t size = 1;
        const auto network = protocol.make({protocol.sound_variant, shape.name}, false);  // longer than the loop
        for (const int extent : network->shape().extent) size *= static_cast<std::uint64_t>(extent);
        sized.emplace_back(!known, known.value_or(size), shape.name);
    }
    std::sort(sized.begin(), sized.end());
    const auto add_named = [&](bool quick) {
        for (const auto& [unknown, size, name] : sized)
            if ((!unknown && size <= quick_states) == quick) add("", {name, !unknown && size <= most_states_for_cycles});
    };
    add_named(true);
    for (const ExaminedSystem& system : protocol.thorough)
        if (system.how != Examined::walks) {
            std::vector<std::string> words;
            for (const std::string& word : split(system.variant, ','))
                if (!word.empty()) words.push_back(word);
            const bool many = recorded(system.variant, system.shape).value_or(0) > most_states_for_cycles;
            add(system.variant, {system.shape, system.how == Examined::whole && !many, std::move(words)});
        }
    add_named(false);
    return all;
}

bool is_for(const Protocol& protocol, const TellingSystem& system, const Combination& combination) {
    if (!system.tells.empty() || system.with.empty()) return true;
    const std::set<std::string> words = variant_words(protocol, {combination.variant, ""});
    return std::all_of(system.with.begin(), system.with.end(), [&](const std::string& word) { return words.contains(word); });
}

std::string with_room_to_overtake(const Protocol& protocol, const std::string& variant, const std::string& shape) {
    const auto unordered = [&](const std::string& of, const std::string& in) {
        int all = 0, narrow = 0;
        const auto network = protocol.make({of, in}, false);  // longer than the loop
        for (const auto& channel : network->channels())
            if (!channel.ordered) ++all, narrow += channel.capacity == 1 ? 1 : 0;
        return std::pair(all, narrow);
    };
    try {
        const auto [all, narrow] = unordered(variant, shape);
        if (narrow == 0 || all <= unordered(protocol.sound_variant, shape).first) return shape;
        const std::string roomy = shape + ",capacity=2";
        return unordered(variant, roomy).second == 0 ? roomy : shape;
    } catch (const UsageError&) {  // the variant takes no such shape, or the protocol has no such key
        return shape;
    }
}

std::vector<std::string> listed_as_broken(const Protocol& protocol) {
    std::vector<std::string> words;
    for (const auto& [group, entries] : protocol.variants)
        for (const Entry& entry : entries)
            if (group != broken_group && !entry.promises) words.push_back(entry.name);
    return words;
}

Breakage breakage_of(const Protocol& protocol, const std::string& word, const std::vector<TellingSystem>& tried,
                     JudgedSystems& judged) {
    Breakage breakage{word, sound_with(protocol, word)};
    if (breakage.variant.empty()) return breakage;
    for (const TellingSystem& system : tried) {
        if (judged.out_of_time()) break;
        const SystemVerdict verdict = judged.judge(breakage.variant, system, judged.seconds_to_tell());
        if (verdict.verdict != checker::Verdict::refuted) continue;
        breakage.shape = system.shape;
        breakage.property = verdict.property;
        break;
    }
    return breakage;
}

std::vector<TellingSystem> telling(const std::vector<TellingSystem>& tried, const std::vector<Breakage>& breakages) {
    std::vector<TellingSystem> systems;
    for (const TellingSystem& system : tried) {
        TellingSystem one = system;
        for (const Breakage& breakage : breakages)
            if (!breakage.shape.empty() && breakage.shape == system.shape) one.tells.push_back(breakage.word);
        if (!one.tells.empty() || !one.with.empty()) systems.push_back(std::move(one));
    }
    if (std::all_of(systems.begin(), systems.end(), [](const TellingSystem& s) { return s.tells.empty(); }) && !tried.empty() &&
        std::none_of(systems.begin(), systems.end(), [&](const TellingSystem& s) { return s.shape == tried.front().shape; }))
        systems.insert(systems.begin(), tried.front());
    return systems;
}

}  // namespace tandem::apps
