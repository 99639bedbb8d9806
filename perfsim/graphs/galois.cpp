// The binary graphs of Galois (libgalois, FileGraph), which Lonestar and many others read, too.
#include <bit>
#include <cstring>

#include "perfsim/graphs/real_lengths.hpp"

namespace tandem::perfsim {

namespace {

static_assert(std::endian::native == std::endian::little, "the format's numbers are little-endian, and are copied as they are");

/// The numbers of the file, one part after the other.
class Parts {
public:
    Parts(const std::string& bytes, const std::string& file) : bytes_(bytes), file_(file) {}

    [[noreturn]] void fail(const std::string& what) const { throw GraphError(fmt::format("{}: byte {}: {}", file_, at_, what)); }
    /// Fails before anything is made of a number that the file has no room for.
    void require(std::uint64_t count, std::uint64_t size, const char* what) const {
        if (size > 0 && count > (bytes_.size() - at_) / size)
            fail(fmt::format("{} {} of {} bytes expected, and {} bytes are left", count, what, size, bytes_.size() - at_));
    }
    /// A number of so many bytes, 4 or 8.
    std::uint64_t next(std::uint64_t size) {
        std::uint64_t value = 0;
        std::memcpy(&value, bytes_.data() + at_, size);
        at_ += size;
        return value;
    }
    void skip_to_multiple_of_8() { at_ = std::min(bytes_.size(), (at_ + 7) / 8 * 8); }
    std::size_t left() const { return bytes_.size() - at_; }

private:
    const std::string& bytes_;
    const std::string& file_;
    std::size_t at_ = 0;
};

}  // namespace

bool is_galois_graph(const std::string& bytes) {
    std::uint64_t version = 0;
    if (bytes.size() < sizeof version) return false;
    std::memcpy(&version, bytes.data(), sizeof version);
    return version == 1 || version == 2;
}

Graph galois_graph(const std::string& bytes, const std::string& file, std::uint64_t memory) {
    Parts parts(bytes, file);
    parts.require(4, 8, "numbers of the header");
    const std::uint64_t version = parts.next(8), length_size = parts.next(8), vertices = parts.next(8), count = parts.next(8);
    if (version != 1 && version != 2) parts.fail(fmt::format("version {}: 1 or 2 is accepted", version));
    if (length_size != 0 && length_size != 4 && length_size != 8)
        parts.fail(fmt::format("{} bytes of data an edge: 0, 4 or 8 are accepted", length_size));
    if (vertices == 0 || vertices > most_vertices)
        parts.fail(fmt::format("{} vertices: 1 to {} are accepted", vertices, most_vertices));
    const std::uint64_t vertex_size = version == 1 ? 4 : 8;
    parts.require(vertices, 8, "ends of vertices' edges");
    GraphLines({}, file).check_size(vertices, count, memory);

    Graph graph;
    graph.rows.reserve(vertices + 1);
    for (std::uint64_t v = 0; v < vertices; ++v) {
        const std::uint64_t end = parts.next(8);
        if (end < graph.rows.back() || end > count)
            parts.fail(fmt::format("the edges of vertex {} end with number {}, and {} to {} is accepted", v, end,
                                   graph.rows.back(), count));
        graph.rows.push_back(static_cast<std::uint32_t>(end));
    }
    if (graph.rows.back() != count)
        parts.fail(fmt::format("{} edges expected, and the vertices have {}", count, graph.rows.back()));
    parts.require(count, vertex_size, "edges");
    graph.edges.reserve(count);
    for (std::uint64_t e = 0; e < count; ++e) {
        const std::uint64_t to = parts.next(vertex_size);
        if (to >= vertices) parts.fail(fmt::format("edge {} leads to vertex {}, and 0 to {} is accepted", e, to, vertices - 1));
        graph.edges.push_back(static_cast<std::uint32_t>(to));
    }
    parts.skip_to_multiple_of_8();
    parts.require(count, length_size, "edges' data");
    for (std::uint64_t e = 0; e < count && length_size > 0; ++e) {
        const std::uint64_t length = parts.next(length_size);
        if (length > most_length) {
            RealLengths::drop_weights(graph, fmt::format("{}: edge {} has the length {}, as a whole number: 0 to {} is accepted",
                                                         file, e, length, most_length));
            return graph;
        }
        graph.weights.push_back(static_cast<std::uint32_t>(length));
    }
    if (parts.left() >= 8) parts.fail(fmt::format("the end of the file expected, and {} bytes are left", parts.left()));
    if (length_size > 0 && count > 0)
        graph.remark = fmt::format(
            "The {} bytes of data that {} has for each edge were taken for a whole number: the file does not say what they are.",
            length_size, file);
    return graph;
}

}  // namespace tandem::perfsim
