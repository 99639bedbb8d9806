#include "apps/check/coverage.hpp"

#include <algorithm>
#include <set>

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

bool contains(const std::vector<std::string>& list, const std::string& word) { return std::find(list.begin(), list.end(), word) != list.end(); }

/// The shape of that name, the first for an empty one; null for any other.
const Entry* named_shape(const Protocol& protocol, const std::string& shape) {
    if (shape.empty()) return &protocol.shapes.front();
    for (const Entry& entry : protocol.shapes)
        if (entry.name == shape) return &entry;
    return nullptr;
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
    return std::any_of(properties.begin(), properties.end(), [&](const auto& p) { return asked(wanted, p.name) && lacking(p.needs, network.shape()).empty(); });
}

bool is_sound_variant(const Protocol& protocol, const std::string& variant) { return choices(protocol, variant) == choices(protocol, protocol.sound_variant); }

void refuse_what_says_nothing(const model::Network& network, const std::vector<std::string>& wanted) {
    for (const model::Property& property : network.properties()) {
        const std::string lacks = lacking(property.needs, network.shape());
        if (!lacks.empty() && any_asked(wanted, property.name)) throw UsageError(property.name + " says nothing in this shape: it needs " + lacks);
    }
}

std::string exercised_by(const Protocol& protocol, const std::string& outcome) {
    for (const Entry& shape : protocol.shapes) {
        if (shape.too_wide || contains(shape.gaps, outcome)) continue;
        const auto network = protocol.make({protocol.sound_variant, shape.name}, false);
        const auto& properties = network->properties();
        if (std::any_of(properties.begin(), properties.end(), [&](const auto& p) { return p.name == std::string(can_happen) + outcome; })) return "`--shape " + shape.name + "` does";
    }
    return "";
}

void set_aside(const model::Network& network, const CheckOptions& options, CheckReport& report) {
    const Protocol& text_of = protocol(options.protocol);
    const Entry* shape = is_sound_variant(text_of, options.selection.variant) ? named_shape(text_of, options.selection.shape) : nullptr;
    for (PropertyReport& p : report.properties) {
        const auto declared = std::find_if(network.properties().begin(), network.properties().end(), [&](const auto& q) { return q.name == p.name; });
        if (declared == network.properties().end()) continue;
        if (declared->kind == PropertyKind::can_happen) {
            if (p.verdict != Verdict::refuted || any_asked(options.properties, p.name)) continue;
            const std::string outcome = p.name.substr(can_happen.size());
            if (shape && !contains(shape->gaps, outcome)) continue;
            p.aside = exercised_by(text_of, outcome);
            if (p.aside.empty()) p.aside = "no named shape does";
        } else if (const std::string lacks = lacking(declared->needs, network.shape()); !lacks.empty() && p.verdict != Verdict::refuted) {
            p.aside = "needs " + lacks;
        }
    }
}

}  // namespace tandem::apps
