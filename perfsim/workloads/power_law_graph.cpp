#include "perfsim/workloads/power_law_graph.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <numeric>
#include <random>

namespace tandem::perfsim {

Graph power_law_graph(int scale, int degree, std::uint64_t seed) {
    const std::uint32_t vertices = std::uint32_t(1) << scale;
    const std::size_t count = std::size_t(vertices) * static_cast<std::size_t>(degree) / 2;
    std::mt19937_64 random(seed);
    // Vertices are named at random, or else the hubs would be neighbours in memory.
    std::vector<std::uint32_t> names(vertices);
    std::iota(names.begin(), names.end(), 0u);
    for (std::uint32_t i = vertices; i > 1; --i) std::swap(names[i - 1], names[random() % i]);

    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    pairs.reserve(2 * count);
    for (std::size_t e = 0; e < count; ++e) {
        std::uint32_t from = 0, to = 0;
        for (int bit = 0; bit < scale; ++bit) {
            const auto chance = random() % 100;  // quarters of the matrix: 57, 19, 19 and 5 of 100
            from = 2 * from + (chance >= 76);
            to = 2 * to + ((chance >= 57 && chance < 76) || chance >= 95);
        }
        pairs.emplace_back(names[from], names[to]);
        pairs.emplace_back(names[to], names[from]);
    }
    Graph graph;
    graph.rows.assign(vertices + 1, 0);
    for (const auto& pair : pairs) ++graph.rows[pair.first + 1];
    std::partial_sum(graph.rows.begin(), graph.rows.end(), graph.rows.begin());
    graph.edges.resize(pairs.size());
    std::vector<std::uint32_t> next(graph.rows.begin(), graph.rows.end() - 1);
    for (const auto& pair : pairs) graph.edges[next[pair.first]++] = pair.second;
    return graph;
}

std::vector<std::uint32_t> distances(const Graph& graph, std::uint32_t source) {
    using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property, boost::no_property, std::uint32_t, std::uint32_t>;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    for (std::uint32_t v = 0; v < graph.vertices(); ++v)
        for (std::uint32_t e = graph.rows[v]; e < graph.rows[v + 1]; ++e) pairs.emplace_back(v, graph.edges[e]);
    const Csr csr(boost::edges_are_sorted, pairs.begin(), pairs.end(), graph.vertices());
    std::vector<std::uint32_t> result(graph.vertices(), unreached);
    result[source] = 0;
    const auto map = boost::make_iterator_property_map(result.begin(), boost::get(boost::vertex_index, csr));
    boost::breadth_first_search(csr, source, boost::visitor(boost::make_bfs_visitor(boost::record_distances(map, boost::on_tree_edge{}))));
    return result;
}

}  // namespace tandem::perfsim
