// PageRank after Pannotia's pagerank_spmv. In each round a vertex's rank becomes the undamped part plus the damped sum of what
// its neighbours transmit: their rank divided by their number of edges. Ranks are floats, in Boost.Graph's scale; by default
// there are twenty rounds.
#include "perfsim/graphs/reference.hpp"
#include "perfsim/workloads/graph_rounds.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr float damping = 0.85f;

class PageRank final : public GraphRounds {
public:
    /// Its rows are the edges into a vertex.
    explicit PageRank(GraphRoundsOptions options)
        : GraphRounds({reversed(options.graph), options.queues, options.rounds}), forward_(std::move(options.graph)) {}

private:
    std::string check_result(const Memory& memory) const override {
        constexpr double tolerance = 1e-4;  // of floats against doubles
        const auto found = memory.read(rank_[static_cast<std::size_t>(done_) % 2]);
        const auto right = page_ranks(forward_, done_);
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (!near(number(found[v]), right[v], tolerance))
                return mismatch("rank", v, static_cast<double>(number(found[v])), right[v]);
        return "";
    }

    int prepare(Memory& memory) override {
        std::vector<float> parts(graph_.edges.size());
        for (std::size_t e = 0; e < parts.size(); ++e) parts[e] = 1 / static_cast<float>(forward_.degree(graph_.edges[e]));
        part_ = memory.allocate(words(parts));
        for (Buffer& buffer : rank_)
            buffer = memory.allocate(words(std::vector<float>(graph_.vertices(), 1 / static_cast<float>(graph_.vertices()))));
        constexpr int usual_rounds = 20;  // Pannotia's
        return done_ = rounds_ == 0 ? usual_rounds : rounds_;
    }

    Kernel work(Warp& w, int round, std::uint32_t first, LaneMask mask) override {
        const Buffer &from = rank_[static_cast<std::size_t>(round) % 2], &to = rank_[static_cast<std::size_t>(round + 1) % 2];
        Row row{};
        co_await load_row(w, first, mask, row);
        std::array<float, most_lanes> sum{};
        for (WideLanes at = row.begin; const LaneMask active = lanes_with_edges(at, row.end, mask);
             each_lane(active, [&](std::size_t l) { ++at[l]; })) {
            const WideLanes neighbours = co_await w.load(edge_words_.at(at), active);
            const WideLanes parts = co_await w.load(part_.at(at), active);
            const WideLanes ranks = co_await w.load(from.at(neighbours), active);
            co_await w.compute(7);  // addresses, comparison, multiply-add, loop
            each_lane(active, [&](std::size_t l) { sum[l] += number(ranks[l]) * number(parts[l]); });
        }
        WideLanes rank{};
        each_lane(mask, [&](std::size_t l) { rank[l] = word(1 - damping + damping * sum[l]); });
        co_await w.compute(2);
        co_await w.store(to.from<WideLanes>(first), rank, mask);
    }

    const Graph forward_;
    Buffer part_;
    std::array<Buffer, 2> rank_;
    int done_ = 0;
};

}  // namespace

std::unique_ptr<Workload> page_rank(const WorkloadOptions& options) {
    return std::make_unique<PageRank>(graph_rounds_options(options));
}

}  // namespace tandem::perfsim
