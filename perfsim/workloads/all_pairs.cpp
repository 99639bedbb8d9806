// All pairs' shortest paths by Dijkstra's algorithm (Numerische Mathematik 1959), with one source for each thread, distances in
// memory and an adjacency matrix. There are enough graphs of 16 vertices to give every thread a source.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t far_away = 1u << 30;

class AllPairs final : public Workload {
    static constexpr std::uint32_t vertices = 16;

public:
    explicit AllPairs(const WorkloadOptions& options)
        : seed_(options.seed), graphs_(512 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        weight_host_.resize(std::size_t(graphs_) * vertices * vertices);
        for (auto& weight : weight_host_) weight = random() % 4 == 0 ? 1 + static_cast<std::uint32_t>(random() % 100) : far_away;
        weight_ = simulation.memory().allocate(weight_host_);
        distance_ = simulation.memory().allocate(std::size_t(graphs_) * vertices * vertices);
        simulation.run(flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); }));
    }

    /// Checked by the algorithm of Floyd and Warshall.
    std::string check(const Memory& memory) const override {
        const auto found = memory.read(distance_);
        for (std::uint32_t g = 0; g < graphs_; ++g) {
            const std::size_t first = std::size_t(g) * vertices * vertices;
            std::vector<std::uint32_t> d(weight_host_.begin() + static_cast<std::ptrdiff_t>(first),
                                         weight_host_.begin() + static_cast<std::ptrdiff_t>(first + vertices * vertices));
            for (std::uint32_t v = 0; v < vertices; ++v) d[v * vertices + v] = 0;
            for (std::uint32_t k = 0; k < vertices; ++k)
                for (std::uint32_t i = 0; i < vertices; ++i)
                    for (std::uint32_t j = 0; j < vertices; ++j)
                        d[i * vertices + j] =
                            std::min({d[i * vertices + j], d[i * vertices + k] + d[k * vertices + j], far_away});
            for (std::uint32_t i = 0; i < vertices * vertices; ++i)
                if (found[first + i] != d[i]) return mismatch("distance", first + i, found[first + i], d[i]);
        }
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        const std::uint32_t sources = graphs_ * vertices;
        for (std::uint32_t first = w.first_thread(); first < sources; first += w.threads())
            co_await from_sources(w, first, lanes_within(w, first, sources));
    }
    Kernel from_sources(Warp& w, std::uint32_t first, std::uint32_t mine) {
        const auto of_vertex = [&](const Lanes& v) {
            Lanes where{};
            for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = distance_.at((first + l) * vertices + v[l]);
            return where;
        };
        for (std::uint32_t v = 0; v < vertices; ++v) {
            const Lanes where = of_vertex(every(v));
            Lanes start = every(far_away);
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if ((first + l) % vertices == v) start[l] = 0;
            co_await w.store(where, start, mine);
        }
        std::array<std::uint32_t, lane_count> done{};  // a bit for each vertex, in a register
        for (std::uint32_t round = 0; round < vertices; ++round) {
            Lanes nearest = every(far_away), vertex{};
            for (std::uint32_t v = 0; v < vertices; ++v) {
                const std::uint32_t left = lanes_where(mine, [&](std::uint32_t l) { return (done[l] >> v & 1) == 0; });
                const Lanes where = of_vertex(every(v));
                const Lanes here = co_await w.load(where, left);
                co_await w.compute(3);  // address, comparison, loop
                for (std::uint32_t l = 0; l < w.width(); ++l)
                    if ((left >> l & 1) && here[l] < nearest[l]) nearest[l] = here[l], vertex[l] = v;
            }
            const std::uint32_t going = lanes_where(mine, [&](std::uint32_t l) { return nearest[l] < far_away; });
            if (going == 0) co_return;
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if (going >> l & 1) done[l] |= 1u << vertex[l];
            for (std::uint32_t v = 0; v < vertices; ++v) {
                Lanes edge{};
                for (std::uint32_t l = 0; l < w.width(); ++l)
                    edge[l] = weight_.at(((first + l) / vertices * vertices + vertex[l]) * vertices + v);
                const Lanes weight = co_await w.load(edge, going);
                const std::uint32_t there =
                    lanes_where(going, [&](std::uint32_t l) { return weight[l] < far_away && (done[l] >> v & 1) == 0; });
                co_await w.compute(3);
                if (there == 0) continue;
                const Lanes where = of_vertex(every(v));
                const Lanes known = co_await w.load(where, there);
                Lanes shorter{};
                for (std::uint32_t l = 0; l < w.width(); ++l) shorter[l] = nearest[l] + weight[l];
                co_await w.compute(2);
                co_await w.store(where, shorter, lanes_where(there, [&](std::uint32_t l) { return shorter[l] < known[l]; }));
            }
        }
    }

    std::uint64_t seed_;
    std::uint32_t graphs_;
    std::vector<std::uint32_t> weight_host_;
    Buffer weight_, distance_;
};

}  // namespace

std::unique_ptr<Workload> all_pairs(const WorkloadOptions& options) { return std::make_unique<AllPairs>(options); }

}  // namespace tandem::perfsim
