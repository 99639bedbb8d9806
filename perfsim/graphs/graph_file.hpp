// Graphs from files: DIMACS (9th challenge) `.gr`, METIS (10th challenge) `.graph`, and Matrix Market coordinates `.mtx`.
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

/// `c` comments, `p sp VERTICES ARCS`, `a FROM TO LENGTH`; vertices count from 1.
Graph dimacs_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// `VERTICES EDGES [FORMAT [CONSTRAINTS]]`, then a line for each vertex: its weights, if any, and its neighbours, each with the
/// edge's weight, if any.
Graph metis_graph(const std::string& text, const std::string& file, std::uint64_t memory);
/// `%%MatrixMarket matrix coordinate FIELD SYMMETRY`, `ROWS COLUMNS ENTRIES`, `ROW COLUMN [VALUE]`. An entry is an edge, of its
/// value's length if values are integers; the diagonal is left out.
Graph matrix_market_graph(const std::string& text, const std::string& file, std::uint64_t memory);

}  // namespace tandem::perfsim
