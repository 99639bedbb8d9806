// A stencil on a grid of whole numbers, step after step. Each warp has a strip of rows for the whole run. Before a step it waits
// for the flags of its neighbours, which count their steps, and reads the edges of their strips. So data go from SM to SM while
// the kernel runs, and the stencil needs coherence.
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Stencil final : public Workload {
    static constexpr std::uint32_t columns = lane_count, rows_per_warp = 4;

public:
    explicit Stencil(const WorkloadOptions& options)
        : seed_(options.seed),
          backoff_(backoff_of(options, stencil_backoff)),
          steps_(32 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        const Launch launch = resident_launch(simulation.description(), 8, [this](Warp& w) { return kernel(w); });
        const auto warps = static_cast<std::uint32_t>(launch.blocks * launch.warps_per_block);
        rows_ = warps * rows_per_warp;
        std::mt19937 random(static_cast<unsigned>(seed_));
        start_.resize(std::size_t(rows_) * columns);
        for (auto& x : start_) x = static_cast<std::uint32_t>(random() % 1000);
        grids_[0] = simulation.memory().allocate(start_);
        grids_[1] = simulation.memory().allocate(start_.size());
        done_ = simulation.memory().allocate(std::size_t(warps) * words_per_block);  // a flag has a block of its own
        simulation.run(launch);
    }

    /// Cells, once for each step.
    double work_done() const override { return double(rows_) * columns * steps_; }

    std::string check(const Memory& memory) const override {
        std::vector<std::uint32_t> now = start_, next = start_;
        for (std::uint32_t step = 0; step < steps_; ++step) {
            for (std::uint32_t r = 0; r < rows_; ++r) {
                const auto row = [&](std::uint32_t i) {
                    return now.begin() + static_cast<std::ptrdiff_t>((i + rows_) % rows_ * columns);
                };
                for (std::uint32_t c = 0; c < columns; ++c)
                    next[r * columns + c] = updated(row(r + rows_ - 1)[c], row(r)[(c + columns - 1) % columns], row(r)[c],
                                                    row(r)[(c + 1) % columns], row(r + 1)[c]);
            }
            std::swap(now, next);
        }
        const auto found = memory.read(grids_[steps_ % 2]);
        for (std::size_t i = 0; i < now.size(); ++i)
            if (found[i] != now[i]) return mismatch("grid", i, found[i], now[i]);
        return "";
    }

private:
    static std::uint32_t updated(std::uint32_t above, std::uint32_t left, std::uint32_t here, std::uint32_t right,
                                 std::uint32_t below) {
        return 3 * here + above + left + right + below;
    }

    Kernel kernel(Warp& w) {
        const auto self = static_cast<std::uint32_t>(w.warp()), all = static_cast<std::uint32_t>(w.warps());
        const std::uint32_t first = self * rows_per_warp;
        const std::uint32_t before = (self + all - 1) % all, after = (self + 1) % all;
        for (std::uint32_t step = 0; step < steps_; ++step) {
            if (step > 0) {
                co_await wait_until(w, flag(before), step, backoff_);
                co_await wait_until(w, flag(after), step, backoff_);
            }
            const Buffer &from = grids_[step % 2], &to = grids_[(step + 1) % 2];
            std::array<Load, rows_per_warp + 2> rows;
            for (std::uint32_t r = 0; r < rows.size(); ++r)
                co_await w.begin(rows[r], from.from((first + r + rows_ - 1) % rows_ * columns));
            for (Load& row : rows) co_await w.finish(row);
            for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
                const Lanes &above = rows[r].words, &here = rows[r + 1].words, &below = rows[r + 2].words;
                Lanes result;
                for (std::uint32_t c = 0; c < columns; ++c)
                    result[c] = updated(above[c], here[(c + columns - 1) % columns], here[c], here[(c + 1) % columns], below[c]);
                co_await w.compute(8);
                co_await w.store(to.from((first + r) * columns), result);
            }
            co_await w.release();
            Lanes address{}, steps{};
            address[0] = flag(self);
            steps[0] = step + 1;
            co_await w.atomic(AtomicOperation::exchange, address, steps, 1);
        }
    }
    Address flag(std::uint32_t warp) const { return done_.at(warp * words_per_block); }

    std::uint64_t seed_;
    Backoff backoff_;
    std::uint32_t steps_, rows_ = 0;
    std::vector<std::uint32_t> start_;
    std::array<Buffer, 2> grids_;
    Buffer done_;
};

}  // namespace

std::unique_ptr<Workload> stencil(const WorkloadOptions& options) { return std::make_unique<Stencil>(options); }

}  // namespace tandem::perfsim
