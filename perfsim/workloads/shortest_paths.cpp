// Single-source shortest paths after Pannotia's sssp. In each round every vertex takes the minimum of its own distance and, over
// its neighbours, of their distance plus the edge. It ends when no distance changes. The source is vertex 0.
#include "perfsim/graphs/reference.hpp"
#include "perfsim/workloads/graph_rounds.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

/// A sum that saturates at `unreached`.
std::uint32_t sum(std::uint32_t distance, std::uint32_t length) {
    return distance >= unreached - length ? unreached : distance + length;
}

class ShortestPaths final : public GraphRounds {
public:
    /// Its rows are the edges into a vertex.
    explicit ShortestPaths(GraphRoundsOptions options)
        : GraphRounds({reversed(options.graph), options.queues, options.rounds}), forward_(std::move(options.graph)) {
        if (!forward_.no_weights.empty()) throw WorkloadError(forward_.no_weights);
        remark_ = forward_.remark;
    }

private:
    std::string check_result(const Memory& memory) const override {
        const auto found = memory.read(distance_[static_cast<std::size_t>(done_) % 2]);
        const auto right = settled_ ? shortest_paths(forward_, 0) : host_;
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            if (found[v] != right[v]) return mismatch("distance", v, found[v], right[v]);
        return "";
    }

    int prepare(Memory& memory) override {
        std::vector<std::uint32_t> lengths(graph_.edges.size());
        for (std::uint32_t e = 0; e < lengths.size(); ++e) lengths[e] = graph_.length(e);
        length_ = memory.allocate(lengths);
        host_.assign(graph_.vertices(), unreached);
        host_[0] = 0;
        for (Buffer& buffer : distance_) buffer = memory.allocate(host_);
        while (!settled_ && (rounds_ == 0 || done_ < rounds_)) run_round_on_host();
        return done_;
    }

    void run_round_on_host() {
        std::vector<std::uint32_t> next = host_;
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v)
            for (std::uint32_t e = graph_.rows[v]; e < graph_.rows[v + 1]; ++e)
                next[v] = std::min(next[v], sum(host_[graph_.edges[e]], graph_.length(e)));
        settled_ = next == host_;
        host_ = std::move(next);
        ++done_;
    }

    Kernel work(Warp& w, int round, std::uint32_t first, LaneMask mask) override {
        const Buffer &from = distance_[static_cast<std::size_t>(round) % 2],
                     &to = distance_[static_cast<std::size_t>(round + 1) % 2];
        Row row{};
        co_await load_row(w, first, mask, row);
        WideLanes least = co_await w.load(from.from<WideLanes>(first), mask);
        for (WideLanes at = row.begin; const LaneMask active = lanes_with_edges(at, row.end, mask);
             each_lane(active, [&](std::size_t l) { ++at[l]; })) {
            const WideLanes neighbours = co_await w.load(edge_words_.at(at), active);
            const WideLanes lengths = co_await w.load(length_.at(at), active);
            const WideLanes known = co_await w.load(from.at(neighbours), active);
            co_await w.compute(8);  // addresses, comparison, sum, minimum, loop
            each_lane(active, [&](std::size_t l) { least[l] = std::min(least[l], sum(known[l], lengths[l])); });
        }
        co_await w.store(to.from<WideLanes>(first), least, mask);
    }

    const Graph forward_;
    Buffer length_;
    std::array<Buffer, 2> distance_;
    std::vector<std::uint32_t> host_;  // distances after the rounds, as a host computes them
    bool settled_ = false;             // the last round changed nothing
    int done_ = 0;
};

}  // namespace

std::unique_ptr<Workload> single_source_shortest_paths(const WorkloadOptions& options) {
    return std::make_unique<ShortestPaths>(graph_rounds_options(options));
}

}  // namespace tandem::perfsim
