// Graphs made of a seed: R-MAT, and the families of the inputs of rsp.txt, Table 2, whose originals cannot be shipped.
//
// A family resembles its inputs in degree, weights, order of vertices and size, as far as these are published. All but R-MAT's
// graphs are connected, without loops, and have each edge once in both directions.
#pragma once

#include <string>

#include "perfsim/graphs/graph.hpp"

namespace tandem::perfsim {

/// 2^scale vertices with `degree` edges each on average, by R-MAT (Chakrabarti, Zhan, Faloutsos, SDM 2004) with Graph500's
/// parameters.
Graph power_law_graph(int scale, int degree, std::uint64_t seed);

/// Approximately so many vertices: grids have as many as fill them.
Graph road_network(std::uint32_t vertices, std::uint64_t seed);
Graph plane_mesh(std::uint32_t vertices, std::uint64_t seed);
Graph circuit_mesh(std::uint32_t vertices, std::uint64_t seed);
Graph small_world(std::uint32_t vertices, std::uint64_t seed);
Graph collaboration(std::uint32_t vertices, std::uint64_t seed);
Graph protein_interactions(std::uint32_t vertices, std::uint64_t seed);

struct GraphFamily {
    std::string name, meaning;
    std::uint32_t least;  // vertices
    Graph (*make)(std::uint32_t vertices, std::uint64_t seed);
};
const std::vector<GraphFamily>& graph_families();

}  // namespace tandem::perfsim
