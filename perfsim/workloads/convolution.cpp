// A 2D convolution with a small mask. Each thread computes elements of the result, from 3 x 3 elements of the matrix and as many
// of the mask. The mask's loops are unrolled, so all 18 loads of an element begin together: "a lot of independent loads for small
// amounts of data" (Hechtman and Sorin, ISCA 2013, 7.5). Whole numbers.
#include "perfsim/workloads/flat.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Convolution final : public Workload {
    static constexpr std::uint32_t mask_width = 3, elements = mask_width * mask_width, n = 256, padded = n + mask_width - 1;

public:
    explicit Convolution(const WorkloadOptions& options)
        : seed_(options.seed), rows_(n * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        from_host_.resize(std::size_t(rows_ + mask_width - 1) * padded);
        mask_host_.resize(elements);
        for (auto* data : {&from_host_, &mask_host_})
            for (auto& x : *data) x = static_cast<std::uint32_t>(random() % 1000);
        from_ = simulation.memory().allocate(from_host_);
        mask_ = simulation.memory().allocate(mask_host_);
        to_ = simulation.memory().allocate(std::size_t(rows_) * n);
        simulation.run(flat_launch(simulation.description(), [this](Warp& w) { return kernel(w); }));
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(to_);
        for (std::uint32_t i = 0; i < rows_ * n; ++i) {
            std::uint32_t sum = 0;
            for (std::uint32_t e = 0; e < elements; ++e) sum += mask_host_[e] * from_host_[place(i, e)];
            if (found[i] != sum) return mismatch("result", i, found[i], sum);
        }
        return "";
    }

private:
    /// The place of the matrix element that meets element e of the mask in element i of the result.
    static std::uint32_t place(std::uint32_t i, std::uint32_t e) {
        return (i / n + e / mask_width) * padded + i % n + e % mask_width;
    }

    Kernel kernel(Warp& w) {
        for (std::uint32_t first = w.first_thread(); first < rows_ * n; first += w.threads()) {
            const std::uint32_t mine = lanes_within(w, first, rows_ * n);
            std::array<Load, elements> from, mask;
            for (std::uint32_t e = 0; e < elements; ++e) {
                Lanes where{};
                for (std::uint32_t l = 0; l < w.width(); ++l) where[l] = from_.at(place(first + l, e));
                co_await w.begin(from[e], where, mine);
                where = every(mask_.at(e));
                co_await w.begin(mask[e], where, mine);
            }
            Lanes sum{};
            for (std::uint32_t e = 0; e < elements; ++e) {
                co_await w.finish(from[e]);
                co_await w.finish(mask[e]);
                co_await w.compute(1);
                for (std::uint32_t l = 0; l < w.width(); ++l) sum[l] += from[e].words[l] * mask[e].words[l];
            }
            co_await w.compute(3);  // address, loop
            co_await w.store(to_.from(first), sum, mine);
        }
    }

    std::uint64_t seed_;
    std::uint32_t rows_;
    std::vector<std::uint32_t> from_host_, mask_host_;
    Buffer from_, mask_, to_;
};

}  // namespace

std::unique_ptr<Workload> convolution(const WorkloadOptions& options) { return std::make_unique<Convolution>(options); }

}  // namespace tandem::perfsim
