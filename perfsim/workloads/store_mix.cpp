// Loads and stores in a given ratio. Each thread adds up words of a table that fits into L2 but not into L1, in random order, and
// after so many loads stores the sum to a new place. The question is the cost of consistency for programs with as few loads per
// store as those of CPUs (Hechtman and Sorin, ISCA 2013, 5.6 and 9.2).
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class StoreMix final : public Workload {
    static constexpr std::uint32_t table_words = 32768, accesses = 128;  // of a thread

public:
    StoreMix(const WorkloadOptions& options, std::uint32_t loads)
        : seed_(options.seed),
          loads_(loads),
          rounds_(std::max(1u, accesses * static_cast<std::uint32_t>(options.size) / (loads + 1))) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        table_host_.resize(table_words);
        for (auto& x : table_host_) x = static_cast<std::uint32_t>(random() % 1000);
        table_ = simulation.memory().allocate(table_host_);
        const Launch launch = flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); });
        warps_ = static_cast<std::uint32_t>(launch.blocks * launch.warps_per_block);
        width_ = static_cast<std::uint32_t>(std::min(lane_count, simulation.description().sms.lanes));
        out_ = simulation.memory().allocate(std::size_t(rounds_) * warps_ * width_);
        simulation.run(launch);
    }

    /// Sums.
    double work_done() const override { return double(rounds_) * warps_ * width_; }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(out_);
        for (std::uint32_t round = 0; round < rounds_; ++round)
            for (std::uint32_t warp = 0; warp < warps_; ++warp)
                for (std::uint32_t l = 0; l < width_; ++l) {
                    std::uint32_t sum = 0;
                    for (std::uint32_t i = 0; i < loads_; ++i) sum += table_host_[place(warp, round, i) + l];
                    const std::size_t at = (std::size_t(round) * warps_ + warp) * width_ + l;
                    if (found[at] != sum) return mismatch("sum", at, found[at], sum);
                }
        return "";
    }

private:
    /// The first word that a warp loads: at a multiple of its width.
    std::uint32_t place(std::uint32_t warp, std::uint32_t round, std::uint32_t i) const {
        std::uint32_t h =
            static_cast<std::uint32_t>(seed_) * 0x9e3779b1u ^ warp * 0x85ebca6bu ^ (round * loads_ + i) * 0xc2b2ae35u;
        h = (h ^ h >> 15) * 0x2c1b3c6du;
        h = (h ^ h >> 13) * 0x297a2d39u;
        return (h ^ h >> 16) % (table_words / width_) * width_;
    }
    Kernel kernel(Warp& w) {
        for (std::uint32_t round = 0; round < rounds_; ++round) {
            Lanes sum{};
            for (std::uint32_t i = 0; i < loads_; ++i) {
                const Lanes x = co_await w.load(table_.from(place(static_cast<std::uint32_t>(w.warp()), round, i)), w.all());
                co_await w.compute(3);  // addition, address, loop
                for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] += x[l];
            }
            co_await w.compute(2);
            co_await w.store(out_.from((round * warps_ + static_cast<std::uint32_t>(w.warp())) * w.width()), sum, w.all());
        }
    }

    std::uint64_t seed_;
    std::uint32_t loads_, rounds_, warps_ = 0, width_ = 1;
    std::vector<std::uint32_t> table_host_;
    Buffer table_, out_;
};

}  // namespace

const std::vector<WorkloadSetting>& store_mix_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"loads-per-store", "loads of a thread between its stores, 1 to 128", "2", "UINT"}};
    return settings;
}

std::unique_ptr<Workload> store_mix(const WorkloadOptions& options) {
    const std::string text = given(options, store_mix_settings()[0]);
    const auto loads = whole(text);
    if (!loads || *loads < 1 || *loads > 128)
        throw WorkloadError(fmt::format("loads-per-store is '{}': 1 to 128 are accepted", text));
    return std::make_unique<StoreMix>(options, *loads);
}

}  // namespace tandem::perfsim
