// Bitonic sort (Batcher, 1968), with a launch for each pass of each stage. A thread compares two keys and writes both. In each
// pass keys go to other SMs than before.
#include <algorithm>
#include <bit>

#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class BitonicSort final : public Workload {
public:
    explicit BitonicSort(const WorkloadOptions& options)
        : seed_(options.seed), keys_(std::bit_ceil(16384 * static_cast<std::uint32_t>(options.size))) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        right_.resize(keys_);
        for (auto& key : right_) key = static_cast<std::uint32_t>(random());
        key_ = simulation.memory().allocate(right_);
        std::sort(right_.begin(), right_.end());
        constexpr int warps = 8;
        for (std::uint32_t sorted = 2; sorted <= keys_; sorted *= 2)
            for (std::uint32_t apart = sorted / 2; apart > 0; apart /= 2)
                simulation.run({static_cast<int>(keys_ / 2 / (lane_count * warps)), warps,
                                [=, this](Warp& w) { return pass(w, sorted, apart); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(key_);
        for (std::uint32_t i = 0; i < keys_; ++i)
            if (found[i] != right_[i]) return mismatch("key", i, found[i], right_[i]);
        return "";
    }

private:
    /// Merges runs of half the length into runs of `sorted` keys, alternately ascending and descending: keys at this distance are
    /// exchanged.
    Kernel pass(Warp& w, std::uint32_t sorted, std::uint32_t apart) {
        Lanes low, high;
        std::uint32_t down = 0;  // by lane
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            const std::uint32_t pair = w.first_thread() + l, i = 2 * apart * (pair / apart) + pair % apart;
            low[l] = key_.at(i);
            high[l] = key_.at(i + apart);
            down |= (i & sorted ? 1u : 0u) << l;
        }
        co_await w.compute(6);
        Load first, second;
        co_await w.begin(first, low);
        co_await w.begin(second, high);
        co_await w.finish(first);
        co_await w.finish(second);
        co_await w.compute(3);
        Lanes least, greatest;
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            const auto [less, more] = std::minmax(first.words[l], second.words[l]);
            least[l] = down >> l & 1 ? more : less;
            greatest[l] = down >> l & 1 ? less : more;
        }
        co_await w.store(low, least);
        co_await w.store(high, greatest);
    }

    std::uint64_t seed_;
    std::uint32_t keys_;
    std::vector<std::uint32_t> right_;
    Buffer key_;
};

}  // namespace

std::unique_ptr<Workload> bitonic_sort(const WorkloadOptions& options) { return std::make_unique<BitonicSort>(options); }

}  // namespace tandem::perfsim
