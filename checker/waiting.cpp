#include "checker/waiting.hpp"

#include <algorithm>

namespace tandem::checker {

using Kind = Waiting::Obstacle::Kind;

WaitingMessages::WaitingMessages(const Components& components)
    : components_(components), network_(components.network()), places_(network_.channels().size()) {
    for (int l = 0; l < components.links(); ++l)
        for (std::size_t lane = 0; lane < components.link(l).channels.size(); ++lane)
            places_[static_cast<std::size_t>(components.link(l).channels[lane])] = {l, lane};
}

const std::vector<Number>& WaitingMessages::contents(int channel, const Parts& parts) const {
    const auto& [link, lane] = places_[static_cast<std::size_t>(channel)];
    return components_.contents(link, parts).lanes[lane];
}

int WaitingMessages::without_room(const model::LocalStep& step, const Parts& parts) const {
    std::map<int, std::size_t> sent;
    for (const model::Send& send : step.sends) ++sent[send.channel];
    for (const auto& [channel, count] : sent)
        if (contents(channel, parts).size() + count >
            static_cast<std::size_t>(network_.channels()[static_cast<std::size_t>(channel)].capacity))
            return channel;
    return -1;
}

Waiting::Obstacle WaitingMessages::obstacle(int channel, const model::Packed& message, const Parts& parts) const {
    const int to = network_.channels()[static_cast<std::size_t>(channel)].to;
    std::vector<model::LocalStep> steps;
    network_.receive(to, channel, state_of(to, parts), message, steps);
    std::uint64_t outcomes = 0;
    std::string full;
    for (const model::LocalStep& step : steps) {
        if (step.stalled) {
            outcomes |= step.outcomes;
            continue;
        }
        const int busy = without_room(step, parts);
        if (busy < 0) return {Kind::none, ""};
        const auto& there = contents(busy, parts);
        full = network_.channels()[static_cast<std::size_t>(busy)].name;
        if (!there.empty()) full += ", where " + network_.describe_message(components_.message(there.front()).packed) + " waits";
    }
    if (!full.empty()) return {Kind::no_room, full};
    std::string names;
    for (const std::string& name : outcomes_of(network_, outcomes)) names += (names.empty() ? "" : ", ") + name;
    return {Kind::refused, names};
}

std::vector<Waiting::Obstacle> WaitingMessages::obstacles(int channel, const model::Packed& message,
                                                          std::span<const Parts> states) const {
    std::vector<Waiting::Obstacle> list;
    for (const Parts& parts : states) {
        Waiting::Obstacle one = obstacle(channel, message, parts);
        auto known = std::find_if(list.begin(), list.end(),
                                  [&](const auto& other) { return other.kind == one.kind && other.what == one.what; });
        if (known == list.end()) known = list.insert(list.end(), std::move(one));
        ++known->states;
    }
    std::stable_sort(list.begin(), list.end(), [](const auto& a, const auto& b) { return a.states > b.states; });
    return list;
}

std::vector<Waiting> WaitingMessages::actions_never_taken(const std::set<std::pair<int, int>>& taken,
                                                          std::span<const Parts> states) const {
    std::map<std::pair<int, int>, int> possible;  // by node and label: in how many of the states
    for (const Parts& parts : states)
        for (int node = 0; node < components_.nodes(); ++node) {
            std::vector<model::LocalStep> steps;
            network_.spontaneous(node, state_of(node, parts), steps);
            std::set<int> here;
            for (const model::LocalStep& step : steps)
                if (step.fair && !step.stalled && without_room(step, parts) < 0) here.insert(step.label);
            for (const int label : here) ++possible[{node, label}];
        }
    std::vector<Waiting> list;
    for (const auto& [action, count] : possible) {
        if (taken.contains(action)) continue;
        const int others = static_cast<int>(states.size()) - count;
        list.push_back(
            {-1,
             network_.nodes()[static_cast<std::size_t>(action.first)].name + ": " + network_.label(action.first, action.second),
             {{Kind::none, "", count}}});
        if (others > 0) list.back().obstacles.push_back({Kind::refused, "", others});
    }
    return list;
}

std::vector<std::string> WaitingMessages::refusals(int node, int label, std::span<const Parts> states) const {
    std::uint64_t outcomes = 0;
    for (const Parts& parts : states) {
        std::vector<model::LocalStep> steps;
        network_.spontaneous(node, state_of(node, parts), steps);
        for (const model::LocalStep& step : steps)
            if (step.stalled && step.label == label) outcomes |= step.outcomes;
    }
    return outcomes_of(network_, outcomes);
}

}  // namespace tandem::checker
