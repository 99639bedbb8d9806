// The product of a sparse matrix and a vector, in compressed rows, with one warp for each row: after the kernel of Bell and
// Garland (SC 2009). Elements are read once, the vector's repeatedly, in no order.
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class SparseProduct final : public Workload {
public:
    explicit SparseProduct(const WorkloadOptions& options)
        : seed_(options.seed), rows_(2048 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        starts_.push_back(0);
        for (std::uint32_t r = 0; r < rows_; ++r) {
            const std::uint32_t count = 1 + static_cast<std::uint32_t>(random()) % (2 * lane_count);
            for (std::uint32_t k = 0; k < count; ++k) columns_.push_back(static_cast<std::uint32_t>(random()) % rows_);
            starts_.push_back(static_cast<std::uint32_t>(columns_.size()));
        }
        elements_ = random_floats(columns_.size(), seed_);
        vector_ = random_floats(rows_, seed_ + 1);
        Memory& memory = simulation.memory();
        start_ = memory.allocate(starts_);
        column_ = memory.allocate(columns_);
        element_ = memory.allocate(words(elements_));
        x_ = memory.allocate(words(vector_));
        y_ = memory.allocate(rows_);
        constexpr int warps = 4;
        simulation.run({static_cast<int>(rows_ / warps), warps, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(y_);
        for (std::uint32_t r = 0; r < rows_; ++r) {
            double right = 0;
            for (std::uint32_t k = starts_[r]; k < starts_[r + 1]; ++k) right += double(elements_[k]) * vector_[columns_[k]];
            if (!near(number(found[r]), right, 1e-4)) return mismatch("y", r, double(number(found[r])), right);
        }
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        const auto row = static_cast<std::uint32_t>(w.warp());
        Lanes ends{};
        ends[0] = start_.at(row);
        ends[1] = start_.at(row + 1);
        const Lanes bounds = co_await w.load(ends, 3);
        Lanes sums{};
        for (std::uint32_t at = bounds[0]; at < bounds[1]; at += lane_count) {
            const std::uint32_t left = bounds[1] - at, mask = left >= lane_count ? all_lanes : (1u << left) - 1;
            Load column, element;
            co_await w.begin(column, column_.from(at), mask);
            co_await w.begin(element, element_.from(at), mask);
            co_await w.finish(column);
            co_await w.finish(element);
            co_await w.compute(2);
            Lanes of_vector{};
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (mask >> l & 1) of_vector[l] = x_.at(column.words[l]);
            const Lanes x = co_await w.load(of_vector, mask);
            co_await w.compute(2);
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if (mask >> l & 1) sums[l] = word(number(sums[l]) + number(element.words[l]) * number(x[l]));
        }
        co_await w.compute(10);  // lanes add up in a tree
        for (std::uint32_t half = lane_count / 2; half > 0; half /= 2)
            for (std::uint32_t l = 0; l < half; ++l) sums[l] = word(number(sums[l]) + number(sums[l + half]));
        Lanes of_row{};
        of_row[0] = y_.at(row);
        co_await w.store(of_row, sums, 1);
    }

    std::uint64_t seed_;
    std::uint32_t rows_;
    std::vector<std::uint32_t> starts_, columns_;
    std::vector<float> elements_, vector_;
    Buffer start_, column_, element_, x_, y_;
};

}  // namespace

std::unique_ptr<Workload> sparse_product(const WorkloadOptions& options) { return std::make_unique<SparseProduct>(options); }

}  // namespace tandem::perfsim
