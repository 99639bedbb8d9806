#include <algorithm>
#include <cctype>

#include "perfsim/graphs/real_lengths.hpp"

namespace tandem::perfsim {

namespace {

/// One of the words, in any case: the format ignores case.
std::string one_of(GraphLines& lines, std::initializer_list<const char*> words) {
    const std::string_view found = lines.word();
    std::string lower(found), all;
    std::transform(lower.begin(), lower.end(), lower.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* word : words) {
        if (lower == word) return lower;
        all += (all.empty() ? "'" : " or '") + std::string(word) + "'";
    }
    lines.fail(all, found);
}

}  // namespace

Graph matrix_market_graph(const std::string& text, const std::string& file, std::uint64_t memory) {
    GraphLines lines(text, file);
    if (!lines.next()) lines.fail_at_end("'%%MatrixMarket matrix coordinate'");
    one_of(lines, {"%%matrixmarket", "%matrixmarket"});
    one_of(lines, {"matrix"});
    one_of(lines, {"coordinate"});
    const std::string field = one_of(lines, {"real", "integer", "pattern", "complex"});
    const std::string symmetry = one_of(lines, {"general", "symmetric", "skew-symmetric", "hermitian"});
    const bool mirrored = symmetry != "general";
    lines.end_of_line("the symmetry");

    lines.next_line('%', "'ROWS COLUMNS ENTRIES'");
    const std::uint64_t rows = lines.number("the number of rows", 1, most_vertices);
    lines.number("as many columns as rows, for a graph's matrix is square", rows, rows);
    const std::uint64_t count = lines.number("the number of entries", 0, ~std::uint64_t(0) / 2);
    lines.end_of_line("the number of entries");
    lines.check_size(rows, mirrored ? 2 * count : count, memory);

    std::vector<Arc> arcs;
    RealLengths lengths;
    arcs.reserve(lines.room_for(mirrored ? 2 * count : count));
    for (std::uint64_t i = 0; i < count; ++i) {
        lines.next_line('%', fmt::format("entry {} of {}", i + 1, count));
        const auto row = static_cast<std::uint32_t>(lines.number("a row", 1, rows)),
                   column = static_cast<std::uint32_t>(lines.number("a column", 1, rows));
        const std::uint32_t length = field == "pattern" ? 1 : lengths.next(lines, "the entry's value");
        if (field == "complex") lines.real("the entry's imaginary part");
        lines.end_of_line("an entry");
        if (row == column) continue;
        arcs.push_back({row - 1, column - 1, length});
        if (mirrored) arcs.push_back({column - 1, row - 1, length});
    }
    lines.end_of_file('%', fmt::format("no more than {} entries", count));
    Graph graph = graph_of(static_cast<std::uint32_t>(rows), arcs, field != "pattern");
    lengths.tell(graph, file);
    if (field == "complex")
        RealLengths::drop_weights(
            graph, fmt::format("{} has complex entries, which are no lengths: those of 'real' or 'integer' are accepted", file));
    if (field != "pattern" && symmetry == "skew-symmetric")
        RealLengths::drop_weights(
            graph,
            fmt::format(
                "{} is skew-symmetric, so half of its entries are negative, and no lengths: 'general' or 'symmetric' is accepted",
                file));
    return graph;
}

}  // namespace tandem::perfsim
