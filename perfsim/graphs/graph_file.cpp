#include "perfsim/graphs/graph_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace tandem::perfsim {

namespace {

std::string text_of(const std::string& file, std::uint64_t memory) {
    std::error_code error;
    const auto bytes = std::filesystem::file_size(file, error);
    std::ifstream stream(file, std::ios::binary);
    if (error || !stream) throw GraphError(fmt::format("the graph file '{}' cannot be read: {}", file, error ? error.message() : "no permission"));
    if (bytes > memory) throw GraphError(fmt::format("the graph file '{}' has {} MB, and {} MB of memory are free: a smaller one is accepted", file, bytes >> 20, memory >> 20));
    std::string text(bytes, '\0');
    stream.read(text.data(), static_cast<std::streamsize>(bytes));
    if (!stream) throw GraphError(fmt::format("the graph file '{}' cannot be read to its end", file));
    return text;
}

}  // namespace

Graph read_graph(const std::string& file, std::uint64_t memory) {
    const std::string ending = std::filesystem::path(file).extension();
    const auto format = ending == ".gr" ? dimacs_graph : ending == ".graph" || ending == ".metis" ? metis_graph : ending == ".mtx" ? matrix_market_graph : nullptr;
    if (!format) throw GraphError(fmt::format("the graph file '{}' is of no known format: .gr (DIMACS), .graph or .metis (METIS) and .mtx (Matrix Market) are accepted", file));
    const std::string text = text_of(file, memory);
    return format(text, file, memory - text.size());
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
