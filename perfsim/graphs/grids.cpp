// Graphs in a plane or in space: vertices are numbered row by row, as is usual in such data.
#include <boost/pending/disjoint_sets.hpp>
#include <cmath>
#include <random>

#include "perfsim/graphs/families.hpp"

namespace tandem::perfsim {

namespace {

void add_both(std::vector<Arc>& arcs, std::uint32_t a, std::uint32_t b, std::uint32_t weight = 1) {
    arcs.push_back({a, b, weight});
    arcs.push_back({b, a, weight});
}

std::uint32_t side_of(std::uint32_t vertices) { return static_cast<std::uint32_t>(std::lround(std::sqrt(vertices))); }

/// The edges of a grid, from the lower to the higher vertex.
std::vector<Arc> grid_edges(std::uint32_t rows, std::uint32_t columns) {
    std::vector<Arc> edges;
    for (std::uint32_t r = 0; r < rows; ++r)
        for (std::uint32_t c = 0; c < columns; ++c) {
            const std::uint32_t v = r * columns + c;
            if (c + 1 < columns) edges.push_back({v, v + 1});
            if (r + 1 < rows) edges.push_back({v, v + columns});
        }
    return edges;
}

}  // namespace

// USA-road-d.BAY, NY and COL have 1.39 to 1.21 edges a vertex (9th DIMACS challenge). A tree of random streets reaches all
// crossings, and other streets are added up to BAY's 1.245.
Graph road_network(std::uint32_t vertices, std::uint64_t seed) {
    const std::uint32_t rows = side_of(vertices), columns = vertices / rows, count = rows * columns;
    std::mt19937_64 random(seed);
    std::vector<Arc> streets = grid_edges(rows, columns), arcs, others;
    for (std::size_t i = streets.size(); i > 1; --i) std::swap(streets[i - 1], streets[random() % i]);
    std::vector<std::uint32_t> rank(count), parent(count);
    boost::disjoint_sets sets(rank.data(), parent.data());
    for (std::uint32_t v = 0; v < count; ++v) sets.make_set(v);
    const auto build = [&](const Arc& street) {
        add_both(arcs, street.from, street.to, 100 + static_cast<std::uint32_t>(random() % 2900));
    };
    for (const Arc& street : streets) {
        if (sets.find_set(street.from) == sets.find_set(street.to)) {
            others.push_back(street);
            continue;
        }
        sets.union_set(street.from, street.to);
        build(street);
    }
    for (std::size_t i = 0; i < others.size() && arcs.size() < std::uint64_t(count) * 2490 / 1000; ++i) build(others[i]);
    return graph_of(count, arcs, true);
}

// ecology1 is a grid of 1000 by 1000 (SuiteSparse collection).
Graph plane_mesh(std::uint32_t vertices, std::uint64_t) {
    const std::uint32_t rows = side_of(vertices), columns = vertices / rows;
    std::vector<Arc> arcs;
    for (const Arc& edge : grid_edges(rows, columns)) add_both(arcs, edge.from, edge.to);
    return graph_of(rows * columns, arcs, false);
}

// G3_circuit has 3.83 neighbours a vertex. Each metal layer has wires in one direction, alternating between layers, and vias to
// the next layer: 3.8 with ten layers.
Graph circuit_mesh(std::uint32_t vertices, std::uint64_t) {
    constexpr std::uint32_t layers = 10;
    const std::uint32_t rows = std::max(1u, side_of(vertices / layers)), columns = std::max(1u, vertices / layers / rows),
                        plane = rows * columns;
    std::vector<Arc> arcs;
    for (std::uint32_t layer = 0; layer < layers; ++layer)
        for (std::uint32_t v = layer * plane, c = 0; v < (layer + 1) * plane; ++v, c = (c + 1) % columns) {
            const bool along_rows = layer % 2 == 0;
            if (along_rows && c + 1 < columns) add_both(arcs, v, v + 1);
            if (!along_rows && v + columns < (layer + 1) * plane) add_both(arcs, v, v + columns);
            if (layer + 1 < layers) add_both(arcs, v, v + plane);
        }
    return graph_of(layers * plane, arcs, false);
}

}  // namespace tandem::perfsim
