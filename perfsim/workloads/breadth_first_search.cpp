// A breadth-first search from the vertex of the highest degree, level by level, in one launch. In each level a warp searches its
// vertices for those reached in the last level (Harish and Narayanan, HiPC 2007), and its lanes take the edges of one of them
// (Hong et al., PPoPP 2011). All warps meet after each level. SMs read distances that others have stored, while their caches hold
// those of the level before: the search needs coherence.
#include <algorithm>
#include <bit>

#include "perfsim/graphs/reference.hpp"
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/graph_setting.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t usual_levels = 1024;  // maximum count without more room, which only some graphs need

class BreadthFirstSearch final : public Workload {
public:
    BreadthFirstSearch(Graph graph, Backoff backoff) : graph_(std::move(graph)), backoff_(backoff) {}

    void run(Simulation& simulation) override {
        // The vertex of the highest degree is surely in a large component.
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (graph_.degree(v) > graph_.degree(source_)) source_ = v;
        right_ = hops(graph_, source_);
        std::uint32_t farthest = 0;
        for (const std::uint32_t distance : right_)
            if (distance != unreached) farthest = std::max(farthest, distance);
        most_levels_ = std::max(usual_levels, farthest + 2);
        Memory& memory = simulation.memory();
        rows_ = memory.allocate(graph_.rows);
        edges_ = memory.allocate(graph_.edges);
        std::vector<std::uint32_t> start(graph_.vertices(), unreached);
        start[source_] = 0;
        distance_ = memory.allocate(start);
        found_ = memory.allocate(most_levels_);
        const Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(distance_);
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (found[v] != right_[v]) return mismatch("distance", v, static_cast<int>(found[v]), static_cast<int>(right_[v]));
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (std::uint32_t level = 0; level + 1 < most_levels_; ++level) {
            std::uint32_t found = 0;
            for (std::uint32_t v = w.first_thread(); v < graph_.vertices(); v += w.threads()) {
                const std::uint32_t here = std::min(w.width(), graph_.vertices() - v);
                const Lanes known = co_await w.load(distance_.from(v), all_lanes >> (lane_count - here));
                co_await w.compute(4);  // address, comparison, vote, loop
                for (std::uint32_t l = 0; l < here; ++l)
                    if (known[l] == level) co_await visit(w, v + l, level, found);
            }
            // All must agree on the end, even if loads return old data: the number found is counted and read by atomics.
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
        for (std::uint32_t e = row[0]; e < row[1]; e += w.width()) {
            const std::uint32_t mask = row[1] - e >= w.width() ? w.all() : (1u << (row[1] - e)) - 1;
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

    const Graph graph_;
    Backoff backoff_;
    std::uint32_t source_ = 0, most_levels_ = usual_levels;
    std::vector<std::uint32_t> right_;  // the distances that a host finds
    Buffer rows_, edges_, distance_, found_;
    GridBarrier all_;
};

}  // namespace

const std::vector<WorkloadSetting>& breadth_first_search_settings() {
    static const std::vector<WorkloadSetting> settings = [] {
        std::vector<WorkloadSetting> all = polling_settings({});
        all.insert(all.begin(), graph_setting("r-mat"));
        return all;
    }();
    return settings;
}

std::unique_ptr<Workload> breadth_first_search(const WorkloadOptions& options) {
    std::string name = given(options, breadth_first_search_settings().front());
    // At size 1 the graph is larger than that of other workloads, which go over all edges in each round.
    if (name == "r-mat" || name == "r-mat:shuffled")
        name.insert(5, ":" + std::to_string(16384u << (std::bit_width(static_cast<unsigned>(options.size)) - 1)));
    return std::make_unique<BreadthFirstSearch>(graph_named(name, options), backoff_of(options, {}));
}

}  // namespace tandem::perfsim
