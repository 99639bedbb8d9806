#include <numeric>
#include <random>

#include "perfsim/graphs/families.hpp"

namespace tandem::perfsim {

Graph power_law_graph(int scale, int degree, std::uint64_t seed) {
    const std::uint32_t vertices = std::uint32_t(1) << scale;
    const std::size_t count = std::size_t(vertices) * static_cast<std::size_t>(degree) / 2;
    std::mt19937_64 random(seed);
    // Vertices are named at random; otherwise the hubs would be neighbours in memory.
    std::vector<std::uint32_t> names(vertices);
    std::iota(names.begin(), names.end(), 0u);
    for (std::uint32_t i = vertices; i > 1; --i) std::swap(names[i - 1], names[random() % i]);

    std::vector<Arc> arcs;
    arcs.reserve(2 * count);
    for (std::size_t e = 0; e < count; ++e) {
        std::uint32_t from = 0, to = 0;
        for (int bit = 0; bit < scale; ++bit) {
            const auto chance = random() % 100;  // quarters of the matrix: 57, 19, 19 and 5 of 100
            from = 2 * from + (chance >= 76);
            to = 2 * to + ((chance >= 57 && chance < 76) || chance >= 95);
        }
        arcs.push_back({names[from], names[to]});
        arcs.push_back({names[to], names[from]});
    }
    return graph_of(vertices, arcs, false);
}

}  // namespace tandem::perfsim
