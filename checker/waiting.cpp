#include "checker/waiting.hpp"

#include <algorithm>

namespace tandem::checker {

using Kind = Waiting::Obstacle::Kind;

namespace {

/// "L2 to L1 0, where Probe(address B) of L2 waits for L1 0": a channel without room, and who keeps it full.
std::string told_full(const model::Network& network, const Components& components, int channel,
                      const std::vector<Number>& messages) {
    const model::ChannelInfo& info = network.channels()[static_cast<std::size_t>(channel)];
    if (messages.empty()) return info.name;
    const auto node = [&](int n) { return network.nodes()[static_cast<std::size_t>(n)].name; };
    return info.name + ", where " + network.describe_message(components.message(messages.front()).packed) + " of " +
           node(info.from) + " waits for " + node(info.to);
}

}  // namespace

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
        full = told_full(network_, components_, busy, contents(busy, parts));
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
    struct Met {
        int possible = 0;
        std::map<std::string, int> full;  // by the channel without room: in how many of the states
    };
    std::map<std::pair<int, int>, Met> met;  // by node and label
    for (const Parts& parts : states)
        for (int node = 0; node < components_.nodes(); ++node) {
            std::vector<model::LocalStep> steps;
            network_.spontaneous(node, state_of(node, parts), steps);
            std::map<int, int> here;  // by label: -1 if it is possible, or a channel without room
            for (const model::LocalStep& step : steps)
                if (step.fair && !step.stalled)
                    if (int& busy = here.try_emplace(step.label, without_room(step, parts)).first->second; busy >= 0)
                        busy = without_room(step, parts);
            for (const auto& [label, busy] : here) {
                Met& of = met[{node, label}];
                if (busy < 0) ++of.possible;
                else ++of.full[told_full(network_, components_, busy, contents(busy, parts))];
            }
        }
    std::vector<Waiting> list;
    for (const auto& [action, of] : met) {
        if (taken.contains(action) || of.possible == 0) continue;
        int others = static_cast<int>(states.size()) - of.possible;
        list.push_back(
            {-1,
             network_.nodes()[static_cast<std::size_t>(action.first)].name + ": " + network_.label(action.first, action.second),
             {{Kind::none, "", of.possible}}});
        for (const auto& [channel, count] : of.full) {
            list.back().obstacles.push_back({Kind::no_room, channel, count});
            others -= count;
        }
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
