// Graphs from files: DIMACS `.gr` (shortest paths, 9th challenge) and `.col` (colouring, 2nd challenge), METIS (10th challenge)
// `.graph`, Matrix Market coordinates `.mtx`, lists of edges as SNAP's `.txt` and the GAP benchmarks' `.el` and `.wel`, and
// Galois' binary `.gr`.
#pragma once

#include <stdexcept>
#include <string>

#include "perfsim/graphs/graph.hpp"

namespace tandem::perfsim {

/// An error in a graph file, in one line: where, and what was expected there.
struct GraphError : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Reads the file; its extension gives the format. A graph that needs more than `memory` bytes is refused as soon as its size is
/// known.
Graph read_graph(const std::string& file, std::uint64_t memory);

/// Bytes of memory that this computer can provide now.
std::uint64_t free_memory();

// The formats. `text` is the file's content; `file` names it in errors.

/// `c` comments, `p sp VERTICES ARCS`, `a FROM TO LENGTH`; vertices count from 1. With `p edge VERTICES EDGES` or `p col`, `e
/// VERTEX VERTEX` is an edge in both directions.
Graph dimacs_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// `VERTICES EDGES [FORMAT [CONSTRAINTS]]`, then a line for each vertex: its weights, if any, and its neighbours, each with the
/// edge's weight, if any.
Graph metis_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, `ROWS COLUMNS ENTRIES`, `ROW COLUMN [VALUE]`. An entry is an edge, of its
/// value's length, which is rounded; the diagonal is left out.
Graph matrix_market_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// `#` or `%` comments, `FROM TO`; vertices count from 0. After SNAP's comment `# Undirected graph` an edge stands for both
/// directions.
Graph edge_list_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// The same, with `FROM TO WEIGHT`; weights are rounded.
Graph weighted_edge_list_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// Little-endian numbers: of 8 bytes the version (1 or 2), the bytes of an edge's data (0, 4 or 8), vertices and edges; where
/// each vertex's edges end; of 4 bytes, or 8 in version 2, the edges' vertices; from the next multiple of 8 on, the edges' data,
/// which are taken for whole numbers.
Graph galois_graph(const std::string& bytes, const std::string& file, std::uint64_t memory);
bool is_galois_graph(const std::string& bytes);

}  // namespace tandem::perfsim
