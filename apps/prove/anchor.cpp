#include "apps/prove/anchor.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <numeric>
#include <random>

#include "apps/common/words.hpp"
#include "apps/prove/explicit_states.hpp"
#include "checker/successors.hpp"
#include "model/hash.hpp"

namespace tandem::apps {

namespace {

constexpr std::size_t most_whole = 8;  // states of which a certificate says all
constexpr int run_length = 200;

std::vector<int> data_of(const model::Network& network) {
    std::vector<int> data(static_cast<std::size_t>(network.shape()[model::Sort::value]));
    std::iota(data.begin(), data.end(), 0);
    return data;
}

}  // namespace

std::size_t Anchor::PartsHash::operator()(const checker::Parts& parts) const {
    std::uint64_t hash = 0;
    for (const checker::Number n : parts) hash = model::hash_with(hash, n);
    return static_cast<std::size_t>(hash);
}

Anchor::Anchor(checker::Components& components, const smt::Problem& problem, std::vector<int> leases)
    : components_(components),
      problem_(problem),
      choices_{data_of(components.network()), std::move(leases)},
      relation_(problem, choices_) {
    for (std::size_t e = 0; e < problem.events.size(); ++e) {
        const smt::ProofEvent& event = problem.events[e];
        const auto add = [&](int label) { events_[{event.node, event.channel, label}] = static_cast<int>(e); };
        add(event.label);
        for (const int label : event.other_data) add(label);
    }
    for (std::size_t c = 0; c < problem.claims.size(); ++c)
        for (const model::Property& property : components.network().properties())
            if (property.name == problem.claims[c].name &&
                property.kind == (problem.claims[c].of_steps ? model::PropertyKind::step : model::PropertyKind::invariant))
                judged_.emplace_back(static_cast<int>(c), &property);
    result_.reached = smt::SampleTable(problem.variables.size());
    result_.evidence.choices = choices_;
}

int Anchor::event_of(const checker::Move& move) const {
    const auto found =
        events_.find({move.node, move.channel, move.node == checker::no_node || move.channel >= 0 ? 0 : move.step->label});
    return found == events_.end() ? -1 : found->second;
}

smt::StateVector Anchor::leaves_of(const checker::Parts& parts) const { return apps::leaves_of(problem_, components_, parts); }

checker::Parts Anchor::initial(int which) {
    return in_use(components_.initial(which));
}

/// The rest is nobody's, and may be anything.
checker::Parts Anchor::in_use(const checker::Parts& parts) const {
    checker::Parts used{};
    std::copy_n(parts.begin(), components_.slots(), used.begin());
    return used;
}

bool Anchor::breadth_first(std::size_t most, const Stop& stop) {
    std::deque<checker::Parts> open;
    std::unordered_map<checker::Parts, bool, PartsHash> seen;
    const auto add = [&](const checker::Parts& parts) {
        if (seen.emplace(parts, true).second) open.push_back(parts);
    };
    for (int i = 0; i < components_.network().initial_states(); ++i) add(initial(i));
    for (std::size_t n = 0; !open.empty(); ++n) {
        if (n == most || stop() || result_.stray) return false;
        const checker::Parts parts = open.front();
        open.pop_front();
        for (const Successor& next : visit(parts)) add(next.parts);
    }
    return !result_.stray;
}

/// Random numbers, and which step of several to take: some runs starve some events, so that queues fill.
class Anchor::Chance {
public:
    Chance(std::uint64_t seed, std::size_t events) : random_(seed), weights_(events) {}
    void begin_run() {
        const double span = 4 * unit();
        for (double& w : weights_) w = std::pow(10, -span * unit());
    }
    std::size_t below(std::size_t n) { return static_cast<std::size_t>(random_() % n); }
    const Successor& one_of(const std::vector<Successor>& next) {
        const auto weight = [&](const Successor& s) { return weights_[static_cast<std::size_t>(s.event)]; };
        double total = 0;
        for (const Successor& s : next) total += weight(s);
        double left = unit() * total;
        std::size_t taken = 0;
        while (taken + 1 < next.size() && (left -= weight(next[taken])) >= 0) ++taken;
        return next[taken];
    }

private:
    double unit() { return std::ldexp(static_cast<double>(random_() >> 11), -53); }
    std::mt19937_64 random_;
    std::vector<double> weights_;  // by event
};

void Anchor::walk(std::size_t most, std::uint64_t seed, const Stop& stop) {
    Chance chance(seed, problem_.events.size());
    const std::size_t end = result_.states + most;
    // In a small system all states have been visited some time: then a run without a new one would be the first of endlessly
    // many.
    for (int in_vain = 0; in_vain < 100 && result_.states < end && !stop() && !result_.stray; ++in_vain) {
        chance.begin_run();
        checker::Parts parts =
            initial(static_cast<int>(chance.below(static_cast<std::size_t>(components_.network().initial_states()))));
        for (int i = 0; i < run_length && result_.states < end && !result_.stray; ++i) {
            const std::size_t states = result_.states;
            const std::vector<Successor> next = visit(parts);
            if (result_.states > states) in_vain = 0;
            if (next.empty()) break;
            parts = chance.one_of(next).parts;
        }
    }
}

void Anchor::hunt(std::size_t in_vain, std::uint64_t seed, const Stop& stop) {
    Chance chance(seed, problem_.events.size());
    std::vector<checker::Parts> starts;
    for (int i = 0; i < components_.network().initial_states(); ++i) starts.push_back(initial(i));
    std::size_t news = result_.searched;  // when something was new
    const auto goes_on = [&] {
        const std::size_t since = result_.searched - news;
        return !stop() && !result_.stray &&
               (since < in_vain || (since < patience * in_vain && !owed(problem_, result_.times).empty()));
    };
    while (goes_on()) {
        chance.begin_run();
        checker::Parts parts = starts[chance.below(starts.size())];
        for (int i = 0; i < run_length && !result_.stray; ++i) {
            const std::size_t shown = result_.times.size();
            const std::vector<Successor> next = look_and_list(parts);
            if (result_.times.size() > shown) news = result_.searched, starts.push_back(parts);
            if (next.empty()) break;
            parts = chance.one_of(next).parts;
        }
    }
}

bool Anchor::is_seldom(int event, std::uint64_t outcomes) const {
    const auto found = result_.times.find({event, outcomes});
    return found == result_.times.end() || found->second < often;
}

void Anchor::look(const checker::Parts& parts) {
    if (result_.stray) return;
    ++result_.searched;
    bool seldom = false;
    for_each_successor(components_, parts, [&](const checker::Move& move, const checker::Parts&) {
        return !(seldom = is_seldom(event_of(move), move.step->outcomes));
    });
    if (seldom) visit(in_use(parts));
}

std::vector<Anchor::Successor> Anchor::look_and_list(const checker::Parts& parts) {
    ++result_.searched;
    std::vector<Successor> next;
    for_each_successor(components_, parts, [&](const checker::Move& move, const checker::Parts& after) {
        next.push_back({event_of(move), move.step->outcomes, in_use(after)});
    });
    if (std::any_of(next.begin(), next.end(), [&](const Successor& s) { return is_seldom(s.event, s.outcomes); })) visit(parts);
    return next;
}

std::vector<Anchor::Successor> Anchor::visit(const checker::Parts& parts) {
    const bool known = !visited_.emplace(parts, true).second;
    smt::StateVector before;
    if (!known) before = leaves_of(parts);
    std::vector<Successor> successors;
    std::vector<std::vector<Step>> steps(problem_.events.size());
    for_each_successor(components_, parts, [&](const checker::Move& move, const checker::Parts& next) {
        const int event = event_of(move);
        if (event < 0) {
            const std::string name =
                move.node < 0 ? "a tick" : components_.network().nodes()[static_cast<std::size_t>(move.node)].name;
            return found_stray(before, name + " has a step in the explicit search that is no event of the relation");
        }
        successors.push_back({event, move.step->outcomes, in_use(next)});
        if (known) return;
        Step& step = steps[static_cast<std::size_t>(event)].emplace_back(Step{move.step->outcomes, leaves_of(next), 0});
        smt::sort_unordered(problem_, step.after);
        for (const auto& [claim, property] : judged_)
            if (property->kind == model::PropertyKind::step && (move.step->broken >> property->number & 1) != 0)
                step.broken |= 1u << claim;
    });
    if (known || result_.stray) return successors;
    ++result_.states;
    smt::StateVector all = before;
    smt::add_defined_values(problem_, all);
    result_.reached.add(all);
    if (!judged_alike(parts, all)) return successors;
    const std::size_t witnesses = result_.evidence.steps.size();
    for (std::size_t e = 0; e < steps.size(); ++e)
        if (!compare(e, before, steps[e])) return successors;
    // What a certificate says of all steps it says of places, and those of an unordered channel may be others in the search.
    const bool all_ordered = std::all_of(problem_.segments.begin(), problem_.segments.end(), [](const smt::Segment& s) {
        return s.kind != smt::Segment::Kind::channel || s.ordered || s.places == 1;
    });
    if (all_ordered && result_.evidence.steps.size() > witnesses && result_.evidence.whole.size() < most_whole) {
        smt::Evidence::Whole whole{before, {}};
        for (const auto& of_event : steps) {
            auto& after = whole.after.emplace_back();
            for (const Step& step : of_event) after.push_back(step.after);
        }
        result_.evidence.whole.push_back(std::move(whole));
    }
    return successors;
}

bool Anchor::judged_alike(const checker::Parts& parts, const smt::StateVector& state) {
    std::vector<const void*> objects;
    std::vector<model::MessageInFlight> messages;
    for (const auto& [claim, property] : judged_) {
        if (property->kind != model::PropertyKind::invariant) continue;
        const auto& clauses = problem_.claims[static_cast<std::size_t>(claim)].clauses;
        const bool claimed =
            std::all_of(clauses.begin(), clauses.end(), [&](const smt::Clause& c) { return c.holds(state.data()); });
        if (components_.network().holds(property->number, components_.raw(parts, objects, messages)) == claimed) continue;
        found_stray(state, fmt::format("{} {} here in the explicit search, and what is claimed {}", property->name,
                                       claimed ? "fails" : "holds", claimed ? "holds" : "fails"));
        return false;
    }
    return true;
}

/// Sorts the explicit steps, and leaves each once.
bool Anchor::compare(std::size_t event, const smt::StateVector& before, std::vector<Step>& explicit_steps) {
    std::vector<smt::RelationStep> found = relation_.steps(event, before);
    std::vector<Step> of_relation;
    for (const smt::RelationStep& step : found) {
        of_relation.push_back({step.outcomes, step.after, step.broken});
        smt::sort_unordered(problem_, of_relation.back().after);
    }
    for (std::vector<Step>* steps : {&explicit_steps, &of_relation}) {
        std::sort(steps->begin(), steps->end());
        steps->erase(std::unique(steps->begin(), steps->end()), steps->end());
    }
    result_.steps += explicit_steps.size();
    if (explicit_steps == of_relation) {
        std::set<std::uint64_t> shown;
        for (const smt::RelationStep& step : found) {
            result_.outcomes |= step.outcomes;
            result_.paths.insert(step.path);
            if (!shown.insert(step.outcomes).second) continue;
            if (result_.times[{static_cast<int>(event), step.outcomes}]++ == 0)
                result_.evidence.steps.push_back({event, before, step.after, step.chosen});
        }
        return true;
    }
    const auto first_missing = [](const std::vector<Step>& of, const std::vector<Step>& in) {
        return std::find_if(of.begin(), of.end(),
                            [&](const Step& step) { return !std::binary_search(in.begin(), in.end(), step); });
    };
    const auto lost = first_missing(explicit_steps, of_relation), added = first_missing(of_relation, explicit_steps);
    if (lost == explicit_steps.end())
        found_stray(before, told(event, *added) + " is a path of the relation, and no step of the explicit search");
    else if (added == of_relation.end() || added->outcomes != lost->outcomes)
        found_stray(before, told(event, *lost) + " is a step of the explicit search, and no path of the relation");
    else {
        if (lost->after == added->after)
            return found_stray(before, told(event, *lost) + " breaks a property of steps in one of both, and not in the other"),
                   false;
        const auto [is, said] = std::mismatch(lost->after.begin(), lost->after.end(), added->after.begin());
        const auto v = static_cast<std::size_t>(is - lost->after.begin());
        found_stray(before, fmt::format("{} leads elsewhere: {} is {} after it in the explicit search, and {} in the relation",
                                        told(event, *lost), problem_.variables[v].name, *is, *said));
    }
    return false;
}

std::string Anchor::told(std::size_t event, const Step& step) const {
    std::vector<std::string> names;
    for (std::size_t o = 0; o < problem_.outcomes.size(); ++o)
        if (step.outcomes >> o & 1) names.push_back(problem_.outcomes[o]);
    return problem_.events[event].name + (names.empty() ? "" : " (" + join(names, ", ") + ")");
}

void Anchor::found_stray(smt::StateVector before, std::string what) {
    if (result_.stray) return;
    if (before.size() < problem_.variables.size()) smt::add_defined_values(problem_, before);
    result_.stray = {std::move(what), std::move(before)};
}

}  // namespace tandem::apps
