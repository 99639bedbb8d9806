#include "perfsim/graphs/graph_lines.hpp"

namespace tandem::perfsim {

namespace {

/// The contents of a vertex's line besides neighbours.
struct MetisFormat {
    bool sizes = false, edge_weights = false;
    std::uint64_t vertex_weights = 0;
};

MetisFormat metis_format(GraphLines& lines) {
    MetisFormat format;
    if (lines.ended()) return format;
    const std::uint64_t digits = lines.number("the format, three digits of 0 or 1", 0, 111);
    if (digits % 10 > 1 || digits / 10 % 10 > 1) lines.fail("a format of three digits, 0 or 1", std::to_string(digits));
    format.sizes = digits / 100 == 1;
    format.edge_weights = digits % 10 == 1;
    if (digits / 10 % 10 == 1)
        format.vertex_weights = lines.ended() ? 1 : lines.number("the number of a vertex's weights", 1, 1000);
    return format;
}

}  // namespace

Graph metis_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    GraphLines lines(text, file);
    lines.next_line('%', "'VERTICES EDGES [FORMAT [WEIGHTS]]'");
    const std::uint64_t vertices = lines.number("the number of vertices", 1, most_vertices);
    const std::uint64_t edges = lines.number("the number of edges", 0, ~std::uint64_t(0) / 2);
    const MetisFormat format = metis_format(lines);
    lines.end_of_line("the header");
    lines.check_size(vertices, 2 * edges, memory);

    std::vector<Arc> arcs;
    arcs.reserve(lines.room_for(2 * edges));
    for (std::uint64_t v = 0; v < vertices; ++v) {
        lines.next_line('%', fmt::format("the neighbours of vertex {} of {}", v + 1, vertices), true);
        if (format.sizes) lines.number("the vertex's size", 0, ~std::uint64_t(0));
        for (std::uint64_t i = 0; i < format.vertex_weights; ++i) lines.number("a weight of the vertex", 0, ~std::uint64_t(0));
        while (!lines.ended()) {
            if (arcs.size() == 2 * edges)
                lines.fail(fmt::format("no more than {} edges, each of them twice,", edges), lines.word());
            const auto to = lines.number("a neighbour", 1, vertices),
                       length = format.edge_weights ? lines.number("the edge's weight", 0, most_length) : 1;
            arcs.push_back(
                {static_cast<std::uint32_t>(v), static_cast<std::uint32_t>(to - 1), static_cast<std::uint32_t>(length)});
        }
    }
    if (arcs.size() < 2 * edges)
        lines.fail_at_end(fmt::format("{} edges, each of them twice, and not {} neighbours,", edges, arcs.size()));
    lines.end_of_file('%', fmt::format("no more than {} vertices", vertices));
    return graph_of(static_cast<std::uint32_t>(vertices), arcs, format.edge_weights);
}

}  // namespace tandem::perfsim
