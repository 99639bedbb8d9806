// A matrix product after the MTTOP paper's Fig. 5. Each thread computes a row of C, element by element, from its row of A and all
// of B. Whole numbers.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

/// Fig. 5's matrices are square, with a row for each thread. With 8192 threads that would take hours, so A has few columns and B
/// fewer.
class FlatProduct final : public Workload {
    static constexpr std::uint32_t rows = 8192, inner = 64;

public:
    explicit FlatProduct(const WorkloadOptions& options)
        : seed_(options.seed), columns_(2 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        a_host_.resize(std::size_t(rows) * inner);
        b_host_.resize(std::size_t(inner) * columns_);
        for (auto* matrix : {&a_host_, &b_host_})
            for (auto& x : *matrix) x = static_cast<std::uint32_t>(random() % 1000);
        a_ = simulation.memory().allocate(a_host_);
        b_ = simulation.memory().allocate(b_host_);
        c_ = simulation.memory().allocate(std::size_t(rows) * columns_);
        simulation.run(flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); }));
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(c_);
        for (std::uint32_t r = 0; r < rows; ++r)
            for (std::uint32_t i = 0; i < columns_; ++i) {
                std::uint32_t sum = 0;
                for (std::uint32_t j = 0; j < inner; ++j) sum += a_host_[r * inner + j] * b_host_[j * columns_ + i];
                if (found[r * columns_ + i] != sum) return mismatch("c", r * columns_ + i, found[r * columns_ + i], sum);
            }
        return "";
    }

private:
    Kernel kernel(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < rows; first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, rows);
            for (std::uint32_t i = 0; i < columns_; ++i) {
                Lanes sum{}, where{};
                for (std::uint32_t j = 0; j < inner; ++j) {
                    Load a, b;
                    for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = a_.at((first + l) * inner + j);
                    co_await w.begin(a, where, mine);
                    const Lanes same = every(b_.at(j * columns_ + i));
                    co_await w.begin(b, same, mine);
                    co_await w.finish(a);
                    co_await w.finish(b);
                    co_await w.compute(3);  // multiply-add, address, loop
                    for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] += a.words[l] * b.words[l];
                }
                for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = c_.at((first + l) * columns_ + i);
                co_await w.store(where, sum, mine);
            }
        }
    }

    std::uint64_t seed_;
    std::uint32_t columns_;
    std::vector<std::uint32_t> a_host_, b_host_;
    Buffer a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> flat_product(const WorkloadOptions& options) { return std::make_unique<FlatProduct>(options); }

}  // namespace tandem::perfsim
