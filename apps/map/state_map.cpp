#include "apps/map/state_map.hpp"

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>
#include <unordered_map>

#include <fmt/format.h>

#include "apps/common/usage_error.hpp"
#include "apps/common/words.hpp"
#include "checker/trace.hpp"

namespace tandem::apps {

using checker::NodeEntry;

namespace {

constexpr std::size_t most_values = 20;  // of a field that is drawn without being asked for

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }
bool is_number(const std::string& text) { return !text.empty() && std::all_of(text.begin(), text.end(), is_digit); }
bool is_block(const std::string& text) { return text.size() == 1 && std::isupper(static_cast<unsigned char>(text[0])) != 0; }

/// "SM" for SM0, and "L2" for the only L2.
std::string kind_of(const model::NodeInfo& node) {
    const std::string number = std::to_string(node.index);
    return node.name.size() > number.size() && node.name.ends_with(number) ? node.name.substr(0, node.name.size() - number.size())
                                                                           : node.name;
}

/// A field's name with * for names and places, and these: "lines.*.state" and {"A"} for lines.A.state.
struct Pattern {
    std::string name;
    std::vector<std::string> places;
};

Pattern pattern_of(const std::string& field) {
    Pattern pattern;
    for (std::string part : split(field, '.')) {
        std::string index;
        if (const std::size_t bracket = part.find('['); bracket != std::string::npos) {
            index = "[*]";
            pattern.places.push_back(part.substr(bracket + 1, part.find(']') - bracket - 1));
            part.resize(bracket);
        } else if (is_number(part) || is_block(part)) {
            pattern.places.push_back(part);
            part = "*";
        }
        pattern.name += (pattern.name.empty() ? "" : ".") + part + index;
    }
    return pattern;
}

/// A value that is a word: no number, no set, no message, no yes or no.
bool is_word(const std::string& value) {
    return value != "yes" && value != "no" && !value.empty() && is_letter(value[0]) &&
           std::all_of(value.begin(), value.end(), [](char c) { return is_letter(c) || is_digit(c) || c == '_' || c == '-'; });
}

/// The words of an event, without the signs between them.
std::vector<std::string> words_of(const std::string& event) {
    std::vector<std::string> words(1);
    for (const char c : event) {
        if (is_letter(c) || is_digit(c) || c == '_') words.back() += c;
        else if (!words.back().empty()) words.emplace_back();
    }
    if (words.back().empty()) words.pop_back();
    return words;
}

/// Whether an event speaks of these places: "W0 load A" of A, and of thread 0.
bool names(const std::string& event, const std::vector<std::string>& places) {
    const auto words = words_of(event);
    return std::all_of(places.begin(), places.end(), [&](const std::string& place) {
        return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
            return word == place ||
                   (is_number(place) && word.size() == place.size() + 1 && is_letter(word[0]) && word.ends_with(place));
        });
    });
}

/// What an arrow is called: the outcomes of the handler, or where it has none the event without the names of threads, blocks and
/// values.
std::string label_of(const std::vector<std::string>& outcomes, const std::string& event) {
    if (!outcomes.empty()) return join(outcomes, " + ");
    std::string label;
    for (const std::string& word : words_of(event.substr(event.find(": ") == std::string::npos ? 0 : event.find(": ") + 2))) {
        if (word == "from") break;
        if (is_number(word) || is_block(word) || (word.size() > 1 && is_letter(word[0]) && is_number(word.substr(1)))) continue;
        label += (label.empty() ? "" : " ") + word;
        if (label.starts_with("receives ")) break;
    }
    return label;
}

/// What a column of a table is called: "GETS" of a message, "load", "DRAM fills".
std::string column_of(const std::string& event) {
    const std::string label = label_of({}, event), receives = "receives ";
    return label.starts_with(receives) ? label.substr(receives.size()) : label;
}

/// The fields of one kind's nodes in all the states that were met.
class Fields {
public:
    void add(const NodeEntry* entry, const std::vector<model::Field>& fields) {
        auto& here = values_[entry];
        for (const model::Field& field : fields) {
            Pattern pattern = pattern_of(field.name);
            if (known_.insert(pattern.name).second) order_.push_back(pattern.name);
            places_[pattern.name].insert(pattern.places);
            here[pattern.name][pattern.places] = field.value;
        }
    }
    bool has(const NodeEntry* entry) const { return values_.contains(entry); }
    const std::vector<std::string>& names() const { return order_; }
    const std::set<std::vector<std::string>>& places(const std::string& pattern) const { return places_.at(pattern); }
    const std::string& value(const NodeEntry* entry, const std::string& pattern, const std::vector<std::string>& places) const {
        static const std::string none = absent;
        const auto& fields = values_.at(entry);
        const auto field = fields.find(pattern);
        if (field == fields.end()) return none;
        const auto at = field->second.find(places);
        return at == field->second.end() ? none : at->second;
    }
    std::set<std::string> values(const std::string& pattern) const {
        std::set<std::string> all;
        for (const auto& [entry, fields] : values_)
            for (const auto& places : places_.at(pattern)) all.insert(value(entry, pattern, places));
        return all;
    }
    /// The field to draw where nobody says which.
    std::string usual() const {
        std::string first;
        for (const std::string& pattern : order_) {
            const auto all = values(pattern);
            if (all.size() < 2 || all.size() > most_values ||
                !std::all_of(all.begin(), all.end(), [](const std::string& v) { return v == absent || is_word(v); }))
                continue;
            if (pattern == "state" || pattern.ends_with(".state")) return pattern;
            if (first.empty()) first = pattern;
        }
        return first;
    }

private:
    std::unordered_map<const NodeEntry*, std::map<std::string, std::map<std::vector<std::string>, std::string>>> values_;
    std::map<std::string, std::set<std::vector<std::string>>> places_;
    std::set<std::string> known_;
    std::vector<std::string> order_;
};

}  // namespace

void require_kinds(const model::Network& network, const MapOptions& options) {
    require_each_once(options.fields, "--map-of");
    for (const std::string& field : options.fields) {
        std::vector<std::string> kinds;
        for (const model::NodeInfo& node : network.nodes())
            if (const std::string kind = kind_of(node); std::find(kinds.begin(), kinds.end(), kind) == kinds.end())
                kinds.push_back(kind);
        if (std::find(kinds.begin(), kinds.end(), field.substr(0, field.find('.'))) == kinds.end() ||
            field.find('.') == std::string::npos)
            throw UsageError(
                fmt::format("there are no nodes for '{}': a kind of nodes and a field of it are accepted, as in {}.FIELD, of {}",
                            field, kinds.front(), join(kinds, ", ")));
    }
}

std::vector<FieldMachine> StepCollector::machines_of(int kind, const std::string& name,
                                                     const std::vector<std::string>& wanted) const {
    const model::Network& network = components_.network();
    const auto is_of_kind = [&](const auto& step) { return network.nodes()[static_cast<std::size_t>(step.node)].kind == kind; };
    Fields fields;
    for (const Taken& step : steps_)
        if (is_of_kind(step))
            for (const NodeEntry* entry : {step.before, step.after})
                if (!fields.has(entry)) fields.add(entry, network.describe_node(kind, entry->packed));
    for (const RefusedStep& refusal : refusals_)
        if (is_of_kind(refusal) && !fields.has(refusal.state))
            fields.add(refusal.state, network.describe_node(kind, refusal.state->packed));
    std::vector<std::string> chosen;
    for (const std::string& field : wanted) {
        chosen.push_back(field.substr(name.size() + 1));
        if (std::find(fields.names().begin(), fields.names().end(), chosen.back()) == fields.names().end())
            throw UsageError(
                fmt::format("no {} has a field '{}': {} are accepted", name, chosen.back(), join(fields.names(), ", ")));
    }
    if (chosen.empty()) chosen.push_back(fields.usual());
    std::vector<FieldMachine> machines;
    for (const std::string& field : chosen) {
        FieldMachine machine{name, field, {}, {}, {}};
        std::map<std::string, int> number;
        std::map<std::pair<int, int>, std::size_t> arrow;
        std::set<std::tuple<int, int, std::string, std::string>> entered;
        const auto enter = [&](FieldMachine::Entry entry) {
            if (entered.emplace(entry.state, entry.next, entry.event, entry.outcomes).second)
                machine.entries.push_back(std::move(entry));
        };
        const auto value = [&](const std::string& text) {
            const auto [at, added] = number.try_emplace(text, static_cast<int>(machine.values.size()));
            if (added) machine.values.push_back(text);
            return at->second;
        };
        for (const Taken& step : steps_) {
            if (field.empty() || !is_of_kind(step)) continue;
            const std::string event = checker::event_text(components_, step.move);
            for (const auto& places : fields.places(field)) {
                const std::string &before = fields.value(step.before, field, places),
                                  &after = fields.value(step.after, field, places);
                if (before == after && (step.move.node == checker::no_node || !names(event, places))) continue;
                const std::pair<int, int> ends{value(before), value(after)};
                const auto [at, added] = arrow.try_emplace(ends, machine.arrows.size());
                if (added) machine.arrows.push_back({ends.first, ends.second});
                const auto outcomes = checker::outcomes_of(network, step.move.step->outcomes);
                machine.arrows[at->second].labels.try_emplace(label_of(outcomes, event),
                                                              FieldMachine::Occurrence{step.level, event});
                enter({ends.first, ends.second, column_of(event), join(outcomes, " + "), {step.level, event}});
            }
        }
        for (const RefusedStep& refusal : refusals_) {
            if (field.empty() || !is_of_kind(refusal)) continue;
            for (const auto& places : fields.places(field))
                if (names(refusal.event, places))
                    enter({value(fields.value(refusal.state, field, places)),
                           FieldMachine::refused,
                           column_of(refusal.event),
                           join(checker::outcomes_of(network, refusal.outcomes), " + "),
                           {refusal.level, refusal.event}});
        }
        machines.push_back(std::move(machine));
    }
    return machines;
}

std::vector<FieldMachine> StepCollector::machines(const std::vector<std::string>& fields) const {
    std::vector<FieldMachine> all;
    std::set<int> done;
    for (const model::NodeInfo& node : components_.network().nodes()) {
        if (!done.insert(node.kind).second) continue;
        const std::string name = kind_of(node);
        std::vector<std::string> wanted;
        std::copy_if(fields.begin(), fields.end(), std::back_inserter(wanted),
                     [&](const std::string& field) { return field.starts_with(name + "."); });
        const auto machines = machines_of(node.kind, name, wanted);
        all.insert(all.end(), machines.begin(), machines.end());
    }
    return all;
}

std::vector<StateMap::FirstSeen> in_order_of_levels(const std::vector<std::string>& outcomes, const std::vector<int>& levels) {
    std::vector<StateMap::FirstSeen> all;
    for (std::size_t o = 0; o < outcomes.size(); ++o) all.push_back({outcomes[o], levels[o]});
    std::stable_sort(all.begin(), all.end(), [](const auto& a, const auto& b) {
        return static_cast<unsigned>(a.level) < static_cast<unsigned>(b.level);
    });  // -1 last
    return all;
}

}  // namespace tandem::apps
