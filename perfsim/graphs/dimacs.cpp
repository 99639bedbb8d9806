#include "perfsim/graphs/graph_lines.hpp"

namespace tandem::perfsim {

namespace {

/// The edges of a graph to be coloured, each in one direction or, in some files, in both.
Graph edges(GraphLines& lines, std::uint32_t vertices, std::uint64_t count) {
    std::vector<Arc> arcs;
    arcs.reserve(lines.room_for(count));
    while (arcs.size() < count) {
        lines.next_line('c', fmt::format("edge {} of {}", arcs.size() + 1, count));
        if (const auto e = lines.word(); e != "e") lines.fail("'e VERTEX VERTEX'", e);
        const auto one = lines.number("a vertex", 1, vertices), other = lines.number("a vertex", 1, vertices);
        lines.end_of_line("an edge's vertices");
        arcs.push_back({static_cast<std::uint32_t>(one - 1), static_cast<std::uint32_t>(other - 1)});
    }
    lines.end_of_file('c', fmt::format("no more than {} edges", count));
    return undirected(graph_of(vertices, arcs, false));
}

}  // namespace

Graph dimacs_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    GraphLines lines(text, file);
    const std::string header = "'p sp VERTICES ARCS' or 'p edge VERTICES EDGES'";
    lines.next_line('c', header);
    if (const auto p = lines.word(); p != "p") lines.fail(header, p);
    const auto problem = lines.word();
    if (problem != "sp" && problem != "edge" && problem != "col") lines.fail("'sp', 'edge' or 'col' after 'p'", problem);
    const std::uint64_t vertices = lines.number("the number of vertices", 1, most_vertices);
    const std::uint64_t count = lines.number("the number of arcs", 0, ~std::uint64_t(0));
    lines.end_of_line("the number of arcs");
    lines.check_size(vertices, problem == "sp" ? count : 2 * std::min(count, ~std::uint64_t(0) / 2), memory);
    if (problem != "sp") return edges(lines, static_cast<std::uint32_t>(vertices), count);

    std::vector<Arc> arcs;
    arcs.reserve(lines.room_for(count));
    while (arcs.size() < count) {
        lines.next_line('c', fmt::format("arc {} of {}", arcs.size() + 1, count));
        if (const auto a = lines.word(); a != "a") lines.fail("'a FROM TO LENGTH'", a);
        const auto from = lines.number("a vertex", 1, vertices), to = lines.number("a vertex", 1, vertices),
                   length = lines.number("a length", 0, most_length);
        lines.end_of_line("an arc's length");
        arcs.push_back(
            {static_cast<std::uint32_t>(from - 1), static_cast<std::uint32_t>(to - 1), static_cast<std::uint32_t>(length)});
    }
    lines.end_of_file('c', fmt::format("no more than {} arcs", count));
    return graph_of(static_cast<std::uint32_t>(vertices), arcs, true);
}

}  // namespace tandem::perfsim
