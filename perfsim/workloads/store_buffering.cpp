// Store buffering, the litmus test, at full speed (lsc.txt, Fig. 7): two warps on two SMs each store to a block that the other has a copy of, and then load what the other stores. Under SC at least one sees the other's store.
//
// Many pairs do so at a time, round after round, each time with new words, and the two begin in the same cycle but for a few of chance. It counts what they saw, and has no right result but this: with
// a consistency model that forbids it no pair misses both stores.
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

class StoreBuffering final : public Workload {
    static constexpr std::uint32_t pairs = 64;
    static constexpr Cycle begin = 2000, interval = 4000;  // of the first round, and between two: a cold miss or a few

public:
    StoreBuffering(const WorkloadOptions& options, std::uint32_t apart) : seed_(options.seed), rounds_(16 * static_cast<std::uint32_t>(options.size)), apart_(apart) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        late_.resize(2 * pairs * rounds_);
        for (auto& cycles : late_) cycles = static_cast<std::uint32_t>(random()) % 64;
        stride_ = static_cast<std::uint32_t>(simulation.description().blocks.bytes) / 4 * apart_;
        words_ = simulation.memory().allocate(std::size_t(2 * pairs) * rounds_ * stride_);
        saw_.assign(2 * pairs * rounds_, 0);
        // Thread blocks go to the SMs in turn, so those of a pair are on two.
        simulation.run({static_cast<int>(2 * pairs), 1, [this](Warp& w) { return kernel(w); }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(words_);
        for (std::uint32_t i = 0; i < 2 * pairs * rounds_; ++i)
            if (found[i * stride_] != 1) return mismatch("word", i, found[i * stride_], 1u);
        return "";
    }
    WorkloadReport report() const override {
        WorkloadReport report{.counts = {{"pairs that saw both stores"}, {"pairs that saw one store"}, {"pairs that saw neither store"}},
                              .operations = {}, .group_cycles = {}, .notes = {"SC, and what is as strong, forbids that a pair sees neither store."}};
        for (std::uint32_t i = 0; i < pairs * rounds_; ++i) ++report.counts[2 - saw_[2 * i] - saw_[2 * i + 1]].count;
        return report;
    }

private:
    Kernel kernel(Warp& w) {
        const auto thread = static_cast<std::uint32_t>(w.block);
        Lanes one{};
        one[0] = 1;
        for (std::uint32_t round = 0; round < rounds_; ++round) {
            const std::uint32_t own = round * 2 * pairs + thread, other = own ^ 1;
            const Lanes mine = words_.from(own * stride_), others = words_.from(other * stride_);
            co_await w.load(others, 1);
            co_await w.stall_until(begin + round * interval + late_[own]);
            co_await w.store(mine, one, 1);
            saw_[own] = static_cast<std::uint8_t>((co_await w.load(others, 1))[0]);
        }
    }

    std::uint64_t seed_;
    std::uint32_t rounds_, apart_, stride_ = 1;
    std::vector<std::uint32_t> late_;  // cycles that a warp begins a round after the first moment
    std::vector<std::uint8_t> saw_;    // by round, pair and warp: what the last load read
    Buffer words_;
};

}  // namespace

const std::vector<WorkloadSetting>& store_buffering_settings() {
    static const std::vector<WorkloadSetting> settings{{"apart", "blocks between the words of two warps, 1 to 1024: with as many as a mutex pool has mutexes all need the same", "1", "UINT"}};
    return settings;
}

std::unique_ptr<Workload> store_buffering(const WorkloadOptions& options) {
    const std::string text = given(options, store_buffering_settings()[0]);
    const auto apart = whole(text);
    if (!apart || *apart < 1 || *apart > 1024) throw WorkloadError(fmt::format("apart is '{}': 1 to 1024 are accepted", text));
    return std::make_unique<StoreBuffering>(options, *apart);
}

}  // namespace tandem::perfsim
