// The plainest possible search: breadth first over sets of vectors, no symmetry, no sharing. Every engine must find the same
// counts.
#pragma once

#include <algorithm>
#include <cstddef>
#include <set>
#include <vector>

#include "model/network.hpp"

namespace tandem::agreement {

/// A global state: each node's state, then each channel's messages in order; then the monitor's state.
struct GlobalState {
    std::vector<model::Packed> nodes;
    std::vector<std::vector<model::Packed>> channels;
    model::Packed monitor;
    friend auto operator<=>(const GlobalState&, const GlobalState&) = default;
};

struct Counts {
    std::size_t states = 0;
    std::size_t transitions = 0;  // possible steps, including those that lead to a known state
    std::size_t deadlocks = 0;    // states without a step
    std::size_t levels = 0;       // the longest of all shortest paths, in states
};

inline GlobalState initial_state(const model::Network& network, int which) {
    GlobalState state;
    for (std::size_t n = 0; n < network.nodes().size(); ++n) state.nodes.push_back(network.initial(which, static_cast<int>(n)));
    state.channels.resize(network.channels().size());
    state.monitor = network.initial_monitor(which);
    return state;
}

/// Everything one tick later.
inline GlobalState aged(const model::Network& network, GlobalState state) {
    for (std::size_t n = 0; n < state.nodes.size(); ++n)
        state.nodes[n] = network.aged_node(network.nodes()[n].kind, state.nodes[n]);
    for (std::size_t c = 0; c < state.channels.size(); ++c) {
        for (auto& message : state.channels[c]) message = network.aged_message(message);
        if (!network.channels()[c].ordered) std::sort(state.channels[c].begin(), state.channels[c].end());
    }
    return state;
}

/// Calls f(state) for each possible step in `before`.
template <class F>
void each_successor(const model::Network& network, const GlobalState& before, F&& f) {
    const auto step = [&](std::size_t node, const GlobalState& rest, const std::vector<model::LocalStep>& steps) {
        for (const model::LocalStep& step : steps) {
            if (step.stalled || !step.error.empty()) continue;
            GlobalState after = rest;
            after.nodes[node] = step.next;
            bool room = true;
            for (const model::Send& send : step.sends) {
                const model::ChannelInfo& channel = network.channels()[static_cast<std::size_t>(send.channel)];
                auto& messages = after.channels[static_cast<std::size_t>(send.channel)];
                messages.push_back(send.message);
                if (!channel.ordered) std::sort(messages.begin(), messages.end());
                room = room && static_cast<int>(messages.size()) <= channel.capacity;
            }
            const auto monitor = network.observe(before.monitor, step.events);
            if (!room || !monitor) continue;
            after.monitor = *monitor;
            f(after);
        }
    };
    for (std::size_t n = 0; n < before.nodes.size(); ++n) {
        std::vector<model::LocalStep> steps;
        network.spontaneous(static_cast<int>(n), before.nodes[n], steps);
        step(n, before, steps);
    }
    for (std::size_t c = 0; c < before.channels.size(); ++c)
        for (std::size_t i = 0; i < before.channels[c].size(); ++i) {
            const model::ChannelInfo& channel = network.channels()[c];
            if (i > 0 && (channel.ordered || before.channels[c][i] == before.channels[c][i - 1])) continue;
            GlobalState rest = before;
            rest.channels[c].erase(rest.channels[c].begin() + static_cast<std::ptrdiff_t>(i));
            std::vector<model::LocalStep> steps;
            const auto to = static_cast<std::size_t>(channel.to);
            network.receive(channel.to, static_cast<int>(c), before.nodes[to], before.channels[c][i], steps);
            step(to, rest, steps);
        }
    if (network.time_passes())
        if (const GlobalState later = aged(network, before); later != before) f(later);
}

struct Nothing {
    void operator()(const GlobalState&) const {}
};

/// Counts the reachable states of `network`, and calls visit(state) for each. Gives up, with the counts so far, beyond `limit`
/// states.
template <class Visit = Nothing>
Counts reference_search(const model::Network& network, std::size_t limit = 2'000'000, Visit&& visit = {}) {
    std::set<GlobalState> seen;
    std::vector<GlobalState> level;
    for (int which = 0; which < network.initial_states(); ++which)
        if (GlobalState state = initial_state(network, which); seen.insert(state).second) level.push_back(std::move(state));
    Counts counts;
    for (; !level.empty() && seen.size() <= limit; ++counts.levels) {
        std::vector<GlobalState> next;
        for (const GlobalState& state : level) {
            visit(state);
            std::size_t steps = 0;
            each_successor(network, state, [&](const GlobalState& successor) {
                ++steps;
                if (seen.insert(successor).second) next.push_back(successor);
            });
            counts.transitions += steps;
            counts.deadlocks += steps == 0;
        }
        level = std::move(next);
    }
    counts.states = seen.size();
    return counts;
}

}  // namespace tandem::agreement
