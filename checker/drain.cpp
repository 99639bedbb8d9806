#include "checker/drain.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <stdexcept>

#include "checker/fair_classes.hpp"

namespace tandem::checker {

namespace {

/// Of a system that does not rest, so many states are looked at, at most.
constexpr std::size_t states_beyond = 4000;

}  // namespace

/// The states that fair steps lead to, and the steps.
struct Drain::Graph {
    struct Edge {
        std::size_t to;
        PathStep step;
    };
    std::vector<Parts> states;
    std::vector<std::vector<Edge>> edges;

    /// The strongly connected components that no step leaves (Tarjan; the depth of the recursion is that of the graph, so it has
    /// a stack of its own).
    std::vector<std::vector<std::size_t>> bottoms() const;

    /// The fewest steps from a state on whose last one is wanted; there is one.
    template <class Wanted>
    std::vector<const Edge*> way(std::size_t from, const Wanted& wanted) const {
        struct Arrival {
            std::size_t from;
            const Edge* edge;
        };
        std::map<std::size_t, Arrival> arrivals{{from, {from, nullptr}}};
        std::vector<std::size_t> queue{from};
        for (std::size_t i = 0; i < queue.size(); ++i)
            for (const Edge& edge : edges[queue[i]]) {
                if (wanted(edge)) {
                    std::vector<const Edge*> steps{&edge};
                    for (Arrival a = arrivals[queue[i]]; a.edge; a = arrivals[a.from]) steps.push_back(a.edge);
                    std::reverse(steps.begin(), steps.end());
                    return steps;
                }
                if (arrivals.try_emplace(edge.to, Arrival{queue[i], &edge}).second) queue.push_back(edge.to);
            }
        throw std::logic_error("no fair step leads where one must");
    }
};

std::vector<std::vector<std::size_t>> Drain::Graph::bottoms() const {
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

Drain::Drain(Components& components, std::span<const int> properties) : components_(components) {
    const Network& network = components.network();
    for (const int p : properties) {
        const model::Property& property = network.properties().at(static_cast<std::size_t>(p));
        if (property.kind == model::PropertyKind::always_eventually && property.number == 0) completed_ = p;
        if (property.kind == model::PropertyKind::always_accepted) accepted_ = p;
    }
    for (int n = 0; n < components.nodes(); ++n) askings_.push_back(network.askings(n));
}

void Drain::fair_steps(const Parts& from, std::vector<PathStep>& steps) {
    steps.clear();
    for_each_successor(components_, from, [&](const Move& move, const Parts& next) {
        PathStep& step = steps.emplace_back();
        step.move = move;
        std::copy_n(next.begin(), components_.slots(), step.after.begin());
    }, [](const Move&) {}, Steps::fair);
}

/// Whether the node takes an operation there, and what it sends finds room.
bool Drain::accepts(int node, int label, const Parts& parts) {
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

std::vector<Drain::LeftUndone> Drain::undone(std::span<const Parts> states, const std::vector<PathStep>& path) {
    std::vector<LeftUndone> found;
    const Network& network = components_.network();
    const auto entry_of = [&](int n, const Parts& parts) -> const NodeEntry& {
        return components_.node(n, parts[static_cast<std::size_t>(n)]);
    };
    for (int n = 0; completed_ >= 0 && n < components_.nodes(); ++n) {
        std::uint64_t owed = ~std::uint64_t{0};
        for (const Parts& parts : states) owed &= entry_of(n, parts).owes;
        if (owed == 0) continue;
        found.push_back({completed_, {.node = n, .bit = std::countr_zero(owed)}, path, path.size()});
        break;
    }
    for (int n = 0; accepted_ >= 0 && n < components_.nodes(); ++n)
        for (const model::Asking& asking : askings_[static_cast<std::size_t>(n)]) {
            if (!asking.certain) continue;
            const bool refused = std::none_of(states.begin(), states.end(), [&](const Parts& parts) {
                return accepts(n, asking.label, parts) || network.excused(network.nodes()[static_cast<std::size_t>(n)].kind,
                                                                          entry_of(n, parts).packed, asking.thread);
            });
            if (!refused) continue;
            found.push_back({accepted_, {.node = n, .label = asking.label, .thread = asking.thread}, path, path.size()});
            return found;
        }
    return found;
}

/// Takes each class of steps that the component has once, and comes back to where it began.
void Drain::close(const Graph& graph, const std::vector<std::size_t>& members, std::vector<PathStep>& path) {
    liveness::FairClasses classes(components_.network());
    liveness::ClassSet unmet;
    for (const std::size_t state : members)
        for (const Graph::Edge& edge : graph.edges[state]) unmet.insert(classes.of(edge.step.move));
    const std::size_t entry = members.back();
    std::size_t at = entry;
    const auto take = [&](const auto& wanted) {
        for (const Graph::Edge* edge : graph.way(at, wanted)) {
            path.push_back(edge->step);
            const int taken = classes.of(edge->step.move);
            unmet.keep_if([&](int c) { return c != taken; });
            at = edge->to;
        }
    };
    while (!unmet.empty()) take([&](const Graph::Edge& edge) { return unmet.contains(classes.of(edge.step.move)); });
    if (at != entry) take([&](const Graph::Edge& edge) { return edge.to == entry; });
}

std::vector<Drain::LeftUndone> Drain::from(const Parts& state, Random& random) {
    std::vector<PathStep> path;
    Parts here = state;
    const auto same = [&](const Parts& a, const Parts& b) {
        return std::equal(a.begin(), a.begin() + components_.slots(), b.begin());
    };
    for (;;) {
        fair_steps(here, steps_);
        if (std::all_of(steps_.begin(), steps_.end(), [&](const PathStep& step) { return same(step.after, here); })) {
            std::vector<LeftUndone> found = undone(std::span(&here, 1), path);
            for (LeftUndone& left : found)  // steps that change nothing are taken again and again
                left.path.insert(left.path.end(), steps_.begin(), steps_.end());
            return found;
        }
        if (path.size() == steps_to_rest) break;
        path.push_back(steps_[random.below(steps_.size())]);
        here = path.back().after;
    }
    // It does not rest. All that can follow is looked at.
    Graph graph;
    std::map<std::vector<Number>, std::size_t> numbers;
    const auto number_of = [&](const Parts& parts) {
        const auto [at, added] =
            numbers.try_emplace(std::vector<Number>(parts.begin(), parts.begin() + components_.slots()), graph.states.size());
        if (added) graph.states.push_back(parts);
        return at->second;
    };
    number_of(here);
    for (std::size_t s = 0; s < graph.states.size(); ++s) {
        if (graph.states.size() > states_beyond) return {};
        const Parts from = graph.states[s];
        fair_steps(from, steps_);
        auto& edges = graph.edges.emplace_back();
        for (const PathStep& step : steps_) edges.push_back({number_of(step.after), step});
    }
    for (const std::vector<std::size_t>& members : graph.bottoms()) {
        std::vector<Parts> states;
        for (const std::size_t m : members) states.push_back(graph.states[m]);
        std::vector<LeftUndone> found = undone(states, path);
        if (found.empty()) continue;
        // The way from the start of the graph to the component, and round in it.
        std::vector<PathStep> way = path;
        if (members.back() != 0)
            for (const Graph::Edge* edge : graph.way(0, [&](const Graph::Edge& e) { return e.to == members.back(); }))
                way.push_back(edge->step);
        const std::size_t cycle_from = way.size();
        close(graph, members, way);
        for (LeftUndone& left : found) left.path = way, left.cycle_from = cycle_from;
        return found;
    }
    return {};
}

}  // namespace tandem::checker
