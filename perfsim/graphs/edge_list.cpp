// Lists of edges: `.txt` of the Stanford Large Network Dataset Collection (SNAP), `.el` and `.wel` of the GAP benchmark suite.
#include <bit>

#include "perfsim/graphs/real_lengths.hpp"

namespace tandem::perfsim {

namespace {

/// How SNAP says that each edge stands for both directions.
bool says_undirected(std::string_view comment) {
    const auto word = comment.find_first_not_of("#% \t");
    return word != std::string_view::npos && comment.substr(word).starts_with("Undirected graph");
}

Graph edge_list(const std::string& text, const std::string& file, std::uint64_t memory, bool weighted) {
    GraphLines lines(text, file);
    std::vector<Arc> arcs;
    RealLengths lengths;
    std::uint64_t vertices = 0;
    bool both_directions = false;
    while (lines.next()) {
        if (lines.begins_with('#') || lines.begins_with('%')) {
            both_directions |= says_undirected(lines.rest());
            continue;
        }
        if (lines.ended()) continue;
        const auto from = lines.number("a vertex", 0, most_vertices - 1), to = lines.number("a vertex", 0, most_vertices - 1);
        const std::uint32_t length = weighted ? lengths.next(lines, "the edge's weight") : 1;
        lines.end_of_line(weighted ? "an edge's weight" : "an edge's vertices, for weights are read from .wel,");
        arcs.push_back({static_cast<std::uint32_t>(from), static_cast<std::uint32_t>(to), length});
        vertices = std::max({vertices, from + 1, to + 1});
        // No line says how many there are, so whether they fit is seen as they come.
        if (std::has_single_bit(arcs.size())) lines.check_size(vertices, arcs.size(), memory);
    }
    if (arcs.empty()) lines.fail_at_end("an edge, 'FROM TO'" + std::string(weighted ? " and its weight," : ""));
    lines.check_size(vertices, both_directions ? 2 * arcs.size() : arcs.size(), memory);
    if (both_directions && weighted)
        for (std::size_t i = 0, n = arcs.size(); i < n; ++i) arcs.push_back({arcs[i].to, arcs[i].from, arcs[i].weight});
    Graph graph = graph_of(static_cast<std::uint32_t>(vertices), arcs, weighted);
    if (both_directions && !weighted) return undirected(graph);
    lengths.tell(graph, file);
    return graph;
}

}  // namespace

Graph edge_list_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    return edge_list(text, file, memory, false);
}
Graph weighted_edge_list_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    return edge_list(text, file, memory, true);
}

}  // namespace tandem::perfsim
