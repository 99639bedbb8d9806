// k-means clustering (Lloyd, IEEE Trans. Inf. Theory 1982), after Rodinia's benchmark. Each thread finds the centre nearest to
// its point, reading the point's features anew for each centre. A second kernel adds up the points of each cluster, and a third
// makes the new centres. Whole numbers, so results are exact.
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t features = 16, clusters = 8, coordinates = features * clusters;
static_assert(coordinates % lane_count == 0);

class KMeans final : public Workload {
    static constexpr int warps = 8, rounds = 3;

public:
    explicit KMeans(const WorkloadOptions& options)
        : seed_(options.seed), points_(8192 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        feature_host_.resize(std::size_t(features) * points_);
        for (auto& f : feature_host_) f = static_cast<std::uint32_t>(random() % 1000);
        for (std::uint32_t k = 0; k < clusters; ++k)
            for (std::uint32_t f = 0; f < features; ++f) start_.push_back(feature_host_[f * points_ + k]);
        Memory& memory = simulation.memory();
        feature_ = memory.allocate(feature_host_);
        centre_ = memory.allocate(start_);
        member_ = memory.allocate(points_);
        const Launch assign{static_cast<int>(points_ / (lane_count * warps)), warps,
                            [this](Warp& w) { return assign_points(w); }};
        for (int round = 0; round < rounds; ++round) {
            sum_ = memory.allocate(coordinates);
            count_ = memory.allocate(lane_count);
            simulation.run(assign);
            simulation.run({assign.blocks, warps, [this](Warp& w) { return add_up(w); }, 0, 4 * (coordinates + clusters)});
            simulation.run({1, 1, [this](Warp& w) { return move_centres(w); }});
        }
    }

    std::string check(const Memory& memory) const override {
        std::vector<std::uint32_t> centre = start_, member(points_);
        for (int round = 0; round < rounds; ++round) {
            std::vector<std::uint32_t> sum(coordinates), count(clusters);
            for (std::uint32_t p = 0; p < points_; ++p) {
                std::uint32_t nearest = 0xffffffff;
                for (std::uint32_t k = 0; k < clusters; ++k) {
                    std::uint32_t distance = 0;
                    for (std::uint32_t f = 0; f < features; ++f)
                        distance += squared(feature_host_[f * points_ + p], centre[k * features + f]);
                    if (distance < nearest) nearest = distance, member[p] = k;
                }
                ++count[member[p]];
                for (std::uint32_t f = 0; f < features; ++f) sum[member[p] * features + f] += feature_host_[f * points_ + p];
            }
            for (std::uint32_t i = 0; i < coordinates; ++i)
                if (count[i / features] > 0) centre[i] = sum[i] / count[i / features];
        }
        const auto found = memory.read(member_), found_centre = memory.read(centre_);
        for (std::uint32_t p = 0; p < points_; ++p)
            if (found[p] != member[p]) return mismatch("cluster", p, found[p], member[p]);
        for (std::uint32_t i = 0; i < coordinates; ++i)
            if (found_centre[i] != centre[i]) return mismatch("centre", i, found_centre[i], centre[i]);
        return "";
    }

private:
    static std::uint32_t squared(std::uint32_t a, std::uint32_t b) { return (a - b) * (a - b); }

    Kernel assign_points(Warp& w) {
        std::array<std::uint32_t, coordinates> centre;  // in constant memory, in Rodinia
        for (std::uint32_t i = 0; i < coordinates; i += lane_count) {
            const Lanes some = co_await w.load(centre_.from(i));
            std::copy(some.begin(), some.end(), centre.begin() + i);
        }
        Lanes nearest = every(0xffffffff), member{};
        for (std::uint32_t k = 0; k < clusters; ++k) {
            Lanes distance{};
            for (std::uint32_t f = 0; f < features; ++f) {
                const Lanes x = co_await w.load(feature_.from(f * points_ + w.first_thread()));
                for (std::uint32_t l = 0; l < lane_count; ++l) distance[l] += squared(x[l], centre[k * features + f]);
                co_await w.compute(4);  // address, difference, multiply-add, loop
            }
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (distance[l] < nearest[l]) nearest[l] = distance[l], member[l] = k;
            co_await w.compute(3);
        }
        co_await w.store(member_.from(w.first_thread()), member);
    }

    Kernel add_up(Warp& w) {
        const auto shared = w.shared();
        const Lanes member = co_await w.load(member_.from(w.first_thread()));
        for (std::uint32_t f = 0; f < features; ++f) {
            const Lanes x = co_await w.load(feature_.from(f * points_ + w.first_thread()));
            for (std::uint32_t l = 0; l < lane_count; ++l) shared[member[l] * features + f] += x[l];
            Lanes sums;
            for (std::uint32_t l = 0; l < lane_count; ++l) sums[l] = member[l] * features + f;
            co_await w.shared_load(sums, all_lanes, 1, 4);  // an addition in shared memory, some lanes after others
            co_await w.shared_store(sums);
        }
        for (std::uint32_t l = 0; l < lane_count; ++l) ++shared[coordinates + member[l]];
        co_await w.compute(6);
        co_await w.barrier();
        const std::uint32_t part = static_cast<std::uint32_t>(w.warp_in_block) * lane_count;
        if (part > coordinates) co_return;
        Lanes mine{};
        const std::uint32_t mask = part < coordinates ? all_lanes : first_lanes(clusters);
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mask >> l & 1) mine[l] = shared[part + l];
        co_await w.atomic(AtomicOperation::add, part < coordinates ? sum_.from(part) : count_.from(0), mine, mask);
    }

    Kernel move_centres(Warp& w) {
        const Lanes count = co_await w.load(count_.from(0), first_lanes(clusters));
        for (std::uint32_t i = 0; i < coordinates; i += lane_count) {
            Lanes sum = co_await w.load(sum_.from(i));
            std::uint32_t mask = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (const std::uint32_t of = count[(i + l) / features]; of > 0) sum[l] /= of, mask |= 1u << l;
            co_await w.compute(20);
            co_await w.store(centre_.from(i), sum, mask);
        }
    }

    std::uint64_t seed_;
    std::uint32_t points_;
    std::vector<std::uint32_t> feature_host_, start_;
    Buffer feature_, centre_, member_, sum_, count_;
};

}  // namespace

std::unique_ptr<Workload> k_means(const WorkloadOptions& options) { return std::make_unique<KMeans>(options); }

}  // namespace tandem::perfsim
