#include "perfsim/graphs/graph_lines.hpp"

namespace tandem::perfsim {

Graph dimacs_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    GraphLines lines(text, file);
    const std::string header = "'p sp VERTICES ARCS'";
    lines.next_line('c', header);
    if (const auto p = lines.word(); p != "p") lines.fail(header, p);
    if (const auto sp = lines.word(); sp != "sp") lines.fail("'sp' after 'p'", sp);
    const std::uint64_t vertices = lines.number("the number of vertices", 1, most_vertices);
    const std::uint64_t count = lines.number("the number of arcs", 0, ~std::uint64_t(0));
    lines.end_of_line("the number of arcs");
    lines.check_size(vertices, count, memory);

    std::vector<Arc> arcs;
    arcs.reserve(lines.room_for(count));
    while (arcs.size() < count) {
        lines.next_line('c', fmt::format("arc {} of {}", arcs.size() + 1, count));
        if (const auto a = lines.word(); a != "a") lines.fail("'a FROM TO LENGTH'", a);
        const auto from = lines.number("a vertex", 1, vertices), to = lines.number("a vertex", 1, vertices), length = lines.number("a length", 0, most_length);
        lines.end_of_line("an arc's length");
        arcs.push_back({static_cast<std::uint32_t>(from - 1), static_cast<std::uint32_t>(to - 1), static_cast<std::uint32_t>(length)});
    }
    lines.end_of_file('c', fmt::format("no more than {} arcs", count));
    return graph_of(static_cast<std::uint32_t>(vertices), arcs, true);
}

}  // namespace tandem::perfsim
