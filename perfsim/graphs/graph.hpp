// Graphs in the form that kernels take: compressed rows.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tandem::perfsim {

/// The neighbours of v are edges[rows[v]] to edges[rows[v + 1] - 1]. `weights`, if there are any, correspond to them one by one.
struct Graph {
    std::vector<std::uint32_t> rows = {0}, edges, weights;
    std::string no_weights;  // why those that a file has cannot be used: a line for kernels that need them
    std::string remark;      // what a file's weights are not quite: a sentence

    std::uint32_t vertices() const { return static_cast<std::uint32_t>(rows.size() - 1); }
    std::uint32_t degree(std::uint32_t v) const { return rows[v + 1] - rows[v]; }
    /// The length of the edge at that place: 1 if edges have no weights.
    std::uint32_t length(std::uint32_t edge) const { return weights.empty() ? 1 : weights[edge]; }
};

/// An edge in one direction.
struct Arc {
    std::uint32_t from = 0, to = 0, weight = 1;
};

/// The graph with these arcs, each row's arcs in their order. Without `weighted`, weights are left out.
Graph graph_of(std::uint32_t vertices, std::span<const Arc> arcs, bool weighted);

/// The graph with every arc reversed.
Graph reversed(const Graph& graph);

/// Each edge once in both directions, whatever directions `graph` has; no loops, no weights, rows in ascending order.
Graph undirected(const Graph& graph);

/// The same graph with its vertices numbered at random, so that no part of it is special.
Graph shuffled(const Graph& graph, std::uint64_t seed);

/// The bytes needed to make a graph of so many vertices and arcs.
constexpr std::uint64_t bytes_to_make(std::uint64_t vertices, std::uint64_t arcs) {
    return 8 * vertices + (sizeof(Arc) + 8) * arcs;
}

}  // namespace tandem::perfsim
