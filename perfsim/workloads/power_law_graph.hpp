// A graph with a power law of degrees, and its distances from a vertex by Boost.Graph.
#pragma once

#include <cstdint>
#include <vector>

namespace tandem::perfsim {

inline constexpr std::uint32_t unreached = 0xffffffff;

/// Compressed rows: the neighbours of v are edges[rows[v]] to edges[rows[v + 1] - 1]. Each edge is there in both directions.
struct Graph {
    std::vector<std::uint32_t> rows, edges;
    std::uint32_t vertices() const { return static_cast<std::uint32_t>(rows.size() - 1); }
};

/// 2^scale vertices with `degree` edges each on average, by R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004) with Graph500's parameters.
Graph power_law_graph(int scale, int degree, std::uint64_t seed);

/// The least number of edges from `source` to each vertex, or `unreached`.
std::vector<std::uint32_t> distances(const Graph& graph, std::uint32_t source);

}  // namespace tandem::perfsim
