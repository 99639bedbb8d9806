#include "apps/trace/why_stuck.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "apps/common/words.hpp"

namespace tandem::apps {

using checker::Flight, checker::Trace, checker::TraceStep, checker::Waiting;

namespace {

using Kind = Waiting::Obstacle::Kind;

const std::string& name_of(const Trace& trace, int node) { return trace.start[static_cast<std::size_t>(node)].first; }

std::string with_step(const Flight& message) {
    return message.message + (message.sent < 0 ? "" : fmt::format(" (step {})", message.sent + 1));
}

/// The channel that an obstacle speaks of, or -1.
int full_channel(const model::Network& network, const Waiting::Obstacle& obstacle) {
    if (obstacle.kind != Kind::no_room) return -1;
    for (std::size_t c = 0; c < network.channels().size(); ++c)
        if (const std::string& name = network.channels()[c].name; obstacle.what == name || obstacle.what.starts_with(name + ","))
            return static_cast<int>(c);
    return -1;
}

/// Whose accesses are under way: "W0 of SM0".
std::vector<std::string> waiting_threads(const Trace& trace) {
    std::set<std::pair<int, int>> begun;
    for (const TraceStep& step : trace.steps) {
        const bool fence = std::any_of(step.events.begin(), step.events.end(),  // it is over with its step
                                       [](const auto& event) { return event.kind == model::EventKind::fence_passed; });
        if (step.thread >= 0 && !fence) begun.insert({trace.cores[static_cast<std::size_t>(step.node)], step.thread});
        for (const auto& event : step.events)
            if (event.kind == model::EventKind::load_completed || event.kind == model::EventKind::load_returned ||
                event.kind == model::EventKind::store_completed)
                begun.erase({static_cast<int>(event.core.index()), static_cast<int>(event.thread.index())});
    }
    std::vector<std::string> names;
    for (const auto& [core, thread] : begun) names.push_back(thread_name(trace, core, thread));
    return names;
}

/// Nodes each of which waits for the next, the first once more at the end: the shortest such cycle. Empty if there is none.
std::vector<int> cycle_of(const std::map<int, std::set<int>>& waits_for) {
    std::vector<int> shortest;
    for (const auto& entry : waits_for) {
        std::map<int, int> reached_from;
        std::vector<int> open{entry.first};
        for (std::size_t i = 0; i < open.size() && !reached_from.contains(entry.first); ++i)
            if (const auto found = waits_for.find(open[i]); found != waits_for.end())
                for (const int next : found->second)
                    if (reached_from.emplace(next, open[i]).second) open.push_back(next);
        if (!reached_from.contains(entry.first)) continue;
        std::vector<int> cycle{entry.first};
        do cycle.push_back(reached_from[cycle.back()]);
        while (cycle.back() != entry.first);
        std::reverse(cycle.begin(), cycle.end());
        if (shortest.empty() || cycle.size() < shortest.size()) shortest = cycle;
    }
    return shortest;
}

class Deadlock {
public:
    Deadlock(const model::Network& network, Trace& trace) : network_(network), trace_(trace) {
        for (const Flight& message : trace_.messages)
            if (message.received < 0) anyhow_[message.from].insert(message.to);
        for (const Waiting& waiting : trace_.waiting)
            for (const Waiting::Obstacle& obstacle : waiting.obstacles)
                if (const int c = full_channel(network_, obstacle); c >= 0) {
                    const model::ChannelInfo& info = network_.channels()[static_cast<std::size_t>(c)];
                    full_[info.from].insert(info.to);
                    full_channels_.insert(info.name);
                }
    }

    void explain() {
        if (!trace_.steps.empty()) trace_.witnesses = {static_cast<int>(trace_.steps.size()) - 1};
        trace_.why = "Nothing can happen any more, and somebody waits.";
        const std::vector<std::string> owing = waiting_threads(trace_);
        if (!owing.empty())
            trace_.why +=
                " " + join(owing, ", ") + (owing.size() == 1 ? " waits" : " wait") + " for an answer that does not come.";
        const auto cycle = cycle_of(full_);
        if (!cycle.empty()) tell_full(cycle);
        for (const Waiting& waiting : trace_.waiting)
            if (waiting.message >= 0 && !told_.contains(waiting.message)) trace_.why += " " + why_not_taken(waiting);
        if (!cycle.empty()) return;
        if (const auto others = cycle_of(anyhow_); !others.empty())
            trace_.why += " A cycle of messages that are on their way: from " + joined(others, " to ") + ".";
    }

private:
    /// "L2 does not take GETX(address A) (step 3) from L1: it stalls (busy)."
    std::string why_not_taken(const Waiting& waiting) {
        const Flight& message = trace_.messages[static_cast<std::size_t>(waiting.message)];
        rests_on(message);
        std::string text = fmt::format("{} does not take {} from {}", name_of(trace_, message.to), with_step(message),
                                       name_of(trace_, message.from));
        if (waiting.obstacles.empty()) return text + ".";
        const Waiting::Obstacle& obstacle = waiting.obstacles.front();
        if (const int c = full_channel(network_, obstacle); c >= 0)
            return fmt::format("{}: what it would send has no room in the channel {}.", text,
                               network_.channels()[static_cast<std::size_t>(c)].name);
        return text + (obstacle.what.empty() ? "." : fmt::format(": it stalls ({}).", obstacle.what));
    }
    /// The message that a node cannot take because its channel to the next is full; null if there is none.
    const Waiting* hindered_by_next(int node, int next) const {
        for (const Waiting& waiting : trace_.waiting) {
            if (waiting.message < 0 || trace_.messages[static_cast<std::size_t>(waiting.message)].to != node) continue;
            for (const Waiting::Obstacle& obstacle : waiting.obstacles)
                if (const int c = full_channel(network_, obstacle);
                    c >= 0 && network_.channels()[static_cast<std::size_t>(c)].to == next)
                    return &waiting;
        }
        return nullptr;
    }
    /// Each node of the cycle must send into a channel that is full until the next one receives from it.
    void tell_full(const std::vector<int>& cycle) {
        std::vector<std::string> parts;
        for (std::size_t i = 0; i + 1 < cycle.size(); ++i) {
            std::vector<std::string> inside;
            for (const Flight& message : trace_.messages)
                if (message.received < 0 && message.from == cycle[i] && message.to == cycle[i + 1] &&
                    full_channels_.contains(message.channel)) {
                    inside.push_back(with_step(message));
                    rests_on(message);
                }
            std::string taking;
            if (const Waiting* hindered = hindered_by_next(cycle[i], cycle[i + 1])) {
                const Flight& message = trace_.messages[static_cast<std::size_t>(hindered->message)];
                rests_on(message);
                told_.insert(hindered->message);
                taking = fmt::format("to take {}, ", with_step(message));
            }
            parts.push_back(fmt::format("{}{} must send to {}, where {} {} the channel", taking, name_of(trace_, cycle[i]),
                                        name_of(trace_, cycle[i + 1]), join(inside, " and "),
                                        inside.size() == 1 ? "fills" : "fill"));
        }
        trace_.why += " A cycle: " + join(parts, "; ") + ".";
    }
    std::string joined(const std::vector<int>& cycle, const char* between) const {
        std::vector<std::string> names;
        for (const int node : cycle) names.push_back(name_of(trace_, node));
        return join(names, between);
    }
    void rests_on(const Flight& message) {
        if (message.sent >= 0) trace_.witnesses.push_back(message.sent);
    }

    const model::Network& network_;
    Trace& trace_;
    std::map<int, std::set<int>> full_, anyhow_;  // by node: those that it waits for, to make room or at all
    std::set<std::string> full_channels_;         // their names
    std::set<int> told_;                          // messages of the cycle
};

}  // namespace

void explain_deadlock(const model::Network& network, Trace& trace) { Deadlock(network, trace).explain(); }

}  // namespace tandem::apps
