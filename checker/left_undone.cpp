#include "checker/left_undone.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "checker/fair_classes.hpp"

namespace tandem::checker {

NeverDone::NeverDone(Components& components, std::span<const int> properties) : components_(components) {
    const Network& network = components.network();
    for (const int p : properties) {
        const model::Property& property = network.properties().at(static_cast<std::size_t>(p));
        if (property.kind == model::PropertyKind::always_eventually && property.number == 0) completed_ = p;
        if (property.kind == model::PropertyKind::always_accepted) accepted_ = p;
    }
    for (int n = 0; n < components.nodes(); ++n) askings_.push_back(network.askings(n));
}

/// Whether the node takes an operation there, and what it sends finds room.
bool NeverDone::accepts(int node, int label, const Parts& parts) const {
    for (const Step& step : components_.row(node, parts[static_cast<std::size_t>(node)]).steps()) {
        if (step.channel >= 0 || step.label != label) continue;
        Parts next = parts;
        const auto fits = [&](const Posting& posting) {
            Number& contents = next[posting.slot];
            return (contents = components_.push(posting, contents)) != Components::none;
        };
        if (std::all_of(step.elsewhere().begin(), step.elsewhere().end(), fits)) return true;
    }
    return false;
}

std::vector<LeftUndone> NeverDone::owed_in(std::span<const Parts> states) const {
    for (int n = 0; completed_ >= 0 && n < components_.nodes(); ++n) {
        std::uint64_t owed = ~std::uint64_t{0};
        for (const Parts& parts : states) owed &= components_.node(n, parts[static_cast<std::size_t>(n)]).owes;
        if (owed != 0) return {{completed_, {.node = n, .bit = std::countr_zero(owed)}, {}, 0}};
    }
    return {};
}

std::vector<LeftUndone> NeverDone::in(std::span<const Parts> states) const {
    std::vector<LeftUndone> found = owed_in(states);
    const Network& network = components_.network();
    for (int n = 0; accepted_ >= 0 && n < components_.nodes(); ++n)
        for (const model::Asking& asking : askings_[static_cast<std::size_t>(n)]) {
            if (!asking.certain) continue;
            const bool refused = std::none_of(states.begin(), states.end(), [&](const Parts& parts) {
                const auto node = static_cast<std::size_t>(n);
                return accepts(n, asking.label, parts) ||
                       network.excused(network.nodes()[node].kind, components_.node(n, parts[node]).packed, asking.thread);
            });
            if (!refused) continue;
            found.push_back({accepted_, {.node = n, .label = asking.label, .thread = asking.thread}, {}, 0});
            return found;
        }
    return found;
}

// Tarjan; the depth of the recursion is that of the graph, so it has a stack of its own.
std::vector<std::vector<std::size_t>> StepGraph::bottoms() const {
    constexpr std::size_t unseen = ~std::size_t{0};
    std::vector<std::size_t> index(states.size(), unseen), low(states.size()), component(states.size(), unseen), stack;
    struct Frame {
        std::size_t state, next;
    };
    std::vector<Frame> frames{{0, 0}};
    std::vector<std::vector<std::size_t>> found;
    std::size_t count = 0, components = 0;
    index[0] = low[0] = count++;
    stack.push_back(0);
    while (!frames.empty()) {
        Frame& frame = frames.back();
        const std::size_t at = frame.state;
        if (frame.next < edges[at].size()) {
            const std::size_t to = edges[at][frame.next++].to;
            if (index[to] == unseen) {
                index[to] = low[to] = count++;
                stack.push_back(to);
                frames.push_back({to, 0});
            } else if (component[to] == unseen) {
                low[at] = std::min(low[at], index[to]);
            }
            continue;
        }
        frames.pop_back();
        if (!frames.empty()) low[frames.back().state] = std::min(low[frames.back().state], low[at]);
        if (low[at] != index[at]) continue;
        std::vector<std::size_t> members;
        do {
            members.push_back(stack.back());
            component[stack.back()] = components;
            stack.pop_back();
        } while (members.back() != at);
        const bool leaves = std::any_of(members.begin(), members.end(), [&](std::size_t s) {
            return std::any_of(edges[s].begin(), edges[s].end(), [&](const Edge& e) { return component[e.to] != components; });
        });
        if (!leaves) found.push_back(std::move(members));
        ++components;
    }
    return found;
}

namespace {

/// The fewest steps from a state on whose last one is wanted; there is one.
template <class Wanted>
std::vector<const StepGraph::Edge*> fewest_steps(const StepGraph& graph, std::size_t from, const Wanted& wanted) {
    struct Arrival {
        std::size_t from;
        const StepGraph::Edge* edge;
    };
    std::map<std::size_t, Arrival> arrivals{{from, {from, nullptr}}};
    std::vector<std::size_t> queue{from};
    for (std::size_t i = 0; i < queue.size(); ++i)
        for (const StepGraph::Edge& edge : graph.edges[queue[i]]) {
            if (wanted(edge)) {
                std::vector<const StepGraph::Edge*> steps{&edge};
                for (Arrival a = arrivals[queue[i]]; a.edge; a = arrivals[a.from]) steps.push_back(a.edge);
                std::reverse(steps.begin(), steps.end());
                return steps;
            }
            if (arrivals.try_emplace(edge.to, Arrival{queue[i], &edge}).second) queue.push_back(edge.to);
        }
    throw std::logic_error("no step leads where one must");
}

}  // namespace

std::vector<PathStep> StepGraph::way(std::size_t from, std::size_t to) const {
    std::vector<PathStep> steps;
    if (from == to) return steps;
    for (const Edge* edge : fewest_steps(*this, from, [&](const Edge& e) { return e.to == to; })) steps.push_back(edge->step);
    return steps;
}

void StepGraph::close(const Network& network, std::size_t entry, std::span<const std::size_t> members,
                      std::vector<PathStep>& path) const {
    liveness::FairClasses classes(network);
    liveness::ClassSet unmet;
    for (const std::size_t state : members)
        for (const Edge& edge : edges[state])
            if (const int c = classes.of(edge.step.move); c >= 0) unmet.insert(c);
    std::size_t at = entry;
    const auto take = [&](const auto& wanted) {
        for (const Edge* edge : fewest_steps(*this, at, wanted)) {
            path.push_back(edge->step);
            const int taken = classes.of(edge->step.move);
            unmet.keep_if([&](int c) { return c != taken; });
            at = edge->to;
        }
    };
    while (!unmet.empty()) take([&](const Edge& edge) {
        const int c = classes.of(edge.step.move);
        return c >= 0 && unmet.contains(c);
    });
    if (at != entry) take([&](const Edge& edge) { return edge.to == entry; });
}

}  // namespace tandem::checker
