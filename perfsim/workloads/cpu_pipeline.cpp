// Threads of CPUs that pass items on through rings in memory, each ring with one writer and one reader (L. Lamport, "Specifying
// concurrent program modules", TOPLAS 5(2), 1983). Now and then each adds to a sum under a lock.
//
// It needs no fences where stores of a thread are performed in their order, and its loads: in TSO and in SC.
#include "perfsim/workloads/cpu_threads.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class CpuPipeline final : public Workload {
    static constexpr std::uint32_t places = 64;      // of a ring
    static constexpr std::uint32_t between_sums = 16;  // items
    static constexpr int work = 8;                   // instructions for an item, besides a root and a division
    static constexpr std::uint32_t ahead = 8;        // items whose loads the first thread begins together
    static constexpr int pause = 10;                 // cycles between polls

public:
    explicit CpuPipeline(const WorkloadOptions& options)
        : seed_(options.seed), items_(1024 * static_cast<std::uint32_t>(options.size)) {}

    void run(Simulation& simulation) override {
        const int cpus = cpus_of(simulation);
        Memory& memory = simulation.memory();
        std::mt19937 random(static_cast<unsigned>(seed_));
        host_.resize(items_);
        for (auto& x : host_) x = static_cast<std::uint32_t>(random());
        input_ = memory.allocate(host_);
        output_ = memory.allocate(items_);
        lock_ = memory.allocate(1);
        sum_ = memory.allocate(1);
        for (int i = 1; i < cpus; ++i) rings_.push_back({memory.allocate(places), memory.allocate(1), memory.allocate(1)});
        simulation.run(on_cpus(cpus, [this](Warp& w) { return stage(w); }));
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(output_);
        std::uint32_t sum = 0;
        for (std::uint32_t i = 0; i < items_; ++i) {
            std::uint32_t x = host_[i];
            for (std::uint32_t s = 0; s <= rings_.size(); ++s) {
                x = passed(x, s);
                if (i % between_sums == between_sums - 1) sum += x;
            }
            if (found[i] != x) return mismatch("output", i, found[i], x);
        }
        const std::uint32_t counted = memory.read(sum_)[0];
        return counted == sum ? "" : mismatch("sum", 0, counted, sum);
    }

private:
    /// Words that the reader and the writer have passed by are counted in the other's sight, each in a block of its own.
    struct Ring {
        Buffer words, written, read;
    };

    static std::uint32_t passed(std::uint32_t x, std::uint32_t stage) {
        const auto root = static_cast<std::uint32_t>(std::sqrt(static_cast<double>(x)));
        return x * 1664525 + 1013904223 + x / (root + 1) + stage;
    }

    Kernel stage(Warp& w) {
        const auto me = static_cast<std::uint32_t>(w.block), last = static_cast<std::uint32_t>(rings_.size());
        std::array<Load, ahead> loads;
        for (std::uint32_t i = 0; i < items_; ++i) {
            std::uint32_t x = 0;
            if (me > 0) co_await take(w, rings_[me - 1], i, x);
            else {
                for (std::uint32_t j = 0; i % ahead == 0 && j < ahead; ++j)
                    co_await w.begin(loads[j], every(input_.at(i + j)), 1);
                co_await w.finish(loads[i % ahead]);
                x = loads[i % ahead].words[0];
            }
            co_await w.compute(work);
            co_await w.compute(1, 1, Arithmetic::special);
            co_await w.compute(1, 1, Arithmetic::division);
            x = passed(x, me);
            if (me == last) co_await w.store(every(output_.at(i)), every(x), 1);
            else co_await put(w, rings_[me], i, x);
            if (i % between_sums == between_sums - 1) co_await add(w, x);
        }
    }
    Kernel take(Warp& w, const Ring& from, std::uint32_t i, std::uint32_t& x) {
        while ((co_await w.load(every(from.written.at(0)), 1))[0] <= i) co_await w.pause(pause);
        x = (co_await w.load(every(from.words.at(i % places)), 1))[0];
        co_await w.store(every(from.read.at(0)), every(i + 1), 1);
    }
    Kernel put(Warp& w, const Ring& to, std::uint32_t i, std::uint32_t x) {
        while (i - (co_await w.load(every(to.read.at(0)), 1))[0] >= places) co_await w.pause(pause);
        co_await w.store(every(to.words.at(i % places)), every(x), 1);
        co_await w.store(every(to.written.at(0)), every(i + 1), 1);
    }
    Kernel add(Warp& w, std::uint32_t x) {
        while ((co_await w.atomic(AtomicOperation::exchange, every(lock_.at(0)), every(1), 1))[0] != 0) co_await w.pause(pause);
        const std::uint32_t before = (co_await w.load(every(sum_.at(0)), 1))[0];
        co_await w.store(every(sum_.at(0)), every(before + x), 1);
        co_await w.store(every(lock_.at(0)), every(0), 1);
    }

    std::uint64_t seed_;
    std::uint32_t items_;
    std::vector<std::uint32_t> host_;
    Buffer input_, output_, lock_, sum_;
    std::vector<Ring> rings_;  // from each CPU to the next
};

}  // namespace

std::unique_ptr<Workload> cpu_pipeline(const WorkloadOptions& options) { return std::make_unique<CpuPipeline>(options); }

}  // namespace tandem::perfsim
