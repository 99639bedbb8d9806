// The readers of graphs. A file's ending gives the format, and here its first byte does.
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>

#include "perfsim/graphs/graph_file.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace tandem::perfsim;
    constexpr std::array formats{dimacs_graph, metis_graph, matrix_market_graph, edge_list_graph, weighted_edge_list_graph,
                                 galois_graph};
    if (size == 0) return 0;
    const std::string text(reinterpret_cast<const char*>(data) + 1, size - 1);
    const std::size_t format = data[0] % formats.size();
    if (formats[format] == galois_graph && !is_galois_graph(text)) return 0;  // nobody reads it as one
    constexpr std::uint64_t memory = std::uint64_t{64} << 20;
    try {
        formats[format](text, "graph", memory);
    } catch (const GraphError&) {
    }
    return 0;
}
