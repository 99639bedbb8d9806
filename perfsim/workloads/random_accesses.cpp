// A random tester, in the shape of Axe's (Naylor, Moore and Mujumdar, FMCAD 2016) and of gem5's: some threads load, store and
// exchange words of a few addresses, in random order, with fences between. Nothing is computed: what the loads see is judged by a
// consistency model (`sim --audit`). So each store has a value of its own, which tells who stored it.
//
// A thread is one lane of a warp, and four warps are on one SM; or it is a CPU's. Addresses lie half a block apart, so two share
// one. A few loads of a thread are under way at a time, if the consistency model lets them. After some operations a thread goes
// on to new addresses, so blocks are missed, and what follows from one operation ends soon.
#include <algorithm>

#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

struct Mix {
    std::uint32_t warps, addresses, fences, atomics, stores;  // the last three in percent of the operations
    std::uint32_t operations;                                 // of a thread
    std::uint32_t cpus;                                       // threads of CPUs beside the warps
};

class RandomAccesses final : public Workload {
    static constexpr std::uint32_t round = 50;        // operations of a thread before it goes on to new addresses
    static constexpr std::uint32_t scattered = 16;    // words from an address to the next
    static constexpr std::size_t under_way = 4;
    static constexpr int most_on_an_sm = 4;  // warps of a thread block

public:
    static constexpr std::uint32_t most_warps = 4095;

    RandomAccesses(const WorkloadOptions& options, Mix mix) : seed_(options.seed), mix_(mix) {
        operations_ = mix.operations * static_cast<std::uint32_t>(options.size);
        stored_.resize(std::size_t(mix.addresses) * ((operations_ + round - 1) / round));
    }

    void run(Simulation& simulation) override {
        words_ = simulation.memory().allocate(stored_.size() * scattered);
        const int warps = static_cast<int>(mix_.warps);
        const int on_an_sm = std::min(most_on_an_sm, simulation.description().sms.warps);
        Launch launch{(warps + on_an_sm - 1) / on_an_sm, on_an_sm, [this](Warp& w) { return thread(w); }};
        launch.cpu_threads = static_cast<int>(mix_.cpus);
        launch.cpu_kernel = launch.kernel;
        simulation.run(launch);
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(words_);
        for (std::uint32_t a = 0; a < stored_.size(); ++a)
            if (found[a * scattered] > stored_[a])
                return fmt::format("address {} holds {}, which nobody stored there", a, found[a * scattered]);
        return wrong_;
    }
    std::string success(bool) const override { return "each value was stored where it was found (--audit judges their order)"; }
    WorkloadReport report() const override {
        WorkloadReport report;
        report.counts = {{"loads", loads_}, {"stores", stores_}, {"exchanges", exchanges_}, {"fences", fences_}};
        return report;
    }

private:
    void look_at(std::uint32_t address, std::uint32_t word) {
        if (wrong_.empty() && word > stored_[address])
            wrong_ = fmt::format("a thread loads {} from address {}, where nobody stored it", word, address);
    }

    Kernel thread(Warp& w) {
        const auto me = static_cast<std::uint32_t>(w.warp()) + (w.is_cpu ? mix_.warps : 0);
        if (!w.is_cpu && me >= mix_.warps) co_return;
        std::mt19937_64 random(seed_ * most_warps + me);
        const auto below = [&](std::uint32_t n) { return static_cast<std::uint32_t>(random() % n); };
        std::array<Load, under_way> loads;
        std::array<std::uint32_t, under_way> from{};
        std::array<bool, under_way> begun{};
        for (std::uint32_t n = 0; n < operations_; ++n) {
            const std::uint32_t address = n / round * mix_.addresses + below(mix_.addresses), kind = below(100);
            const Lanes at = every(words_.at(address * scattered));
            if (below(8) == 0) co_await w.pause(static_cast<int>(below(100)));
            if (kind < mix_.fences) {
                ++fences_;
                co_await w.fence();
            } else if (kind < mix_.fences + mix_.atomics) {
                ++exchanges_;
                const Lanes value = every(++stored_[address]);
                const Synchronization how =
                    w.scoped ? Synchronization{model::Order::relaxed, model::Scope::cmp} : Synchronization{};
                const Lanes old = co_await w.atomic(AtomicOperation::exchange, at, value, 1, how);
                look_at(address, old[0]);
            } else if (kind < mix_.fences + mix_.atomics + mix_.stores) {
                ++stores_;
                const Lanes value = every(++stored_[address]);
                co_await w.store(at, value, 1);
            } else {
                ++loads_;
                const std::size_t i = n % under_way;
                if (begun[i]) {
                    co_await w.finish(loads[i]);
                    look_at(from[i], loads[i].words[0]);
                }
                begun[i] = true;
                from[i] = address;
                co_await w.begin(loads[i], at, 1);
            }
        }
        for (std::size_t i = 0; i < under_way; ++i) {
            if (!begun[i]) continue;
            co_await w.finish(loads[i]);
            look_at(from[i], loads[i].words[0]);
        }
    }

    std::uint64_t seed_;
    Mix mix_;
    std::uint32_t operations_ = 0;
    Buffer words_;
    std::vector<std::uint32_t> stored_;  // the last value of each address: its stores have 1, 2, ...
    std::uint64_t loads_ = 0, stores_ = 0, exchanges_ = 0, fences_ = 0;
    std::string wrong_;
};

}  // namespace

const std::vector<WorkloadSetting>& random_accesses_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"warps", "threads, each in a warp of its own, 0 to 4095", "16", "UINT"},
        {"addresses", "words that they share at a time, 1 to 1000", "16", "UINT"},
        {"fences", "fences in a hundred operations", "2", "UINT"},
        {"atomics", "exchanges in a hundred operations", "5", "UINT"},
        {"stores", "stores in a hundred operations; what is left are loads", "43", "UINT"},
        {"operations", "of each thread, for size 1; 1 to 1000", "500", "UINT"},
        {"cpus", "threads of CPUs beside the warps, 0 to 64; as many as the machine has, or fewer", "0", "UINT"}};
    return settings;
}

std::unique_ptr<Workload> random_accesses(const WorkloadOptions& options) {
    const auto setting = [&](std::size_t i, std::uint32_t least, std::uint32_t most) {
        const WorkloadSetting& known = random_accesses_settings()[i];
        const std::string text = given(options, known);
        const auto value = whole(text);
        if (!value || *value < least || *value > most)
            throw WorkloadError(fmt::format("{} is '{}': {} to {} are accepted", known.name, text, least, most));
        return *value;
    };
    const Mix mix{setting(0, 0, RandomAccesses::most_warps), setting(1, 1, 1000), setting(2, 0, 100), setting(3, 0, 100),
                  setting(4, 0, 100), setting(5, 1, 1000), setting(6, 0, 64)};
    if (mix.warps == 0 && mix.cpus == 0)
        throw WorkloadError("there are no warps and no CPUs: 1 or more of either are accepted");
    if (mix.fences + mix.atomics + mix.stores > 100)
        throw WorkloadError(fmt::format("fences, atomics and stores are {} in a hundred operations: 100 together are accepted",
                                        mix.fences + mix.atomics + mix.stores));
    return std::make_unique<RandomAccesses>(options, mix);
}

}  // namespace tandem::perfsim
