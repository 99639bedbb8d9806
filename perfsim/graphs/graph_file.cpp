#include "perfsim/graphs/graph_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <map>

#include "model/file_bytes.hpp"

namespace tandem::perfsim {

namespace {

std::string bytes_of(const std::string& file, std::uint64_t memory) {
    try {
        return model::bytes_of_file(file, memory);
    } catch (const model::Unreadable& why) {
        throw GraphError(fmt::format("the graph file '{}' cannot be read: {}", file, why.what()));
    }
}

using Read = Graph (*)(const std::string& text, const std::string& file, std::uint64_t memory);

/// DIMACS and Galois have one ending.
Graph gr_graph(const std::string& bytes, const std::string& file, std::uint64_t memory) {
    return (is_galois_graph(bytes) ? galois_graph : dimacs_graph)(bytes, file, memory);
}

const std::map<std::string, Read> formats{{".gr", gr_graph},
                                          {".col", dimacs_graph},
                                          {".graph", metis_graph},
                                          {".metis", metis_graph},
                                          {".mtx", matrix_market_graph},
                                          {".el", edge_list_graph},
                                          {".txt", edge_list_graph},
                                          {".wel", weighted_edge_list_graph}};

}  // namespace

Graph read_graph(const std::string& file, std::uint64_t memory) {
    std::string ending = std::filesystem::path(file).extension();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* packed : {".gz", ".xz", ".bz2", ".zst", ".zip", ".tar"})
        if (ending == packed)
            throw GraphError(fmt::format("the graph file '{}' is packed: what it holds, unpacked, is accepted", file));
    const auto format = formats.find(ending);
    if (format == formats.end())
        throw GraphError(fmt::format(
            "the graph file '{}' is of no known format: .gr (DIMACS or Galois), .col (DIMACS), .graph or .metis (METIS), .mtx "
            "(Matrix Market), .el or .txt (a list of edges, as SNAP has it) and .wel (one with weights) are accepted",
            file));
    const std::string bytes = bytes_of(file, memory);
    return format->second(bytes, file, memory - bytes.size());
}

std::uint64_t free_memory() {
    std::ifstream info("/proc/meminfo");
    for (std::string key; info >> key;) {
        std::uint64_t kilobytes = 0;
        if (key == "MemAvailable:" && info >> kilobytes) return kilobytes << 10;
    }
    return static_cast<std::uint64_t>(sysconf(_SC_AVPHYS_PAGES)) * static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
}

}  // namespace tandem::perfsim
