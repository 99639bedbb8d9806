#include "perfsim/graphs/graph.hpp"

#include <algorithm>
#include <numeric>
#include <random>

namespace tandem::perfsim {

Graph graph_of(std::uint32_t vertices, std::span<const Arc> arcs, bool weighted) {
    Graph graph;
    graph.rows.assign(std::size_t(vertices) + 1, 0);
    for (const Arc& arc : arcs) ++graph.rows[arc.from + 1];
    std::partial_sum(graph.rows.begin(), graph.rows.end(), graph.rows.begin());
    graph.edges.resize(arcs.size());
    if (weighted) graph.weights.resize(arcs.size());
    std::vector<std::uint32_t> next(graph.rows.begin(), graph.rows.end() - 1);
    for (const Arc& arc : arcs) {
        const std::uint32_t at = next[arc.from]++;
        graph.edges[at] = arc.to;
        if (weighted) graph.weights[at] = arc.weight;
    }
    return graph;
}

Graph reversed(const Graph& graph) {
    std::vector<Arc> arcs;
    arcs.reserve(graph.edges.size());
    for (std::uint32_t v = 0; v < graph.vertices(); ++v)
        for (std::uint32_t e = graph.rows[v]; e < graph.rows[v + 1]; ++e) arcs.push_back({graph.edges[e], v, graph.length(e)});
    return graph_of(graph.vertices(), arcs, !graph.weights.empty());
}

Graph shuffled(const Graph& graph, std::uint64_t seed) {
    std::mt19937_64 random(seed);
    std::vector<std::uint32_t> names(graph.vertices());
    std::iota(names.begin(), names.end(), 0u);
    for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[random() % i]);
    std::vector<Arc> arcs;
    arcs.reserve(graph.edges.size());
    for (std::uint32_t v = 0; v < graph.vertices(); ++v)
        for (std::uint32_t e = graph.rows[v]; e < graph.rows[v + 1]; ++e)
            arcs.push_back({names[v], names[graph.edges[e]], graph.length(e)});
    return graph_of(graph.vertices(), arcs, !graph.weights.empty());
}

Graph undirected(const Graph& graph) {
    const Graph back = reversed(graph);
    Graph both;
    std::vector<std::uint32_t> neighbours;
    for (std::uint32_t v = 0; v < graph.vertices(); ++v) {
        neighbours.clear();
        for (const Graph* g : {&graph, &back})
            neighbours.insert(neighbours.end(), g->edges.begin() + g->rows[v], g->edges.begin() + g->rows[v + 1]);
        std::sort(neighbours.begin(), neighbours.end());
        neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
        for (const std::uint32_t u : neighbours)
            if (u != v) both.edges.push_back(u);
        both.rows.push_back(static_cast<std::uint32_t>(both.edges.size()));
    }
    return both;
}

}  // namespace tandem::perfsim
