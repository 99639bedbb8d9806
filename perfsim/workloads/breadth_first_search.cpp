// A breadth-first search, level by level, in one launch: all warps meet after each level. A warp takes a vertex of the frontier and its lanes
// take the vertex's edges (Hong et al., "Accelerating CUDA graph algorithms at maximum warp", PPoPP 2011). Frontiers, distances and
// counts are shared by all SMs, so the search needs coherence.
#include <bit>

#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/power_law_graph.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t most_levels = 1024;

class BreadthFirstSearch final : public Workload {
public:
    explicit BreadthFirstSearch(const WorkloadOptions& options) : seed_(options.seed), scale_(14 + std::bit_width(static_cast<unsigned>(options.size)) - 1) {}

    void run(Simulation& simulation) override {
        graph_ = power_law_graph(scale_, 16, seed_);
        // The vertex of the highest degree is surely in the large component.
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (degree(v) > degree(source_)) source_ = v;
        Memory& memory = simulation.memory();
        rows_ = memory.allocate(graph_.rows);
        edges_ = memory.allocate(graph_.edges);
        std::vector<std::uint32_t> start(graph_.vertices(), unreached);
        start[source_] = 0;
        distance_ = memory.allocate(start);
        for (Buffer& frontier : frontiers_) frontier = memory.allocate(graph_.vertices());
        memory.write(frontiers_[0], std::vector<std::uint32_t>{source_});
        std::vector<std::uint32_t> counts(most_levels, 0);
        counts[0] = 1;
        counts_ = memory.allocate(counts);
        met_ = memory.allocate(1);
        simulation.run(resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); }));
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(distance_), right = distances(graph_, source_);
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (found[v] != right[v]) return mismatch("distance", v, static_cast<int>(found[v]), static_cast<int>(right[v]));
        return "";
    }

private:
    std::uint32_t degree(std::uint32_t v) const { return graph_.rows[v + 1] - graph_.rows[v]; }

    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (std::uint32_t level = 0; level + 1 < most_levels; ++level) {
            // All must agree on when it ends, even where loads return old data: the count is read where it was counted.
            Lanes address{}, zero{};
            address[0] = counts_.at(level);
            const Lanes count = co_await w.atomic(AtomicOperation::add, address, zero, 1);
            if (count[0] == 0) co_return;
            for (auto i = static_cast<std::uint32_t>(w.warp()); i < count[0]; i += static_cast<std::uint32_t>(w.warps())) {
                address[0] = frontiers_[level % 2].at(i);
                const Lanes vertex = co_await w.load(address, 1);
                if (vertex[0] < graph_.vertices()) co_await visit(w, vertex[0], level);
            }
            co_await meet_all(w, met_.at(0), met);
        }
    }

    /// Gives the vertex's unreached neighbours their distance, and puts them into the next frontier.
    Kernel visit(Warp& w, std::uint32_t vertex, std::uint32_t level) {
        Lanes bounds{};
        bounds[0] = rows_.at(vertex);
        bounds[1] = rows_.at(vertex + 1);
        const Lanes row = co_await w.load(bounds, 3);
        for (std::uint32_t e = row[0]; e < row[1]; e += lane_count) {
            const std::uint32_t mask = row[1] - e >= lane_count ? all_lanes : (1u << (row[1] - e)) - 1;
            const Lanes neighbours = co_await w.load(edges_.from(e), mask);
            const Lanes where = distance_.at(neighbours);
            const Lanes known = co_await w.load(where, mask);
            co_await w.compute(6);  // addresses, comparison, votes, loop
            std::uint32_t unknown = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if ((mask >> l & 1) && known[l] == unreached) unknown |= 1u << l;
            if (unknown == 0) continue;
            Lanes expected, mine;
            expected.fill(unreached);
            mine.fill(level + 1);
            const Lanes before = co_await w.compare_and_swap(where, expected, mine, unknown);
            std::uint32_t won = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if ((unknown >> l & 1) && before[l] == unreached) won |= 1u << l;
            if (won != 0) co_await append(w, neighbours, won, level);
        }
    }

    Kernel append(Warp& w, const Lanes& vertices, std::uint32_t mask, std::uint32_t level) {
        Lanes counter{}, more{};
        counter[0] = counts_.at(level + 1);
        more[0] = static_cast<std::uint32_t>(std::popcount(mask));
        const Lanes first = co_await w.atomic(AtomicOperation::add, counter, more, 1);
        Lanes places{};
        std::uint32_t next = first[0];
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mask >> l & 1) places[l] = frontiers_[(level + 1) % 2].at(next++);
        co_await w.compute(3);  // prefix sum of the votes
        co_await w.store(places, vertices, mask);
    }

    std::uint64_t seed_;
    int scale_;
    Graph graph_;
    std::uint32_t source_ = 0;
    Buffer rows_, edges_, distance_, counts_, met_;
    std::array<Buffer, 2> frontiers_;
};

}  // namespace

std::unique_ptr<Workload> breadth_first_search(const WorkloadOptions& options) { return std::make_unique<BreadthFirstSearch>(options); }

}  // namespace tandem::perfsim
