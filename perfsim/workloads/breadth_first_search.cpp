// A breadth-first search, level by level, in one launch: in each level a warp looks through its vertices for those that were reached in
// the last one (Harish and Narayanan, HiPC 2007), and its lanes take the edges of one of them (Hong et al., PPoPP 2011). All warps meet
// after each level. The distances that one SM stores others read, from caches that hold what they read a level before: the search
// needs coherence.
#include <bit>

#include "perfsim/graphs/families.hpp"
#include "perfsim/graphs/reference.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t most_levels = 1024;

class BreadthFirstSearch final : public Workload {
public:
    explicit BreadthFirstSearch(const WorkloadOptions& options) : seed_(options.seed), backoff_(backoff_of(options, {})), scale_(14 + std::bit_width(static_cast<unsigned>(options.size)) - 1) {}

    void run(Simulation& simulation) override {
        graph_ = power_law_graph(scale_, 16, seed_);
        // The vertex of the highest degree is surely in the large component.
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (graph_.degree(v) > graph_.degree(source_)) source_ = v;
        Memory& memory = simulation.memory();
        rows_ = memory.allocate(graph_.rows);
        edges_ = memory.allocate(graph_.edges);
        std::vector<std::uint32_t> start(graph_.vertices(), unreached);
        start[source_] = 0;
        distance_ = memory.allocate(start);
        found_ = memory.allocate(most_levels);
        const Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(distance_), right = hops(graph_, source_);
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (found[v] != right[v]) return mismatch("distance", v, static_cast<int>(found[v]), static_cast<int>(right[v]));
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (std::uint32_t level = 0; level + 1 < most_levels; ++level) {
            std::uint32_t found = 0;
            for (std::uint32_t v = w.first_thread(); v < graph_.vertices(); v += static_cast<std::uint32_t>(w.warps()) * lane_count) {
                const Lanes known = co_await w.load(distance_.from(v));
                co_await w.compute(4);  // address, comparison, vote, loop
                for (std::uint32_t l = 0; l < lane_count; ++l)
                    if (known[l] == level) co_await visit(w, v + l, level, found);
            }
            // All must agree on when it ends, even where loads return old data: what was found is counted and read by atomics.
            Lanes address{}, count{};
            address[0] = found_.at(level);
            count[0] = found;
            if (found > 0) co_await w.atomic(AtomicOperation::add, address, count, 1);
            co_await all_.meet(w, met);
            count[0] = 0;
            const Lanes all = co_await w.atomic(AtomicOperation::add, address, count, 1);
            if (all[0] == 0) co_return;
        }
    }

    /// Gives the vertex's unreached neighbours their distance. Two warps may do so for one neighbour: they store the same.
    Kernel visit(Warp& w, std::uint32_t vertex, std::uint32_t level, std::uint32_t& found) {
        Lanes bounds{};
        bounds[0] = rows_.at(vertex);
        bounds[1] = rows_.at(vertex + 1);
        const Lanes row = co_await w.load(bounds, 3);
        for (std::uint32_t e = row[0]; e < row[1]; e += lane_count) {
            const std::uint32_t mask = row[1] - e >= lane_count ? all_lanes : (1u << (row[1] - e)) - 1;
            const Lanes neighbours = co_await w.load(edges_.from(e), mask);
            const Lanes where = distance_.at(neighbours);
            const Lanes known = co_await w.load(where, mask);
            co_await w.compute(5);  // addresses, comparison, vote, loop
            Lanes mine;
            mine.fill(level + 1);
            std::uint32_t unknown = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if ((mask >> l & 1) && known[l] == unreached) unknown |= 1u << l;
            if (unknown == 0) continue;
            found += static_cast<std::uint32_t>(std::popcount(unknown));
            co_await w.store(where, mine, unknown);
        }
    }

    std::uint64_t seed_;
    Backoff backoff_;
    int scale_;
    Graph graph_;
    std::uint32_t source_ = 0;
    Buffer rows_, edges_, distance_, found_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> breadth_first_search(const WorkloadOptions& options) { return std::make_unique<BreadthFirstSearch>(options); }

}  // namespace tandem::perfsim
