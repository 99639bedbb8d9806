// The minimum cut of an image into object and background, by push-relabel (Goldberg and Tarjan, J. ACM 1988) on a grid of pixels.
// It runs in rounds of push, pull and relabel as in CudaCuts (Vineet and Narayanan, CVGPU 2008), and sometimes computes exact
// heights from the sink. All rounds are one launch, and all warps meet between them. Neighbours, also on other SMs, read what a
// pixel has pushed: it needs coherence.
#include <boost/graph/boykov_kolmogorov_max_flow.hpp>
#include <boost/graph/compressed_sparse_row_graph.hpp>
#include <boost/range/iterator_range.hpp>

#include <algorithm>
#include <array>
#include <numeric>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t directions = 4, rounds_between_heights = 8, most_rounds = 300;
constexpr std::uint32_t unreachable = 1u << 20;
constexpr std::uint32_t back(std::uint32_t d) { return d ^ 1; }  // 0 up, 1 down, 2 left, 3 right

class GraphCuts final : public Workload {
public:
    explicit GraphCuts(const WorkloadOptions& options)
        : seed_(options.seed),
          backoff_(backoff_of(options, {})),
          width_(lane_count * static_cast<std::uint32_t>(std::lround(2 * std::sqrt(options.size)))),
          pixels_(width_ * width_) {}

    void run(Simulation& simulation) override {
        make_image();
        Memory& memory = simulation.memory();
        excess_ = memory.allocate(excess_host_);
        sink_ = memory.allocate(sink_host_);
        for (std::uint32_t d = 0; d < directions; ++d) {
            residual_[d] = memory.allocate(residual_host_[d]);
            pushed_[d] = memory.allocate(pixels_);
        }
        for (Buffer& h : height_) h = memory.allocate(pixels_);
        counts_ = memory.allocate(2 * most_rounds);
        Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        launch.blocks = std::min(launch.blocks, static_cast<int>((pixels_ / lane_count + 7) / 8));
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    /// The flow into the sink equals Boost's maximum flow, excess is left only where the sink cannot be reached, and no pixel has
    /// lost or gained anything.
    std::string check(const Memory& memory) const override {
        const auto excess = memory.read(excess_), sink = memory.read(sink_);
        std::array<std::vector<std::uint32_t>, directions> residual;
        for (std::uint32_t d = 0; d < directions; ++d) residual[d] = memory.read(residual_[d]);
        std::int64_t flow = 0;
        for (std::uint32_t p = 0; p < pixels_; ++p) {
            const std::int64_t drained = std::int64_t(sink_host_[p]) - sink[p];
            std::int64_t out = drained;
            for (std::uint32_t d = 0; d < directions; ++d) {
                if (neighbour(p, d) == p) continue;
                out += std::int64_t(residual_host_[d][p]) - residual[d][p];
                if (residual[d][p] + residual[back(d)][neighbour(p, d)] !=
                    residual_host_[d][p] + residual_host_[back(d)][neighbour(p, d)])
                    return fmt::format("the residuals between pixels {} and {} do not fit together", p, neighbour(p, d));
            }
            if (drained < 0 || out != std::int64_t(excess_host_[p]) - excess[p])
                return fmt::format("pixel {} does not keep its flow", p);
            flow += drained;
        }
        if (const std::int64_t right = maximum_flow(); flow != right)
            return fmt::format("the flow is {}, and {} is right", flow, right);
        return "";
    }

private:
    /// A disk in front of a background, with noise, and smoothness between pixels.
    void make_image() {
        std::mt19937 random(static_cast<unsigned>(seed_));
        excess_host_.resize(pixels_);
        sink_host_.resize(pixels_);
        for (auto& r : residual_host_) r.assign(pixels_, 0);
        const double middle = width_ / 2.0;
        for (std::uint32_t p = 0; p < pixels_; ++p) {
            const double x = p % width_ - middle, y = p / width_ - middle;
            const int likely = (x * x + y * y < middle * middle / 3 ? 20 : -20) + static_cast<int>(random() % 61) - 30;
            (likely > 0 ? excess_host_ : sink_host_)[p] = static_cast<std::uint32_t>(std::abs(likely));
            for (std::uint32_t d = 0; d < directions; ++d)
                if (neighbour(p, d) != p) residual_host_[d][p] = 12;
        }
    }
    /// The pixel itself, at the edge.
    std::uint32_t neighbour(std::uint32_t p, std::uint32_t d) const {
        const std::uint32_t x = p % width_, y = p / width_;
        switch (d) {
            case 0: return y == 0 ? p : p - width_;
            case 1: return y + 1 == width_ ? p : p + width_;
            case 2: return x == 0 ? p : p - 1;
            default: return x + 1 == width_ ? p : p + 1;
        }
    }
    std::int64_t maximum_flow() const {
        struct Arc {
            std::uint32_t from, to, capacity;
            std::size_t back;  // the arc in the other direction
        };
        const std::uint32_t source = pixels_, sink = pixels_ + 1;
        std::vector<Arc> arcs;
        const auto connect = [&](std::uint32_t from, std::uint32_t to, std::uint32_t there, std::uint32_t here) {
            arcs.push_back({from, to, there, arcs.size() + 1});
            arcs.push_back({to, from, here, arcs.size() - 1});
        };
        for (std::uint32_t p = 0; p < pixels_; ++p) {
            connect(source, p, excess_host_[p], 0);
            connect(p, sink, sink_host_[p], 0);
            for (const std::uint32_t d : {1u, 3u})
                if (neighbour(p, d) != p)
                    connect(p, neighbour(p, d), residual_host_[d][p], residual_host_[back(d)][neighbour(p, d)]);
        }
        std::vector<std::size_t> order(arcs.size()), place(arcs.size());
        std::iota(order.begin(), order.end(), std::size_t(0));
        std::stable_sort(order.begin(), order.end(), [&](std::size_t i, std::size_t j) { return arcs[i].from < arcs[j].from; });
        std::vector<std::pair<std::uint32_t, std::uint32_t>> pairs;
        for (std::size_t i = 0; i < order.size(); ++i) {
            place[order[i]] = i;
            pairs.emplace_back(arcs[order[i]].from, arcs[order[i]].to);
        }

        using Csr = boost::compressed_sparse_row_graph<boost::directedS, boost::no_property, boost::no_property,
                                                       boost::no_property, std::uint32_t, std::uint32_t>;
        Csr graph(boost::edges_are_sorted, pairs.begin(), pairs.end(), pixels_ + 2);
        std::vector<Csr::edge_descriptor> by_place, reverse(arcs.size()), predecessor(pixels_ + 2);
        for (const auto edge : boost::make_iterator_range(boost::edges(graph))) by_place.push_back(edge);
        std::vector<long> capacity(arcs.size()), residual(arcs.size()), distance(pixels_ + 2);
        std::vector<boost::default_color_type> colour(pixels_ + 2);
        for (std::size_t i = 0; i < order.size(); ++i) {
            capacity[i] = arcs[order[i]].capacity;
            reverse[i] = by_place[place[arcs[order[i]].back]];
        }
        const auto of_edge = [&](auto& values) {
            return boost::make_iterator_property_map(values.begin(), boost::get(boost::edge_index, graph));
        };
        const auto of_vertex = [&](auto& values) {
            return boost::make_iterator_property_map(values.begin(), boost::get(boost::vertex_index, graph));
        };
        return boost::boykov_kolmogorov_max_flow(graph, of_edge(capacity), of_edge(residual), of_edge(reverse),
                                                 of_vertex(predecessor), of_vertex(colour), of_vertex(distance),
                                                 boost::get(boost::vertex_index, graph), source, sink);
    }

    // ---- the kernel
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0, round = 0, current = 0;
        while (round + 1 < most_rounds) {
            bool active = false;
            co_await find_heights(w, met, round, current, active);
            if (!active) co_return;
            for (std::uint32_t i = 0; i < rounds_between_heights; ++i, current ^= 1) {
                for (std::uint32_t p = w.first_thread(); p < pixels_; p += stride(w)) co_await push(w, p, height_[current]);
                co_await all_.meet(w, met);
                for (std::uint32_t p = w.first_thread(); p < pixels_; p += stride(w))
                    co_await pull_and_relabel(w, p, height_[current], height_[current ^ 1]);
                co_await all_.meet(w, met);
            }
        }
    }
    static std::uint32_t stride(const Warp& w) { return static_cast<std::uint32_t>(w.warps()) * lane_count; }
    Lanes neighbours(std::uint32_t p, std::uint32_t d) const {
        Lanes out;
        for (std::uint32_t l = 0; l < lane_count; ++l) out[l] = neighbour(p + l, d);
        return out;
    }

    /// The distance of each pixel from the sink, by rounds in which each looks at its neighbours. `active`: some pixel that
    /// reaches it has excess.
    Kernel find_heights(Warp& w, std::uint32_t& met, std::uint32_t& round, std::uint32_t& current, bool& active) {
        for (std::uint32_t p = w.first_thread(); p < pixels_; p += stride(w)) {
            const Lanes sink = co_await w.load(sink_.from(p));
            Lanes height;
            for (std::uint32_t l = 0; l < lane_count; ++l) height[l] = sink[l] > 0 ? 1 : unreachable;
            co_await w.compute(3);
            co_await w.store(height_[current].from(p), height);
        }
        co_await all_.meet(w, met);
        for (bool changed = true; changed && round + 1 < most_rounds; ++round, current ^= 1) {
            std::uint32_t changes = 0, busy = 0;
            for (std::uint32_t p = w.first_thread(); p < pixels_; p += stride(w)) {
                std::array<Load, directions> residual, height;
                Load here, excess;
                co_await begin_neighbours(w, p, height_[current], residual, height);
                co_await w.begin(here, height_[current].from(p));
                co_await w.begin(excess, excess_.from(p));
                for (std::uint32_t d = 0; d < directions; ++d) {
                    co_await w.finish(residual[d]);
                    co_await w.finish(height[d]);
                }
                co_await w.finish(here);
                co_await w.finish(excess);
                Lanes least = here.words;
                for (std::uint32_t l = 0; l < lane_count; ++l) {
                    for (std::uint32_t d = 0; d < directions; ++d)
                        if (residual[d].words[l] > 0) least[l] = std::min(least[l], height[d].words[l] + 1);
                    changes += least[l] != here.words[l];
                    busy += excess.words[l] > 0 && least[l] < unreachable;
                }
                co_await w.compute(14);
                co_await w.store(height_[current ^ 1].from(p), least);
            }
            Lanes counts{};
            counts[0] = changes;
            counts[1] = busy;
            if (changes + busy > 0) co_await w.atomic(AtomicOperation::add, counts_.from(2 * round), counts, 3);
            co_await all_.meet(w, met);
            const Lanes all = co_await w.atomic(AtomicOperation::add, counts_.from(2 * round), Lanes{}, 3);
            changed = all[0] > 0;
            active = all[1] > 0;
        }
    }
    Kernel begin_neighbours(Warp& w, std::uint32_t p, const Buffer& heights, std::array<Load, directions>& residual,
                            std::array<Load, directions>& height) {
        for (std::uint32_t d = 0; d < directions; ++d) {
            co_await w.begin(residual[d], residual_[d].from(p));
            co_await w.begin(height[d], heights.at(neighbours(p, d)));
        }
    }

    /// Pushes excess to the sink, and to neighbours that are one lower; tells them how much.
    Kernel push(Warp& w, std::uint32_t p, const Buffer& heights) {
        std::array<Load, directions> residual, height;
        Load here, load_excess, load_sink;
        co_await w.begin(load_excess, excess_.from(p));
        co_await w.begin(here, heights.from(p));
        co_await w.begin(load_sink, sink_.from(p));
        co_await begin_neighbours(w, p, heights, residual, height);
        for (Load* load : {&load_excess, &here, &load_sink}) co_await w.finish(*load);
        for (std::uint32_t d = 0; d < directions; ++d) {
            co_await w.finish(residual[d]);
            co_await w.finish(height[d]);
        }
        Lanes excess = load_excess.words, sink = load_sink.words;
        std::array<Lanes, directions> pushed{};
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            const std::uint32_t drained = here.words[l] == 1 ? std::min(excess[l], sink[l]) : 0;
            excess[l] -= drained;
            sink[l] -= drained;
            if (here.words[l] >= unreachable) continue;
            for (std::uint32_t d = 0; d < directions; ++d) {
                if (height[d].words[l] + 1 != here.words[l]) continue;
                pushed[d][l] = std::min(excess[l], residual[d].words[l]);
                excess[l] -= pushed[d][l];
                residual[d].words[l] -= pushed[d][l];
            }
        }
        co_await w.compute(24);
        co_await w.store(excess_.from(p), excess);
        co_await w.store(sink_.from(p), sink);
        for (std::uint32_t d = 0; d < directions; ++d) {
            co_await w.store(residual_[d].from(p), residual[d].words);
            co_await w.store(pushed_[d].from(p), pushed[d]);
        }
    }

    /// Takes what the neighbours have pushed. A pixel with excess then rises above the lowest neighbour that it can push to.
    Kernel pull_and_relabel(Warp& w, std::uint32_t p, const Buffer& from, const Buffer& to) {
        std::array<Load, directions> residual, height, pushed;
        Load here, load_excess, sink;
        co_await w.begin(load_excess, excess_.from(p));
        co_await w.begin(here, from.from(p));
        co_await w.begin(sink, sink_.from(p));
        co_await begin_neighbours(w, p, from, residual, height);
        for (std::uint32_t d = 0; d < directions; ++d) co_await w.begin(pushed[d], pushed_[back(d)].at(neighbours(p, d)));
        for (Load* load : {&load_excess, &here, &sink}) co_await w.finish(*load);
        for (std::uint32_t d = 0; d < directions; ++d)
            for (Load* load : {&residual[d], &height[d], &pushed[d]}) co_await w.finish(*load);
        Lanes excess = load_excess.words, risen = here.words;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            std::uint32_t lowest = sink.words[l] > 0 ? 0 : unreachable;
            for (std::uint32_t d = 0; d < directions; ++d) {
                if (neighbour(p + l, d) != p + l) {
                    excess[l] += pushed[d].words[l];
                    residual[d].words[l] += pushed[d].words[l];
                }
                if (residual[d].words[l] > 0) lowest = std::min(lowest, height[d].words[l]);
            }
            if (excess[l] > 0 && lowest >= here.words[l]) risen[l] = std::min(lowest + 1, unreachable);
        }
        co_await w.compute(24);
        co_await w.store(excess_.from(p), excess);
        for (std::uint32_t d = 0; d < directions; ++d) co_await w.store(residual_[d].from(p), residual[d].words);
        co_await w.store(to.from(p), risen);
    }

    std::uint64_t seed_;
    Backoff backoff_;
    std::uint32_t width_, pixels_;
    std::vector<std::uint32_t> excess_host_, sink_host_;
    std::array<std::vector<std::uint32_t>, directions> residual_host_;
    Buffer excess_, sink_, counts_;
    GridBarrier all_;
    std::array<Buffer, directions> residual_, pushed_;
    std::array<Buffer, 2> height_;
};

}  // namespace

std::unique_ptr<Workload> graph_cuts(const WorkloadOptions& options) { return std::make_unique<GraphCuts>(options); }

}  // namespace tandem::perfsim
