// Hotspot: the temperature of a chip, from its power, by an explicit scheme (Huang et al., "HotSpot", IEEE TVLSI 2006), after
// Rodinia's benchmark (Che et al., IISWC 2009). A launch does one step from one grid to another; thread blocks share the edges of
// their tiles, which nobody writes in that launch.
#include <cmath>

#include "perfsim/workloads/heat.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Hotspot final : public Workload {
    static constexpr int warps = 8, steps = 6;
    static constexpr std::uint32_t tile = lane_count, rows_per_warp = tile / warps;

public:
    explicit Hotspot(const WorkloadOptions& options)
        : seed_(options.seed), tiles_(static_cast<std::uint32_t>(std::lround(8 * std::sqrt(options.size)))), n_(tiles_ * tile) {}

    void run(Simulation& simulation) override {
        start_ = random_floats(std::size_t(n_) * n_, seed_);
        for (float& t : start_) t = 320 + 10 * t;
        power_host_ = random_floats(start_.size(), seed_ + 1);
        grids_[0] = simulation.memory().allocate(words(start_));
        grids_[1] = simulation.memory().allocate(start_.size());
        power_ = simulation.memory().allocate(words(power_host_));
        for (int step = 0; step < steps; ++step)
            simulation.run({static_cast<int>(tiles_ * tiles_), warps,
                            [this, step](Warp& w) { return kernel(w, grids_[step % 2], grids_[(step + 1) % 2]); }});
    }

    /// Accurate to one part in 100000 of a host's results.
    std::string check(const Memory& memory) const override {
        const std::vector<float> now = heated(start_, power_host_, n_, steps);
        const auto found = memory.read(grids_[steps % 2]);
        for (std::size_t i = 0; i < now.size(); ++i)
            if (!near(number(found[i]), now[i], 1e-5)) return mismatch("temperature", i, number(found[i]), now[i]);
        return "";
    }

private:
    Kernel kernel(Warp& w, const Buffer& from, const Buffer& to) {
        const std::uint32_t row =
            static_cast<std::uint32_t>(w.block) / tiles_ * tile + static_cast<std::uint32_t>(w.warp_in_block) * rows_per_warp;
        const std::uint32_t column = static_cast<std::uint32_t>(w.block) % tiles_ * tile;
        std::array<Load, rows_per_warp + 2> rows;
        std::array<Load, rows_per_warp> power;
        co_await w.begin(rows[0], from.from(before(row) * n_ + column));
        for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
            co_await w.begin(rows[r + 1], from.from((row + r) * n_ + column));
            co_await w.begin(power[r], power_.from((row + r) * n_ + column));
        }
        co_await w.begin(rows[rows_per_warp + 1], from.from(behind(row + rows_per_warp - 1, n_) * n_ + column));
        Lanes sides{};  // left and right of each row
        for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
            sides[2 * r] = from.at((row + r) * n_ + before(column));
            sides[2 * r + 1] = from.at((row + r) * n_ + behind(column + tile - 1, n_));
        }
        const Lanes side = co_await w.load(sides, first_lanes(2 * rows_per_warp));
        for (Load& load : rows) co_await w.finish(load);
        for (Load& load : power) co_await w.finish(load);
        for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
            const Lanes &north = rows[r].words, &here = rows[r + 1].words, &south = rows[r + 2].words;
            Lanes result;
            for (std::uint32_t c = 0; c < tile; ++c)
                result[c] = word(updated(number(here[c]), number(north[c]), number(south[c]),
                                         number(c + 1 == tile ? side[2 * r + 1] : here[c + 1]),
                                         number(c == 0 ? side[2 * r] : here[c - 1]), number(power[r].words[c])));
            co_await w.compute(16);  // addresses, clamping, twelve operations
            co_await w.store(to.from((row + r) * n_ + column), result);
        }
    }

    std::uint64_t seed_;
    std::uint32_t tiles_, n_;
    std::vector<float> start_, power_host_;
    std::array<Buffer, 2> grids_;
    Buffer power_;
};

}  // namespace

std::unique_ptr<Workload> hotspot(const WorkloadOptions& options) { return std::make_unique<Hotspot>(options); }

}  // namespace tandem::perfsim
