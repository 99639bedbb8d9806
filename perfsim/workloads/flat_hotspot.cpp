// Hotspot (hotspot.cpp) with flat threads, in one launch. Each thread updates its own cells in each step, and all threads meet
// between steps.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/heat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class FlatHotspot final : public Workload {
    static constexpr std::uint32_t n = 256;

public:
    explicit FlatHotspot(const WorkloadOptions& options)
        : seed_(options.seed), steps_(6 * options.size), backoff_(backoff_of(options, {})) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        start_ = random_floats(std::size_t(n) * n, seed_);
        for (float& t : start_) t = 320 + 10 * t;
        power_host_ = random_floats(start_.size(), seed_ + 1);
        grids_[0] = memory.allocate(words(start_));
        grids_[1] = memory.allocate(start_.size());
        power_ = memory.allocate(words(power_host_));
        const Launch launch = flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); });
        all_ = GridBarrier(memory, launch, backoff_);
        simulation.run(launch);
    }

    /// Accurate to one part in 100000 of a host's results.
    std::string check(const Memory& memory) const override {
        const std::vector<float> right = heated(start_, power_host_, n, steps_);
        const auto found = memory.read(grids_[static_cast<std::size_t>(steps_ % 2)]);
        for (std::size_t i = 0; i < right.size(); ++i)
            if (!near(number(found[i]), right[i], 1e-5)) return mismatch("temperature", i, number(found[i]), right[i]);
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        std::uint32_t met = 0;
        for (int step = 0; step < steps_; ++step) {
            const auto now = static_cast<std::size_t>(step % 2);
            for (std::uint32_t first = w.first_thread(); first < n * n; first += w.threads())
                co_await update(w, grids_[now], grids_[1 - now], first);
            co_await all_.meet(w, met);
        }
    }
    Kernel update(Warp& w, const Buffer& from, const Buffer& to, std::uint32_t first) {
        const std::uint32_t mine = lanes_within(w, first, n * n);
        std::array<Lanes, 6> where{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            const std::uint32_t row = (first + l) / n, column = (first + l) % n;
            where[0][l] = from.at(row * n + column);
            where[1][l] = from.at(before(row) * n + column);
            where[2][l] = from.at(behind(row, n) * n + column);
            where[3][l] = from.at(row * n + behind(column, n));
            where[4][l] = from.at(row * n + before(column));
            where[5][l] = power_.at(row * n + column);
        }
        std::array<Load, 6> of;
        for (std::size_t i = 0; i < of.size(); ++i) co_await w.begin(of[i], where[i], mine);
        for (Load& load : of) co_await w.finish(load);
        co_await w.compute(16);  // addresses, clamping, twelve operations
        Lanes result{};
        for (std::uint32_t l = 0; l < w.width(); ++l) {
            const auto value = [&](std::size_t i) { return number(of[i].words[l]); };
            result[l] = word(updated(value(0), value(1), value(2), value(3), value(4), value(5)));
        }
        co_await w.store(to.from(first), result, mine);
    }

    std::uint64_t seed_;
    int steps_;
    Backoff backoff_;
    std::vector<float> start_, power_host_;
    std::array<Buffer, 2> grids_;
    Buffer power_;
    GridBarrier all_;
};

}  // namespace

std::unique_ptr<Workload> flat_hotspot(const WorkloadOptions& options) { return std::make_unique<FlatHotspot>(options); }

}  // namespace tandem::perfsim
