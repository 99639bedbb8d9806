// Boost.Graph's results for a graph, with which kernels are compared.
#pragma once

#include "perfsim/graphs/graph.hpp"

namespace tandem::perfsim {

inline constexpr std::uint32_t unreached = 0xffffffff;

/// The minimum number of edges from `source` to each vertex, or `unreached`.
std::vector<std::uint32_t> hops(const Graph& graph, std::uint32_t source);

/// The minimum length of a path from `source` to each vertex, or `unreached`.
std::vector<std::uint32_t> shortest_paths(const Graph& graph, std::uint32_t source);

/// The ranks after that many iterations with a damping of 0.85, in Boost's scale. They start at 1 / vertices, and the undamped
/// part gives each vertex 0.15.
std::vector<double> page_ranks(const Graph& graph, int iterations);

}  // namespace tandem::perfsim
