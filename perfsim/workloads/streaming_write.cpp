// Streaming writes to an array, each word once, as "array" in Table 2 of the LSC paper: nothing is read.
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class StreamingWrite final : public Workload {
public:
    explicit StreamingWrite(const WorkloadOptions& options)
        : seed_(static_cast<std::uint32_t>(options.seed)), count_(std::uint32_t(options.size) << 21) {}

    void run(Simulation& simulation) override {
        array_ = simulation.memory().allocate(count_);
        constexpr int warps = 8;
        // Each thread does a few elements, a grid apart.
        const int blocks = static_cast<int>(count_ / (lane_count * warps * per_thread));
        simulation.run({blocks, warps, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(array_);
        for (std::uint32_t i = 0; i < count_; ++i)
            if (found[i] != value(i)) return mismatch("array", i, found[i], value(i));
        return "";
    }

private:
    static constexpr std::uint32_t per_thread = 4;

    std::uint32_t value(std::uint32_t index) const { return index * 2654435761u + seed_; }  // a bijection: no two words are equal

    Kernel kernel(Warp& w) {
        const std::uint32_t stride = static_cast<std::uint32_t>(w.warps()) * lane_count;
        for (std::uint32_t k = 0; k < per_thread; ++k) {
            const std::uint32_t first = w.first_thread() + k * stride;
            co_await w.compute(4);  // value, address, loop
            Lanes words;
            for (std::uint32_t l = 0; l < lane_count; ++l) words[l] = value(first + l);
            co_await w.store(array_.from(first), words);
        }
    }

    std::uint32_t seed_, count_;
    Buffer array_;
};

}  // namespace

std::unique_ptr<Workload> streaming_write(const WorkloadOptions& options) { return std::make_unique<StreamingWrite>(options); }

}  // namespace tandem::perfsim
