#include "apps/check/coverage.hpp"

#include <algorithm>
#include <optional>
#include <set>

#include "apps/check/outcome_record.hpp"
#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Verdict;
using model::PropertyKind;

bool asked(const std::string& wanted, const std::string& name) { return name == wanted || name.starts_with(wanted + ":"); }

bool any_asked(const std::vector<std::string>& wanted, const std::string& name) {
    return std::any_of(wanted.begin(), wanted.end(), [&](const auto& w) { return asked(w, name); });
}

namespace {

bool contains(const std::vector<std::string>& list, const std::string& word) {
    return std::find(list.begin(), list.end(), word) != list.end();
}

/// Whether a shape is the one of that name, or the default.
bool is_named_shape(const Protocol& protocol, const std::string& shape) {
    return shape.empty() ||
           std::any_of(protocol.shapes.begin(), protocol.shapes.end(), [&](const Entry& entry) { return entry.name == shape; });
}

/// A variant's words without seeded bugs and without what is the default anyway.
std::set<std::string> choices(const Protocol& protocol, const std::string& variant) {
    std::set<std::string> words;
    for (const std::string& word : split(variant, ','))
        if (!word.empty()) words.insert(word);
    for (const auto& [group, entries] : protocol.variants)
        for (const Entry& entry : entries)
            if (group == broken_group || &entry == &entries.front()) words.erase(entry.name);
    return words;
}

}  // namespace

bool says_something(const model::Network& network, const std::string& wanted) {
    const auto& properties = network.properties();
    return std::any_of(properties.begin(), properties.end(),
                       [&](const auto& p) { return asked(wanted, p.name) && lacking(p.needs, network.shape()).empty(); });
}

bool is_sound_variant(const Protocol& protocol, const std::string& variant) {
    return choices(protocol, variant) == choices(protocol, protocol.sound_variant);
}

void refuse_what_says_nothing(const model::Network& network, const std::vector<std::string>& wanted) {
    for (const model::Property& property : network.properties()) {
        const std::string lacks = lacking(property.needs, network.shape());
        if (!lacks.empty() && any_asked(wanted, property.name))
            throw UsageError(property.name + " says nothing in this shape: it needs " + lacks);
    }
}

namespace {

/// Whether the text is known to show this outcome in this system: by the record of its outcomes, and without one in the named
/// shapes of the sound variant.
bool known_to_happen(const Protocol& protocol, const std::optional<OutcomeRecord>& record, const Selection& selection,
                     const std::string& outcome) {
    if (!record) return is_sound_variant(protocol, selection.variant) && is_named_shape(protocol, selection.shape);
    const RecordedSystem* const known = record->find(recorded_name(protocol, selection));
    return known && !contains(known->absent, outcome);
}

}  // namespace

std::string exercised_by(const Protocol& protocol, const std::string& variant, const std::string& outcome) {
    const auto record = outcome_record(protocol);
    const std::string own = without_bugs(protocol, variant);
    for (const std::string& tried : {own, protocol.sound_variant})
        for (const Entry& shape : protocol.shapes) {
            if (shape.too_wide) continue;
            try {
                if (!known_to_happen(protocol, record, {tried, shape.name}, outcome)) continue;
                const auto network = protocol.make({tried, shape.name}, false);
                const auto& properties = network->properties();
                if (std::any_of(properties.begin(), properties.end(),
                                [&](const auto& p) { return p.name == std::string(can_happen) + outcome; }))
                    return (tried == own || tried.empty() ? "`--shape " : "`--variant " + tried + " --shape ") + shape.name +
                           "` does";
            } catch (const UsageError&) {  // the variant takes no such shape
            }
        }
    return "";
}

bool is_known_failure(const Protocol& protocol, const Selection& selection, const std::string& property) {
    return std::any_of(protocol.known_failures.begin(), protocol.known_failures.end(), [&](const auto& known) {
        if (known.property != property) return false;
        if (!known.shape.empty())
            return recorded_name(protocol, {known.variant, known.shape}) == recorded_name(protocol, selection);
        const std::set<std::string> words = variant_words(protocol, selection);
        const std::vector<std::string> asked = split(known.variant, ',');
        return std::all_of(asked.begin(), asked.end(), [&](const std::string& word) { return words.contains(word); });
    });
}

void set_aside(const model::Network& network, const CheckOptions& options, CheckReport& report) {
    const Protocol& text_of = protocol(options.protocol);
    const auto record = outcome_record(text_of);
    for (PropertyReport& p : report.properties) {
        if (p.verdict == Verdict::refuted && is_known_failure(text_of, options.selection, p.name))
            p.why = "as `tandem list` says of this variant";
        const auto declared = std::find_if(network.properties().begin(), network.properties().end(),
                                           [&](const auto& q) { return q.name == p.name; });
        if (declared == network.properties().end()) continue;
        if (declared->kind == PropertyKind::can_happen) {
            if (p.verdict != Verdict::refuted) continue;
            const std::string outcome = p.name.substr(can_happen.size());
            if (known_to_happen(text_of, record, options.selection, outcome)) {
                if (record) p.why = "the recorded text shows that here";
                continue;
            }
            if (any_asked(options.properties, p.name)) continue;
            p.aside = exercised_by(text_of, options.selection.variant, outcome);
            if (p.aside.empty()) p.aside = "no named shape does";
        } else if (const std::string lacks = lacking(declared->needs, network.shape());
                   !lacks.empty() && p.verdict != Verdict::refuted) {
            p.aside = "needs " + lacks;
        }
    }
}

std::vector<std::string> not_stated(const Protocol& protocol, const model::Network& network) {
    std::vector<std::string> missing;
    const auto& stated = network.properties();
    for (const std::string& name : protocol.usual_properties)
        if (std::none_of(stated.begin(), stated.end(), [&](const auto& p) { return p.name == name; })) missing.push_back(name);
    return missing;
}

std::vector<model::NotShown> not_shown(const Protocol& protocol, const Selection& selection) {
    std::vector<model::NotShown> all = protocol.not_shown(selection);
    std::erase_if(all, [&](const model::NotShown& one) {
        try {
            static_cast<void>(protocol.describe({selection.variant, one.shape}));
            return false;
        } catch (const UsageError&) {  // it has no such number
            return true;
        }
    });
    return all;
}

}  // namespace tandem::apps
