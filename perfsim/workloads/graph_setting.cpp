#include "perfsim/workloads/graph_setting.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "perfsim/graphs/families.hpp"
#include "perfsim/graphs/graph_file.hpp"
#include "perfsim/workloads/choices.hpp"

namespace tandem::perfsim {

namespace {

/// The number of vertices of R-MAT's graphs is a power of two. The graphs have several parts, loops, and duplicate edges. So they
/// are not a family.
Graph r_mat(std::uint32_t vertices, std::uint64_t seed) { return power_law_graph(std::bit_width(vertices - 1), 16, seed); }

std::vector<GraphFamily> families() {
    std::vector<GraphFamily> all = graph_families();
    all.push_back({"r-mat", "a power law by R-MAT, rounded up to a power of two", 4, r_mat});
    return all;
}

std::string family_names() {
    std::string names;
    for (const GraphFamily& family : families()) names += (names.empty() ? "" : ", ") + family.name;
    return names;
}

}  // namespace

WorkloadSetting graph_setting(const std::string& unless_given) {
    return {
        "graph",
        "a family with or without a number of vertices, as in road:20000 (" + family_names() +
            "), or a file: .gr, .col, .graph, .metis, .mtx, .el, .wel, .txt; with :shuffled, its vertices are numbered at random",
        unless_given};
}

Graph graph_named(const std::string& text, const WorkloadOptions& options) {
    const std::string_view suffix = ":shuffled";
    if (text.ends_with(suffix)) {
        const Graph graph = graph_named(text.substr(0, text.size() - suffix.size()), options);
        Graph other = shuffled(graph, options.seed);
        other.no_weights = graph.no_weights;
        other.remark = graph.remark;
        return other;
    }
    constexpr std::uint32_t vertices_of_size_1 = 8192;
    constexpr std::uint64_t arcs_of_a_vertex = 16;  // more than any family has on average
    const std::string name = text.substr(0, text.find(':'));
    for (const GraphFamily& family : families()) {
        if (family.name != name) continue;
        const auto vertices = name == text ? std::optional(vertices_of_size_1 * static_cast<std::uint32_t>(options.size))
                                           : whole(std::string_view(text).substr(name.size() + 1));
        const std::uint32_t most = static_cast<std::uint32_t>(
            std::min<std::uint64_t>(std::uint64_t(1) << 26, free_memory() / bytes_to_make(1, arcs_of_a_vertex)));
        if (!vertices || *vertices < family.least || *vertices > most)
            throw WorkloadError(
                fmt::format("the graph '{}' has no number of vertices that fits: {} to {} are accepted, as in {}:20000", text,
                            family.least, most, family.name));
        return family.make(*vertices, options.seed);
    }
    if (text.find('.') == std::string::npos)
        throw WorkloadError(
            fmt::format("there is no graph '{}': {} are accepted, with a number of vertices as in road:20000, and files .gr, "
                        ".col, .graph, .metis, .mtx, .el, .wel and .txt",
                        text, family_names()));
    try {
        return read_graph(text, free_memory());
    } catch (const GraphError& error) {
        throw WorkloadError(error.what());
    }
}

}  // namespace tandem::perfsim
