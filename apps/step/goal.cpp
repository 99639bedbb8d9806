#include "apps/step/goal.hpp"

#include <algorithm>
#include <unordered_set>

#include <fmt/format.h>

#include "apps/common/words.hpp"
#include "model/hash.hpp"

namespace tandem::apps {

using checker::Components, checker::Move, checker::Number, checker::Parts, checker::PathStep;
using model::PropertyKind;

namespace {

std::string trimmed(const std::string& words) {
    const auto first = words.find_first_not_of(" \t"), last = words.find_last_not_of(" \t");
    return first == std::string::npos ? "" : words.substr(first, last - first + 1);
}

/// States that have been met, each with the one that it was met from: its numbers lie one state behind the other.
class Met {
public:
    explicit Met(int slots) : slots_(static_cast<std::size_t>(slots)), index_(64, Hash{this}, Equal{this}) {}

    std::size_t size() const { return from_.size(); }
    Parts at(std::size_t i) const {
        Parts parts{};
        std::copy_n(numbers_.begin() + static_cast<std::ptrdiff_t>(i * slots_), slots_, parts.begin());
        return parts;
    }
    std::size_t from(std::size_t i) const { return from_[i]; }
    /// Whether it is new.
    bool add(const Parts& parts, std::size_t from) {
        numbers_.insert(numbers_.end(), parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(slots_));
        from_.push_back(static_cast<std::uint32_t>(from));
        if (index_.insert(static_cast<std::uint32_t>(from_.size() - 1)).second) return true;
        numbers_.resize(numbers_.size() - slots_);
        from_.pop_back();
        return false;
    }

private:
    const Number* state(std::uint32_t i) const { return numbers_.data() + i * slots_; }
    struct Hash {
        const Met* met;
        std::size_t operator()(std::uint32_t i) const {
            std::uint64_t sum = 0;
            for (std::size_t s = 0; s < met->slots_; ++s) sum = model::hash_with(sum, met->state(i)[s]);
            return static_cast<std::size_t>(sum);
        }
    };
    struct Equal {
        const Met* met;
        bool operator()(std::uint32_t a, std::uint32_t b) const {
            return std::equal(met->state(a), met->state(a) + met->slots_, met->state(b));
        }
    };

    std::size_t slots_;
    std::vector<Number> numbers_;
    std::vector<std::uint32_t> from_;
    std::unordered_set<std::uint32_t, Hash, Equal> index_;
};

}  // namespace

Goal::Goal(SteppedRun& run, const std::string& words) : run_(run) {
    const model::Network& network = run.network();
    const auto& outcomes = network.outcomes();
    if (const auto at = std::find(outcomes.begin(), outcomes.end(), words); at != outcomes.end()) {
        outcome_ = std::uint64_t{1} << (at - outcomes.begin());
        return;
    }
    const auto& properties = network.properties();
    if (const auto at =
            std::find_if(properties.begin(), properties.end(), [&](const model::Property& p) { return p.name == words; });
        at != properties.end()) {
        if (at->kind != PropertyKind::invariant && at->kind != PropertyKind::step)
            throw UsageError(
                "the property '" + words +
                "' is of whole runs, or of what can happen: one of states or steps is accepted, which is then violated");
        property_ = static_cast<int>(at - properties.begin());
        return;
    }
    const auto begins = [&](const std::string& name) { return words.starts_with(name + ": "); };
    if (std::any_of(network.nodes().begin(), network.nodes().end(),
                    [&](const model::NodeInfo& node) { return begins(node.name); })) {
        event_ = words;
        return;
    }
    for (const std::string& part : split(words, '&')) clauses_.push_back(clause(trimmed(part)));
}

Goal::Clause Goal::clause(const std::string& words) const {
    const model::Network& network = run_.network();
    std::vector<std::string> names;
    for (const model::NodeInfo& node : network.nodes()) names.push_back(node.name);
    if (run_.components().monitor_slot() >= 0) names.push_back("monitor");
    const std::size_t dot = words.find('.'), sign = words.find('=');
    const auto node = std::find(names.begin(), names.end(), words.substr(0, dot));
    if (dot == std::string::npos || sign == std::string::npos || sign < dot || node == names.end())
        throw UsageError(
            fmt::format("'{}' is no goal: accepted are an outcome, a property of states or steps, an event's first words as in "
                        "`{}: receives`, and fields as in `{}.FIELD=VALUE`, of {}",
                        shown(words), names[0], names[0], join(names, ", ")));
    const bool equal = words[sign - 1] != '!';
    return {static_cast<int>(node - names.begin()), trimmed(words.substr(dot + 1, sign - dot - 1 - !equal)),
            trimmed(words.substr(sign + 1)), equal};
}

bool Goal::holds(Clause& clause, const Parts& parts) {
    Components& components = run_.components();
    const model::Network& network = run_.network();
    const bool monitor = clause.node == components.nodes();
    const Number number = parts[static_cast<std::size_t>(monitor ? components.monitor_slot() : clause.node)];
    if (clause.known.size() <= number) clause.known.resize(std::max<std::size_t>(number + 1, 2 * clause.known.size()), -1);
    signed char& known = clause.known[number];
    if (known < 0) {
        const auto fields = monitor ? network.describe_monitor(components.monitor(number).packed)
                                    : network.describe_node(network.nodes()[static_cast<std::size_t>(clause.node)].kind,
                                                            components.node(clause.node, number).packed);
        const auto field =
            std::find_if(fields.begin(), fields.end(), [&](const model::Field& f) { return f.name == clause.field; });
        const bool is = field == fields.end() ? clause.value.empty() : field->value == clause.value;
        known = is == clause.equal;
    }
    return known == 1;
}

bool Goal::of_state(const Parts& parts) {
    if (!clauses_.empty())
        return std::all_of(clauses_.begin(), clauses_.end(), [&](Clause& clause) { return holds(clause, parts); });
    if (property_ < 0) return false;
    const model::Property& property = run_.network().properties()[static_cast<std::size_t>(property_)];
    return property.kind == PropertyKind::invariant &&
           !run_.network().holds(property.number, run_.components().raw(parts, objects_, messages_));
}

bool Goal::of_step(const Move& move) const {
    if (move.step->outcomes & outcome_) return true;
    if (!event_.empty()) return event_text(run_.components(), move).starts_with(event_);
    if (property_ < 0) return false;
    const model::Property& property = run_.network().properties()[static_cast<std::size_t>(property_)];
    return property.kind == PropertyKind::step && (move.step->broken >> property.number & 1);
}

Goal::Search Goal::find(std::size_t states, const std::atomic<bool>& interrupt) {
    Components& components = run_.components();
    Search search;
    Met met(components.slots());
    met.add(run_.now(), 0);
    const auto way_to = [&](std::size_t at) {
        std::vector<PathStep> steps;
        for (; at != 0; at = met.from(at)) {
            const Parts to = met.at(at), from = met.at(met.from(at));
            for_each_successor(components, from, [&](const Move& move, const Parts& next) {
                if (!std::equal(next.begin(), next.begin() + components.slots(), to.begin())) return true;
                steps.push_back({move, to});
                return false;
            });
        }
        std::reverse(steps.begin(), steps.end());
        return steps;
    };
    if (of_state(run_.now())) return {Ending::found, 1, {}};
    for (std::size_t at = 0; at < met.size(); ++at) {
        search.states = at + 1;
        if (interrupt) return search.ending = Ending::interrupted, search;
        const Parts now = met.at(at);
        std::optional<PathStep> last;
        const std::uint64_t stalls = for_each_successor(components, now, [&](const Move& move, const Parts& next) {
            if (of_step(move) || (met.add(next, at) && of_state(next))) last = PathStep{move, next};
            return !last;
        });
        if (last || (stalls & outcome_)) {
            search.ending = Ending::found;
            search.way = {way_to(at), !last};
            if (last) search.way.steps.push_back(*last);
            return search;
        }
        if (met.size() > states) return search.ending = Ending::too_many, search;
    }
    return search;
}

}  // namespace tandem::apps
