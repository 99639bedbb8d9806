#include "perfsim/graphs/reference.hpp"

#include <boost/graph/breadth_first_search.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/graph/dijkstra_shortest_paths.hpp>
#include <boost/graph/page_rank.hpp>
#include <algorithm>
#include <limits>

namespace tandem::perfsim {

namespace {

using Forward = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, std::uint32_t, boost::no_property,
                                                   std::uint32_t, std::uint32_t>;

Forward boosted(const Graph& graph) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
    std::vector<std::uint32_t> lengths;
    pairs.reserve(graph.edges.size());
    lengths.reserve(graph.edges.size());
    for (std::uint32_t v = 0; v < graph.vertices(); ++v)
        for (std::uint32_t e = graph.rows[v]; e < graph.rows[v + 1]; ++e) {
            pairs.emplace_back(v, graph.edges[e]);
            lengths.push_back(graph.length(e));
        }
    return Forward(boost::edges_are_sorted, pairs.begin(), pairs.end(), lengths.begin(), graph.vertices());
}

template <class T>
auto by_vertex(std::vector<T>& values, const Forward& graph) {
    return boost::make_iterator_property_map(values.begin(), boost::get(boost::vertex_index, graph));
}

}  // namespace

std::vector<std::uint32_t> hops(const Graph& graph, std::uint32_t source) {
    const Forward forward = boosted(graph);
    std::vector<std::uint32_t> result(graph.vertices(), unreached);
    result[source] = 0;
    boost::breadth_first_search(
        forward, source,
        boost::visitor(boost::make_bfs_visitor(boost::record_distances(by_vertex(result, forward), boost::on_tree_edge{}))));
    return result;
}

std::vector<std::uint32_t> shortest_paths(const Graph& graph, std::uint32_t source) {
    const Forward forward = boosted(graph);
    // Sums have 64 bits: a path may be longer than kernels can count. Its end is then unreached for both.
    std::vector<std::uint64_t> lengths(graph.vertices());
    boost::dijkstra_shortest_paths(forward, source,
                                   boost::distance_map(by_vertex(lengths, forward))
                                       .weight_map(boost::get(boost::edge_bundle, forward))
                                       .distance_inf(std::numeric_limits<std::uint64_t>::max()));
    std::vector<std::uint32_t> result;
    for (const std::uint64_t length : lengths)
        result.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(length, unreached)));
    return result;
}

std::vector<double> page_ranks(const Graph& graph, int iterations) {
    const Forward forward = boosted(graph);
    std::vector<double> ranks(graph.vertices());
    boost::graph::page_rank(forward, by_vertex(ranks, forward), boost::graph::n_iterations(static_cast<std::size_t>(iterations)),
                            0.85);
    return ranks;
}

}  // namespace tandem::perfsim
