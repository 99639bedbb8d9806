// Graph coloring after Pannotia's color_max. Vertices have distinct random numbers. In each round an uncolored vertex gets the
// round's color if its number is larger than those of its uncolored neighbours, until all have a color.
#include <random>

#include "perfsim/workloads/graph_rounds.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t uncolored = 0xffffffff;

class GraphColoring final : public GraphRounds {
public:
    GraphColoring(GraphRoundsOptions options, std::uint64_t seed)
        : GraphRounds({undirected(options.graph), options.queues, options.rounds}), seed_(seed) {}

private:
    std::string check_result(const Memory& memory) const override {
        const auto found = memory.read(color_[static_cast<std::size_t>(done_) % 2]);
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v) {
            if (found[v] != host_[v]) return mismatch("color", v, found[v], host_[v]);
            for (std::uint32_t e = graph_.rows[v]; e < graph_.rows[v + 1]; ++e)
                if (found[v] != uncolored && found[v] == found[graph_.edges[e]])
                    return fmt::format("vertices {} and {} are neighbours and have color {}", v, graph_.edges[e], found[v]);
        }
        return "";
    }

    int prepare(Memory& memory) override {
        std::mt19937_64 random(seed_);
        numbers_.resize(graph_.vertices());
        for (std::uint32_t v = 0; v < numbers_.size(); ++v) numbers_[v] = v;
        for (std::size_t i = numbers_.size(); i > 1; --i) std::swap(numbers_[i - 1], numbers_[random() % i]);
        number_ = memory.allocate(numbers_);
        host_.assign(graph_.vertices(), uncolored);
        for (Buffer& buffer : color_) buffer = memory.allocate(host_);
        while (std::count(host_.begin(), host_.end(), uncolored) > 0 && (rounds_ == 0 || done_ < rounds_)) run_round_on_host();
        return done_;
    }

    void run_round_on_host() {
        std::vector<std::uint32_t> next = host_;
        for (std::uint32_t v = 0; v < graph_.vertices(); ++v) {
            bool largest = host_[v] == uncolored;
            for (std::uint32_t e = graph_.rows[v]; e < graph_.rows[v + 1] && largest; ++e)
                largest = host_[graph_.edges[e]] != uncolored || numbers_[graph_.edges[e]] < numbers_[v];
            if (largest) next[v] = static_cast<std::uint32_t>(done_);
        }
        host_ = std::move(next);
        ++done_;
    }

    Kernel work(Warp& w, int round, std::uint32_t first, LaneMask mask) override {
        const Buffer &from = color_[static_cast<std::size_t>(round) % 2], &to = color_[static_cast<std::size_t>(round + 1) % 2];
        WideLanes color = co_await w.load(from.from<WideLanes>(first), mask);
        co_await w.compute(3);  // address, comparison, vote
        LaneMask open = 0;
        each_lane(mask, [&](std::size_t l) { open |= LaneMask(color[l] == uncolored) << l; });
        if (open != 0) {
            Row row{};
            co_await load_row(w, first, open, row);
            const WideLanes mine = co_await w.load(number_.from<WideLanes>(first), open);
            LaneMask largest = open;
            for (WideLanes at = row.begin; const LaneMask active = lanes_with_edges(at, row.end, open);
                 each_lane(active, [&](std::size_t l) { ++at[l]; })) {
                const WideLanes neighbours = co_await w.load(edge_words_.at(at), active);
                const WideLanes colors = co_await w.load(from.at(neighbours), active);
                co_await w.compute(5);  // addresses, comparison, loop
                LaneMask rivals = 0;
                each_lane(active, [&](std::size_t l) { rivals |= LaneMask(colors[l] == uncolored) << l; });
                if (rivals == 0) continue;
                const WideLanes theirs = co_await w.load(number_.at(neighbours), rivals);
                co_await w.compute(3);  // address, maximum
                each_lane(rivals, [&](std::size_t l) { largest &= ~(LaneMask(theirs[l] > mine[l]) << l); });
            }
            each_lane(largest, [&](std::size_t l) { color[l] = static_cast<std::uint32_t>(round); });
        }
        co_await w.store(to.from<WideLanes>(first), color, mask);
    }

    std::uint64_t seed_;
    std::vector<std::uint32_t> numbers_, host_;
    Buffer number_;
    std::array<Buffer, 2> color_;
    int done_ = 0;
};

}  // namespace

std::unique_ptr<Workload> graph_coloring(const WorkloadOptions& options) {
    return std::make_unique<GraphColoring>(graph_rounds_options(options), options.seed);
}

}  // namespace tandem::perfsim
