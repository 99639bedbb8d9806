// k-means clustering (k_means.cpp) with flat threads. Each thread assigns its own points. Then, for each cluster, all threads'
// sums are added up in a tree, with a barrier between levels. That is the code of the MTTOP paper's Fig. 3, which occurs
// "multiple times per iteration" of its k-means (Hechtman and Sorin, ISCA 2013, 5.3). Whole numbers, so results are exact.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class FlatKMeans final : public Workload {
    static constexpr std::uint32_t features = 4, clusters = 5, summed = features + 1;  // and the number of points
    static constexpr int rounds = 2;

public:
    explicit FlatKMeans(const WorkloadOptions& options)
        : seed_(options.seed), points_(65536 * static_cast<std::uint32_t>(options.size)), backoff_(backoff_of(options, {})) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        std::mt19937 random(static_cast<unsigned>(seed_));
        feature_host_.resize(std::size_t(features) * points_);
        for (auto& f : feature_host_) f = static_cast<std::uint32_t>(random() % 1000);
        for (std::uint32_t k = 0; k < clusters; ++k)
            for (std::uint32_t f = 0; f < features; ++f) start_.push_back(feature_host_[f * points_ + k]);
        feature_ = memory.allocate(feature_host_);
        centre_ = memory.allocate(start_);
        member_ = memory.allocate(points_);
        const Launch launch = flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); });
        const std::size_t threads =
            static_cast<std::size_t>(launch.blocks) * static_cast<std::size_t>(launch.warps_per_block) * lane_count;
        for (Buffer& sum : sum_) sum = memory.allocate(threads);
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        std::vector<std::uint32_t> centre = start_, member(points_);
        for (int round = 0; round < rounds; ++round) {
            std::vector<std::uint32_t> sum(clusters * summed);
            for (std::uint32_t p = 0; p < points_; ++p) {
                std::uint32_t nearest = 0xffffffff;
                for (std::uint32_t k = 0; k < clusters; ++k) {
                    std::uint32_t distance = 0;
                    for (std::uint32_t f = 0; f < features; ++f)
                        distance += squared(feature_host_[f * points_ + p], centre[k * features + f]);
                    if (distance < nearest) nearest = distance, member[p] = k;
                }
                for (std::uint32_t f = 0; f < features; ++f) sum[member[p] * summed + f] += feature_host_[f * points_ + p];
                ++sum[member[p] * summed + features];
            }
            for (std::uint32_t k = 0; k < clusters; ++k)
                for (std::uint32_t f = 0; f < features; ++f)
                    if (sum[k * summed + features] > 0)
                        centre[k * features + f] = sum[k * summed + f] / sum[k * summed + features];
        }
        const auto found = memory.read(member_), found_centre = memory.read(centre_);
        for (std::uint32_t p = 0; p < points_; ++p)
            if (found[p] != member[p]) return mismatch("cluster", p, found[p], member[p]);
        for (std::size_t i = 0; i < centre.size(); ++i)
            if (found_centre[i] != centre[i]) return mismatch("centre", i, found_centre[i], centre[i]);
        return "";
    }

private:
    static std::uint32_t squared(std::uint32_t a, std::uint32_t b) { return (a - b) * (a - b); }
    /// A thread's own sums of each cluster, in registers.
    using Sums = std::array<std::array<Lanes, summed>, clusters>;

    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (int round = 0; round < rounds; ++round) {
            Sums own{};
            for (std::uint32_t first = w.first_thread(); first < points_; first += w.threads()) co_await assign(w, first, own);
            for (std::uint32_t k = 0; k < clusters; ++k) co_await add_up(w, k, own[k], met);
            co_await all_.meet(w, met);  // the new centres are there
        }
    }
    Kernel assign(Warp& w, std::uint32_t first, Sums& own) {
        const std::uint32_t mine = lanes_within(w, first, points_);
        Lanes nearest = every(0xffffffff), member{};
        std::array<Lanes, features> point{};
        for (std::uint32_t k = 0; k < clusters; ++k) {
            Lanes distance{};
            for (std::uint32_t f = 0; f < features; ++f) {
                const Lanes here = feature_.from(f * points_ + first), there = every(centre_.at(k * features + f));
                Load x, c;
                co_await w.begin(x, here, mine);
                co_await w.begin(c, there, mine);
                co_await w.finish(x);
                co_await w.finish(c);
                co_await w.compute(4);  // address, difference, multiply-add, loop
                for (std::uint32_t l = 0; l < w.width(); ++l) distance[l] += squared(x.words[l], c.words[l]);
                point[f] = x.words;
            }
            co_await w.compute(3);
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if (distance[l] < nearest[l]) nearest[l] = distance[l], member[l] = k;
        }
        co_await w.compute(summed);
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            if (!(mine >> l & 1)) continue;
            for (std::uint32_t f = 0; f < features; ++f) own[member[l]][f][l] += point[f][l];
            ++own[member[l]][features][l];
        }
        co_await w.store(member_.from(first), member, mine);
    }
    Kernel add_up(Warp& w, std::uint32_t cluster, const std::array<Lanes, summed>& own, std::uint32_t& met) {
        const std::uint32_t me = w.first_thread();
        for (std::uint32_t i = 0; i < summed; ++i) co_await w.store(sum_[i].from(me), own[i], w.all());
        co_await all_.meet(w, met);
        for (std::uint32_t count = w.threads(); count > 1;) {
            const std::uint32_t half = (count + 1) / 2, mine = lanes_within(w, me, count - half);
            for (std::uint32_t i = 0; i < summed && mine != 0; ++i) {
                const Lanes here = sum_[i].from(me), there = sum_[i].from(me + half);
                Load a, b;
                co_await w.begin(a, here, mine);
                co_await w.begin(b, there, mine);
                co_await w.finish(a);
                co_await w.finish(b);
                co_await w.compute(2);
                Lanes sum{};
                for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] = a.words[l] + b.words[l];
                co_await w.store(here, sum, mine);
            }
            count = half;
            co_await all_.meet(w, met);
        }
        if (me != 0) co_return;
        Lanes where{};
        for (std::uint32_t i = 0; i < summed; ++i) where[i] = sum_[i].at(0);
        const Lanes total = co_await w.load(where, first_lanes(summed));
        if (total[features] == 0) co_return;
        Lanes centre{};
        for (std::uint32_t f = 0; f < features; ++f) centre[f] = total[f] / total[features];
        co_await w.compute(20);
        co_await w.store(centre_.from(cluster * features), centre, first_lanes(features));
    }

    std::uint64_t seed_;
    std::uint32_t points_;
    Backoff backoff_;
    std::vector<std::uint32_t> feature_host_, start_;
    Buffer feature_, centre_, member_;
    std::array<Buffer, summed> sum_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> flat_k_means(const WorkloadOptions& options) { return std::make_unique<FlatKMeans>(options); }

}  // namespace tandem::perfsim
