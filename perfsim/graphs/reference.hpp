// What Boost.Graph says of a graph: the results that kernels are held to.
#pragma once

#include "perfsim/graphs/graph.hpp"

namespace tandem::perfsim {

inline constexpr std::uint32_t unreached = 0xffffffff;

/// The least number of edges from `source` to each vertex, or `unreached`.
std::vector<std::uint32_t> hops(const Graph& graph, std::uint32_t source);

/// The least length of a path from `source` to each vertex, or `unreached`.
std::vector<std::uint32_t> shortest_paths(const Graph& graph, std::uint32_t source);

/// The ranks after that many iterations with a damping of 0.85, in Boost's scale: they start at 1 / vertices, and what is not damped gives each
/// vertex 0.15.
std::vector<double> page_ranks(const Graph& graph, int iterations);

}  // namespace tandem::perfsim
