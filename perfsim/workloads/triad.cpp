// A streaming triad, a[i] = b[i] + s * c[i], after McCalpin's STREAM: bandwidth, and nothing used twice.
#include <random>

#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr float scale = 3.0f;

class Triad final : public Workload {
public:
    explicit Triad(const WorkloadOptions& options) : seed_(options.seed), count_(std::uint32_t(options.size) << 20) {}

    void run(Simulation& simulation) override {
        Memory& memory = simulation.memory();
        b_host_ = random_floats(count_, seed_);
        c_host_ = random_floats(count_, seed_ + 1);
        a_ = memory.allocate(count_);
        b_ = memory.allocate(words(b_host_));
        c_ = memory.allocate(words(c_host_));
        constexpr int warps = 8;
        // Each thread does a few elements, a grid apart.
        const int blocks = static_cast<int>(count_ / (lane_count * warps * per_thread));
        simulation.run({blocks, warps, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(a_);
        for (std::uint32_t i = 0; i < count_; ++i)
            if (found[i] != word(b_host_[i] + scale * c_host_[i]))
                return mismatch("a", i, number(found[i]), b_host_[i] + scale * c_host_[i]);
        return "";
    }

private:
    static constexpr std::uint32_t per_thread = 4;

    Kernel kernel(Warp& w) {
        const std::uint32_t stride = static_cast<std::uint32_t>(w.warps()) * lane_count;
        for (std::uint32_t k = 0; k < per_thread; ++k) {
            const std::uint32_t first = w.first_thread() + k * stride;
            Load b, c;
            co_await w.begin(b, b_.from(first));
            co_await w.begin(c, c_.from(first));
            co_await w.finish(b);
            co_await w.finish(c);
            co_await w.compute(4);  // addresses, multiply-add, loop
            Lanes a;
            for (std::size_t l = 0; l < lane_count; ++l) a[l] = word(number(b.words[l]) + scale * number(c.words[l]));
            co_await w.store(a_.from(first), a);
        }
    }

    std::uint64_t seed_;
    std::uint32_t count_;
    std::vector<float> b_host_, c_host_;
    Buffer a_, b_, c_;
};

}  // namespace

std::unique_ptr<Workload> triad(const WorkloadOptions& options) { return std::make_unique<Triad>(options); }

}  // namespace tandem::perfsim
