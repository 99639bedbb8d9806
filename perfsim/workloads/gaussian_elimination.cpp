// Gaussian elimination without pivots, after Rodinia's benchmark. For each column one launch (Fan1) computes the multipliers of
// the rows below, and a second (Fan2) subtracts the column's row from them. Threads share the row and the multipliers, which
// nobody writes in that launch.
#include <cmath>

#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class GaussianElimination final : public Workload {
    static constexpr std::uint32_t warps = 8;

public:
    explicit GaussianElimination(const WorkloadOptions& options)
        : seed_(options.seed), n_(lane_count * static_cast<std::uint32_t>(std::lround(2 * std::cbrt(options.size)))) {}

    void run(Simulation& simulation) override {
        a_host_ = random_floats(std::size_t(n_) * n_, seed_);
        // diagonally dominant, so that no pivot is small
        for (std::uint32_t i = 0; i < n_; ++i) a_host_[i * n_ + i] += static_cast<float>(n_);
        b_host_ = random_floats(n_, seed_ + 1);
        Memory& memory = simulation.memory();
        a_ = memory.allocate(words(a_host_));
        b_ = memory.allocate(words(b_host_));
        m_ = memory.allocate(std::size_t(n_) * n_);
        const std::uint32_t chunks = n_ / lane_count;
        for (std::uint32_t k = 0; k + 1 < n_; ++k) {
            const std::uint32_t below = n_ - 1 - k;
            simulation.run(
                {1, static_cast<int>((below + lane_count - 1) / lane_count), [this, k](Warp& w) { return multipliers(w, k); }});
            simulation.run(
                {static_cast<int>((below * chunks + warps - 1) / warps), warps, [this, k](Warp& w) { return subtract(w, k); }});
        }
    }

    /// Accurate to one part in 1000, or 0.0001, of a host's results in double precision.
    std::string check(const Memory& memory) const override {
        std::vector<double> a(a_host_.begin(), a_host_.end()), b(b_host_.begin(), b_host_.end());
        for (std::uint32_t k = 0; k < n_; ++k)
            for (std::uint32_t i = k + 1; i < n_; ++i) {
                const double m = a[i * n_ + k] / a[k * n_ + k];
                for (std::uint32_t j = k; j < n_; ++j) a[i * n_ + j] -= m * a[k * n_ + j];
                b[i] -= m * b[k];
            }
        const auto found = memory.read(a_), found_b = memory.read(b_);
        for (std::uint32_t i = 0; i < n_; ++i) {
            for (std::uint32_t j = i; j < n_; ++j)
                if (!near(number(found[i * n_ + j]), a[i * n_ + j], 1e-3, 1e-4))
                    return mismatch("a", i * n_ + j, static_cast<double>(number(found[i * n_ + j])), a[i * n_ + j]);
            if (!near(number(found_b[i]), b[i], 1e-3, 1e-4))
                return mismatch("b", i, static_cast<double>(number(found_b[i])), b[i]);
        }
        return "";
    }

private:
    Kernel multipliers(Warp& w, std::uint32_t k) {
        const std::uint32_t first = k + 1 + w.first_thread(), mask = first_lanes(n_ - first);
        Lanes places{}, to{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mask >> l & 1) places[l] = a_.at((first + l) * n_ + k), to[l] = m_.at((first + l) * n_ + k);
        Load column, pivot;
        co_await w.begin(column, places, mask);
        co_await w.begin(pivot, every(a_.at(k * n_ + k)), mask);
        co_await w.finish(column);
        co_await w.finish(pivot);
        co_await w.compute(11);  // addresses
        co_await w.compute(1, 1, Arithmetic::division);
        Lanes quotient{};
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if (mask >> l & 1) quotient[l] = word(number(column.words[l]) / number(pivot.words[l]));
        co_await w.store(to, quotient, mask);
    }

    /// A warp has 32 columns of a row.
    Kernel subtract(Warp& w, std::uint32_t k) {
        const std::uint32_t chunks = n_ / lane_count, self = static_cast<std::uint32_t>(w.warp());
        const std::uint32_t i = k + 1 + self / chunks, j = self % chunks * lane_count;
        if (i >= n_) co_return;
        const std::uint32_t mask = j >= k ? all_lanes : ~first_lanes(k - j);
        if (mask != 0) {
            Load m, above, here;
            co_await w.begin(m, every(m_.at(i * n_ + k)), mask);
            co_await w.begin(above, a_.from(k * n_ + j), mask);
            co_await w.begin(here, a_.from(i * n_ + j), mask);
            for (Load* load : {&m, &above, &here}) co_await w.finish(*load);
            co_await w.compute(8);  // addresses, bounds, multiply-add
            Lanes result{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                result[l] = word(number(here.words[l]) - number(m.words[l]) * number(above.words[l]));
            co_await w.store(a_.from(i * n_ + j), result, mask);
        }
        if (j != 0) co_return;
        const Lanes m = co_await w.load(every(m_.at(i * n_ + k)), 1), above = co_await w.load(every(b_.at(k)), 1),
                    here = co_await w.load(every(b_.at(i)), 1);
        co_await w.compute(4);
        co_await w.store(every(b_.at(i)), every(word(number(here[0]) - number(m[0]) * number(above[0]))), 1);
    }

    std::uint64_t seed_;
    std::uint32_t n_;
    std::vector<float> a_host_, b_host_;
    Buffer a_, b_, m_;
};

}  // namespace

std::unique_ptr<Workload> gaussian_elimination(const WorkloadOptions& options) {
    return std::make_unique<GaussianElimination>(options);
}

}  // namespace tandem::perfsim
