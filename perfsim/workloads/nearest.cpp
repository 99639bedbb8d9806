// The record nearest to a place, after Rodinia's nn (Che et al., IISWC 2009). Each thread goes through records and keeps the
// nearest. Then the threads' records are compared in a tree, with a barrier between levels (Hechtman and Sorin, ISCA 2013, Fig.
// 3). Or one launch computes each record's distance, and the host picks the nearest, as Rodinia's does.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t latitude = 511, longitude = 497;  // of the place

std::uint32_t distance_of(std::uint32_t a, std::uint32_t b) {
    return (a - latitude) * (a - latitude) + (b - longitude) * (b - longitude);
}

class Nearest final : public Workload {
public:
    explicit Nearest(const WorkloadOptions& options)
        : seed_(options.seed),
          records_(131072 * static_cast<std::uint32_t>(options.size)),
          passes_(passes_of(options)),
          backoff_(backoff_of(options, {})) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        std::mt19937 random(static_cast<unsigned>(seed_));
        for (auto* coordinate : {&latitude_host_, &longitude_host_}) {
            coordinate->resize(records_);
            for (auto& x : *coordinate) x = static_cast<std::uint32_t>(random() % 1024);
        }
        latitude_ = memory.allocate(latitude_host_);
        longitude_ = memory.allocate(longitude_host_);
        if (passes_ == Passes::launches) {
            distance_ = memory.allocate(records_);
            return simulation.run(launch_of(records_, [this](Warp& w) { return distances(w); }));
        }
        const Launch launch = flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); });
        const std::size_t threads =
            static_cast<std::size_t>(launch.blocks) * static_cast<std::size_t>(launch.warps_per_block) * lane_count;
        distance_ = memory.allocate(threads);
        record_ = memory.allocate(threads);
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        std::uint32_t best = 0;
        const auto distance = [&](std::uint32_t r) { return distance_of(latitude_host_[r], longitude_host_[r]); };
        for (std::uint32_t r = 1; r < records_; ++r)
            if (distance(r) < distance(best)) best = r;
        if (passes_ == Passes::launches) return check_distances(memory);
        const std::uint32_t found = memory.read(record_)[0], how_far = memory.read(distance_)[0];
        if (how_far != distance(best)) return mismatch("distance", 0, how_far, distance(best));
        return found == best ? "" : mismatch("record", 0, found, best);
    }

private:
    /// All of them: the host's pick is right if they are.
    std::string check_distances(const Memory& memory) const {
        const auto found = memory.read(distance_);
        for (std::uint32_t r = 0; r < records_; ++r)
            if (const std::uint32_t right = distance_of(latitude_host_[r], longitude_host_[r]); found[r] != right)
                return mismatch("distance", r, found[r], right);
        return "";
    }

    /// A thread a record.
    Kernel distances(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < records_; first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, records_);
            const Lanes here = latitude_.from(first), there = longitude_.from(first), to = distance_.from(first);
            Load a, b;
            co_await w.begin(a, here, mine);
            co_await w.begin(b, there, mine);
            co_await w.finish(a);
            co_await w.finish(b);
            co_await w.compute(5);  // differences, squares, sum
            Lanes found{};
            for (std::uint32_t l = 0; l < w.width(); ++l) found[l] = distance_of(a.words[l], b.words[l]);
            co_await w.store(to, found, mine);
        }
    }
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        const std::uint32_t me = w.first_thread();
        Lanes best = every(0xffffffff), whose{};
        for (std::uint32_t first = me; first < records_; first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, records_);
            const Lanes here = latitude_.from(first), there = longitude_.from(first);
            Load a, b;
            co_await w.begin(a, here, mine);
            co_await w.begin(b, there, mine);
            co_await w.finish(a);
            co_await w.finish(b);
            co_await w.compute(6);  // differences, squares, comparison, loop
            for (std::uint32_t l = 0; l < w.width(); ++l)
                if (const std::uint32_t d = distance_of(a.words[l], b.words[l]); (mine >> l & 1) && d < best[l])
                    best[l] = d, whose[l] = first + l;
        }
        co_await w.store(distance_.from(me), best, w.all());
        co_await w.store(record_.from(me), whose, w.all());
        for (std::uint32_t count = w.threads(); count > 1;) {
            const std::uint32_t half = (count + 1) / 2;
            co_await all_.meet(w, met);
            const std::uint32_t mine = lanes_within(w, me, count - half);
            if (mine != 0) co_await compare(w, me, half, mine);
            count = half;
        }
    }
    /// Takes over the record `half` places on if it is nearer, or equally near and earlier.
    Kernel compare(Warp& w, std::uint32_t me, std::uint32_t half, std::uint32_t mine) {
        const std::array<Lanes, 4> where{distance_.from(me), record_.from(me), distance_.from(me + half),
                                         record_.from(me + half)};
        std::array<Load, 4> of;
        for (std::size_t i = 0; i < 4; ++i) co_await w.begin(of[i], where[i], mine);
        for (Load& load : of) co_await w.finish(load);
        co_await w.compute(3);
        const std::uint32_t nearer = lanes_where(mine, [&](std::uint32_t l) {
            return std::pair(of[2].words[l], of[3].words[l]) < std::pair(of[0].words[l], of[1].words[l]);
        });
        co_await w.store(where[0], of[2].words, nearer);
        co_await w.store(where[1], of[3].words, nearer);
    }

    std::uint64_t seed_;
    std::uint32_t records_;
    Passes passes_;
    Backoff backoff_;
    std::vector<std::uint32_t> latitude_host_, longitude_host_;
    Buffer latitude_, longitude_, distance_, record_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> nearest(const WorkloadOptions& options) { return std::make_unique<Nearest>(options); }

}  // namespace tandem::perfsim
