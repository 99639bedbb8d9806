#include "apps/check/alternatives.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>

#include "apps/check/outcome_record.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

namespace {

/// The named shape in which a variant is judged where a protocol names none for it. By the record of outcomes: the one that lacks
/// the fewest, and of these the largest that is searched in a second or two. Without a record: the one with the fewest cores,
/// threads, blocks and values. Empty if none takes the variant.
std::string shape_for(const Protocol& protocol, const std::optional<OutcomeRecord>& record, const std::string& variant) {
    constexpr std::uint64_t most_states = 400'000;
    using Rank = std::tuple<bool, std::size_t, std::int64_t>;  // whether unknown, outcomes that it lacks, size
    std::string best;
    std::optional<Rank> least;
    for (const Entry& shape : protocol.shapes) {
        if (shape.too_wide) continue;
        try {
            const auto network = protocol.make({variant, shape.name}, false);
            const RecordedSystem* const known = record ? record->find(recorded_name(protocol, {variant, shape.name})) : nullptr;
            std::int64_t size = 1;
            for (const int extent : network->shape().extent) size *= extent;
            const Rank rank = known && known->states <= most_states
                                  ? Rank{false, known->absent.size(), -static_cast<std::int64_t>(known->states)}
                                  : Rank{true, 0, size};
            if (!least || rank < *least) least = rank, best = shape.name;
        } catch (const UsageError&) {  // the variant takes no such shape
        }
    }
    return best;
}

/// The variant with what else an alternative needs to mean anything: a load that forwards needs a core with a write buffer. It
/// means something if a report's first line has it.
std::string with_what_it_needs(const Protocol& protocol, const std::string& variant, const std::string& alternative) {
    const auto shows = [&](const std::string& one) {
        try {
            return variant_words(protocol, {one, ""}).contains(alternative);
        } catch (const UsageError&) {
            return false;
        }
    };
    if (shows(variant)) return variant;
    std::vector<std::string> others;
    for (const auto& [group, entries] : protocol.variants)
        for (const Entry& entry : entries)
            if (group != broken_group && entry.promises && entry.name != alternative) others.push_back(entry.name);
    for (const std::string& other : others)
        if (const std::string both = protocol.over(variant, other); shows(both)) return both;
    for (const std::string& other : others)
        for (const std::string& third : others)
            if (const std::string all = protocol.over(protocol.over(variant, other), third); shows(all)) return all;
    return variant;
}

/// What no system that a protocol names has, and a search judges in a second or two by the record of outcomes, for what one
/// system cannot show another does: each variant that promises all properties in each named shape, and there with atomics if the
/// protocol has them; and every two alternatives of different choices, in the largest such shape that is small for both. States
/// only.
class Across {
public:
    Across(const Protocol& protocol, const OutcomeRecord& record) : protocol_(protocol), record_(record) {}

    std::vector<ExaminedSystem> systems() {
        constexpr std::uint64_t most_states = 200'000, most_with_atomics = 100'000, most_of_two = 20'000;
        const auto& keys = protocol_.shape_keys;
        const bool has_atomics = std::any_of(keys.begin(), keys.end(), [](const Entry& key) { return key.name == "atomics"; });
        std::vector<std::string> variants = alternatives_beside(protocol_, "");
        variants.insert(variants.begin(), protocol_.sound_variant);
        for (const std::string& variant : variants)
            for (const Entry& shape : protocol_.shapes) {
                const std::uint64_t known = states(variant, shape);
                if (known <= most_states) add(variant, shape.name);
                if (known <= most_with_atomics && has_atomics) add(variant, shape.name + ",atomics=1");
            }
        for (const auto& [first, second] : pairs()) {
            const std::string a = protocol_.over(protocol_.sound_variant, first);
            const std::string b = protocol_.over(protocol_.sound_variant, second);
            const Entry* best = nullptr;
            std::uint64_t most = 0;
            for (const Entry& shape : protocol_.shapes) {
                const std::uint64_t known = std::max(states(a, shape), states(b, shape));
                if (known <= most_of_two && known >= most) most = known, best = &shape;
            }
            if (best) add(protocol_.over(a, second), best->name + (has_atomics ? ",atomics=1" : ""));
        }
        return std::move(systems_);
    }

private:
    /// By the record; more than anybody searches where it has no such system.
    std::uint64_t states(const std::string& variant, const Entry& shape) const {
        constexpr std::uint64_t unknown = ~std::uint64_t{0};
        if (shape.too_wide) return unknown;
        try {
            const RecordedSystem* const known = record_.find(recorded_name(protocol_, {variant, shape.name}));
            return known ? known->states : unknown;
        } catch (const UsageError&) {  // the variant takes no such shape
            return unknown;
        }
    }
    void add(const std::string& variant, const std::string& shape) {
        try {
            protocol_.make({variant, shape}, false);
            if (described_.insert(protocol_.describe({variant, shape})).second)
                systems_.push_back({variant, shape, "", Examined::states});
        } catch (const UsageError&) {
        }
    }
    std::vector<std::pair<std::string, std::string>> pairs() const {
        std::vector<std::pair<std::string, std::string>> all;
        for (std::size_t g = 0; g < protocol_.variants.size(); ++g)
            for (std::size_t h = g + 1; h < protocol_.variants.size(); ++h) {
                if (protocol_.variants[g].first == broken_group || protocol_.variants[h].first == broken_group) continue;
                for (const Entry& a : protocol_.variants[g].second)
                    for (const Entry& b : protocol_.variants[h].second)
                        if (a.promises && b.promises) all.emplace_back(a.name, b.name);
            }
        return all;
    }

    const Protocol& protocol_;
    const OutcomeRecord& record_;
    std::set<std::string> described_;
    std::vector<ExaminedSystem> systems_;
};

}  // namespace

std::vector<std::string> alternatives_beside(const Protocol& protocol, const std::string& chosen) {
    std::vector<std::string> variants;
    for (const auto& [group, alternatives] : protocol.variants) {
        if (group == broken_group) continue;
        const auto of_group = [&in = alternatives](const std::string& word) {
            return std::any_of(in.begin(), in.end(), [&](const Entry& a) { return a.name == word; });
        };
        std::vector<std::string> words{""};
        for (const std::string& word : split(protocol.over(protocol.sound_variant, chosen), ','))
            if (!of_group(word)) words.push_back(word);
        for (const Entry& alternative : alternatives) {
            if (!alternative.promises) continue;
            words.front() = alternative.name;
            variants.push_back(with_what_it_needs(protocol, join(words, ","), alternative.name));
        }
    }
    return variants;
}

std::vector<ExaminedSystem> systems_of_thorough(const Protocol& protocol) {
    std::vector<ExaminedSystem> systems = protocol.thorough;
    if (systems.empty())
        for (const Entry& shape : protocol.shapes)
            if (!shape.too_wide) systems.push_back({protocol.sound_variant, shape.name, "the shape `" + shape.name + "`"});
    const auto record = outcome_record(protocol);
    std::set<std::string> examined;
    for (const ExaminedSystem& system : systems) examined.merge(variant_words(protocol, {system.variant, system.shape}));
    for (const auto& [group, alternatives] : protocol.variants) {
        if (group == broken_group) continue;
        for (const Entry& alternative : alternatives) {
            if (!alternative.promises || examined.contains(alternative.name)) continue;
            const std::string variant = with_what_it_needs(
                protocol, protocol.over(protocol.sound_variant, alternative.name), alternative.name);
            const std::string shape = shape_for(protocol, record, variant);
            if (!shape.empty()) systems.push_back({variant, shape, alternative.name + ": " + alternative.meaning});
        }
    }
    if (!protocol.thorough.empty() || !record) return systems;
    std::set<std::string> described;
    for (const ExaminedSystem& system : systems) described.insert(protocol.describe({system.variant, system.shape}));
    for (ExaminedSystem& system : Across(protocol, *record).systems())
        if (described.insert(protocol.describe({system.variant, system.shape})).second) systems.push_back(std::move(system));
    return systems;
}

}  // namespace tandem::apps
