// Transfers between accounts, each under the locks of both, after ATM (Fung et al., "Hardware Transactional Memory for GPU
// Architectures", MICRO 2011): a small transaction for each thread, on shared data.
//
// A lane takes the lock of the account that comes first in memory and then tries the other. If that is taken it releases the
// first, so no lane waits for another of its warp. Balances are read and written under locks, on any SM.
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/synchronise.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class Transfers final : public Workload {
public:
    explicit Transfers(const WorkloadOptions& options)
        : seed_(options.seed), threads_(8192 * static_cast<std::uint32_t>(options.size)), accounts_(8 * threads_) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        right_.assign(accounts_, opening);
        from_host_.resize(threads_ * each), to_host_.resize(threads_ * each), amount_host_.resize(threads_ * each);
        for (std::size_t t = 0; t < from_host_.size(); ++t) {
            from_host_[t] = static_cast<std::uint32_t>(random()) % accounts_;
            to_host_[t] = (from_host_[t] + 1 + static_cast<std::uint32_t>(random()) % (accounts_ - 1)) % accounts_;
            amount_host_[t] = static_cast<std::uint32_t>(random()) % 100;
            right_[from_host_[t]] -= amount_host_[t];
            right_[to_host_[t]] += amount_host_[t];
        }
        Memory& memory = simulation.memory();
        from_ = memory.allocate(from_host_);
        to_ = memory.allocate(to_host_);
        amount_ = memory.allocate(amount_host_);
        lock_ = memory.allocate(accounts_);
        balance_ = memory.allocate(std::vector<std::uint32_t>(accounts_, opening));
        constexpr int warps = 4;
        simulation.run({static_cast<int>(threads_ / (lane_count * warps)), warps, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(balance_);
        for (std::uint32_t a = 0; a < accounts_; ++a)
            if (found[a] != right_[a]) return mismatch("balance", a, found[a], right_[a]);
        return "";
    }

private:
    static constexpr std::uint32_t opening = 1'000'000, each = 4;  // of a thread's transfers

    Kernel kernel(Warp& w) {
        for (std::uint32_t k = 0; k < each; ++k) {
            const std::uint32_t first = w.first_thread() + k * threads_;
            const Lanes from = co_await w.load(from_.from(first)), to = co_await w.load(to_.from(first)),
                        amount = co_await w.load(amount_.from(first));
            co_await w.compute(4);
            Lanes first_lock, second_lock, debited, credited;
            for (std::size_t l = 0; l < lane_count; ++l) {
                first_lock[l] = lock_.at(std::min(from[l], to[l]));
                second_lock[l] = lock_.at(std::max(from[l], to[l]));
                debited[l] = balance_.at(from[l]);
                credited[l] = balance_.at(to[l]);
            }
            Backoff backoff{16, 1024};
            Pauses pauses(backoff);
            for (std::uint32_t left = all_lanes; left != 0;) {
                const std::uint32_t firsts = won(co_await w.compare_and_swap(first_lock, zeros_, ones_, left), left);
                co_await w.compute(2);
                const std::uint32_t both =
                    firsts == 0 ? 0 : won(co_await w.compare_and_swap(second_lock, zeros_, ones_, firsts), firsts);
                co_await w.compute(2);
                if (const std::uint32_t lost = firsts & ~both; lost != 0)
                    co_await w.atomic(AtomicOperation::exchange, first_lock, zeros_, lost);
                if (both == 0) {
                    co_await w.pause(pauses.next());
                    continue;
                }
                co_await w.acquire();
                Lanes less = co_await w.load(debited, both), more = co_await w.load(credited, both);
                co_await w.compute(2);
                for (std::size_t l = 0; l < lane_count; ++l) less[l] -= amount[l], more[l] += amount[l];
                co_await w.store(debited, less, both);
                co_await w.store(credited, more, both);
                co_await w.release();
                co_await w.atomic(AtomicOperation::exchange, second_lock, zeros_, both);
                co_await w.atomic(AtomicOperation::exchange, first_lock, zeros_, both);
                left &= ~both;
            }
        }
    }
    /// Of the lanes that tried, those that found the lock free.
    static std::uint32_t won(const Lanes& found, std::uint32_t tried) {
        std::uint32_t won = 0;
        for (std::uint32_t l = 0; l < lane_count; ++l)
            if ((tried >> l & 1) && found[l] == 0) won |= 1u << l;
        return won;
    }
    static Lanes all_of(std::uint32_t word) {
        Lanes lanes;
        lanes.fill(word);
        return lanes;
    }

    std::uint64_t seed_;
    std::uint32_t threads_, accounts_;
    std::vector<std::uint32_t> from_host_, to_host_, amount_host_, right_;
    Buffer from_, to_, amount_, lock_, balance_;
    const Lanes zeros_ = all_of(0), ones_ = all_of(1);
};

}  // namespace

std::unique_ptr<Workload> transfers(const WorkloadOptions& options) { return std::make_unique<Transfers>(options); }

}  // namespace tandem::perfsim
