// A tiled matrix product C = A B of whole numbers. Each thread block computes a tile of 32 x 32, and brings tiles of A and B into
// the memory that its warps share.
#include <cmath>
#include <numeric>

#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class MatrixProduct final : public Workload {
    static constexpr std::uint32_t tile = lane_count;
    static constexpr int warps = 8;
    static constexpr std::uint32_t rows_per_warp = tile / warps;

public:
    explicit MatrixProduct(const WorkloadOptions& options)
        : seed_(options.seed), tiles_(static_cast<std::uint32_t>(std::lround(8 * std::cbrt(options.size)))), n_(tiles_ * tile) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        for (auto* matrix : {&a_host_, &b_host_}) {
            matrix->resize(std::size_t(n_) * n_);
            for (auto& x : *matrix) x = static_cast<std::uint32_t>(random() % 1000);
        }
        a_ = simulation.memory().allocate(a_host_);
        b_ = simulation.memory().allocate(b_host_);
        c_ = simulation.memory().allocate(a_host_.size());
        simulation.run({static_cast<int>(tiles_ * tiles_), warps, [this](Warp& w) { return kernel(w); }, 0, 4 * 2 * tile * tile});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(c_);
        std::vector<std::uint32_t> row(n_);
        for (std::uint32_t i = 0; i < n_; ++i) {
            std::fill(row.begin(), row.end(), 0);
            for (std::uint32_t k = 0; k < n_; ++k)
                for (std::uint32_t j = 0; j < n_; ++j) row[j] += a_host_[i * n_ + k] * b_host_[k * n_ + j];
            for (std::uint32_t j = 0; j < n_; ++j)
                if (found[i * n_ + j] != row[j]) return mismatch("c", i * n_ + j, found[i * n_ + j], row[j]);
        }
        return "";
    }

private:
    /// Sums in registers: in a coroutine they would be in its frame. This is most of a run's time.
    static void add_products(Lanes& sums, const std::uint32_t* row_of_a, const std::uint32_t* b) {
        Lanes sum = sums;
        for (std::uint32_t k = 0; k < tile; ++k)
            for (std::uint32_t l = 0; l < tile; ++l) sum[l] += row_of_a[k] * b[k * tile + l];
        sums = sum;
    }

    Kernel kernel(Warp& w) {
        const std::uint32_t row = static_cast<std::uint32_t>(w.block) / tiles_ * tile,
                            column = static_cast<std::uint32_t>(w.block) % tiles_ * tile;
        const std::uint32_t first = static_cast<std::uint32_t>(w.warp_in_block) * rows_per_warp;  // of the rows of the tile
        const auto shared = w.shared();
        Lanes row_of_tile;
        std::iota(row_of_tile.begin(), row_of_tile.end(), 0u);
        std::array<Lanes, rows_per_warp> sums{};
        for (std::uint32_t t = 0; t < n_; t += tile) {
            std::array<Load, rows_per_warp> a, b;
            for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
                co_await w.begin(a[r], a_.from((row + first + r) * n_ + t));
                co_await w.begin(b[r], b_.from((t + first + r) * n_ + column));
            }
            for (std::uint32_t r = 0; r < rows_per_warp; ++r) {
                co_await w.finish(a[r]);
                co_await w.finish(b[r]);
                std::copy(a[r].words.begin(), a[r].words.end(), shared.begin() + (first + r) * tile);
                std::copy(b[r].words.begin(), b[r].words.end(), shared.begin() + (tile + first + r) * tile);
            }
            co_await w.shared_store(row_of_tile, all_lanes, 2 * rows_per_warp);
            co_await w.barrier();
            for (std::uint32_t r = 0; r < rows_per_warp; ++r)
                add_products(sums[r], &shared[(first + r) * tile], &shared[tile * tile]);
            // of B's word, and for each row of A's, which all lanes want; and a multiply-add
            co_await w.shared_load(row_of_tile, all_lanes, tile * (1 + rows_per_warp), tile * rows_per_warp);
            co_await w.barrier();
        }
        for (std::uint32_t r = 0; r < rows_per_warp; ++r) co_await w.store(c_.from((row + first + r) * n_ + column), sums[r]);
    }

    std::uint64_t seed_;
    std::uint32_t tiles_, n_;
    std::vector<std::uint32_t> a_host_, b_host_;
    Buffer a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> matrix_product(const WorkloadOptions& options) { return std::make_unique<MatrixProduct>(options); }

}  // namespace tandem::perfsim
