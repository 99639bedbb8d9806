// Inserts into a hash table of chains, with a lock for each bucket. Each lane inserts a key: lanes try their locks together,
// those that got one insert and give it back, and the others try again, so that no lane waits for another of its warp. Heads and
// links are written under locks and read by whoever has the lock next, on any SM: the table needs coherence.
#include "model/hash.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t end_of_chain = 0xffffffff;

class HashTable final : public Workload {
public:
    explicit HashTable(const WorkloadOptions& options)
        : seed_(options.seed), keys_(16384 * static_cast<std::uint32_t>(options.size)), buckets_(keys_ / 4) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        key_host_.resize(keys_);
        for (auto& key : key_host_) key = static_cast<std::uint32_t>(random());
        Memory& memory = simulation.memory();
        key_ = memory.allocate(key_host_);
        next_ = memory.allocate(keys_);
        lock_ = memory.allocate(buckets_);
        head_ = memory.allocate(std::vector<std::uint32_t>(buckets_, end_of_chain));
        constexpr int warps = 8;
        simulation.run({static_cast<int>(keys_ / (lane_count * warps)), warps, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto next = memory.read(next_), head = memory.read(head_);
        std::vector<int> seen(keys_, 0);
        for (std::uint32_t b = 0; b < buckets_; ++b)
            for (std::uint32_t k = head[b]; k != end_of_chain; k = next[k]) {
                if (k >= keys_ || seen[k]++ > 0 || bucket(key_host_[k]) != b)
                    return fmt::format("the chain of bucket {} is broken at entry {}", b, k);
            }
        for (std::uint32_t k = 0; k < keys_; ++k)
            if (seen[k] != 1) return fmt::format("the table has lost entry {}", k);
        return "";
    }

private:
    std::uint32_t bucket(std::uint32_t key) const { return (model::fibonacci_hash(key) >> 7) % buckets_; }

    Kernel kernel(Warp& w) {
        const std::uint32_t first = w.first_thread();
        const Lanes key = co_await w.load(key_.from(first));
        co_await w.compute(4);
        Lanes locks, heads, entries, links = next_.from(first), zeros{}, ones;
        ones.fill(1);
        for (std::uint32_t l = 0; l < lane_count; ++l) {
            locks[l] = lock_.at(bucket(key[l]));
            heads[l] = head_.at(bucket(key[l]));
            entries[l] = first + l;
        }
        for (std::uint32_t left = all_lanes; left != 0;) {
            const Lanes taken = co_await w.compare_and_swap(locks, zeros, ones, left);
            std::uint32_t won = 0;
            for (std::uint32_t l = 0; l < lane_count; ++l)
                if ((left >> l & 1) && taken[l] == 0) won |= 1u << l;
            co_await w.compute(3);
            if (won == 0) continue;
            co_await w.acquire();
            const Lanes old = co_await w.load(heads, won);
            co_await w.store(links, old, won);
            co_await w.store(heads, entries, won);
            co_await w.release();
            co_await w.atomic(AtomicOperation::exchange, locks, zeros, won);
            left &= ~won;
        }
    }

    std::uint64_t seed_;
    std::uint32_t keys_, buckets_;
    std::vector<std::uint32_t> key_host_;
    Buffer key_, next_, lock_, head_;
};

}  // namespace

std::unique_ptr<Workload> hash_table(const WorkloadOptions& options) { return std::make_unique<HashTable>(options); }

}  // namespace tandem::perfsim
