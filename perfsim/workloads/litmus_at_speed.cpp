// Two litmus tests at full speed: do hardware's latencies and queues ever show what a consistency model forbids?
//
// Many pairs of warps on two SMs run the test at a time, round after round, each time with new words. The two begin in the same
// cycle, plus a few random cycles. They have a copy of the last word that they load, so that load hits. On every other SM a few
// warps store to distant blocks as a round begins, so requests from there wait longer on their way. The workload counts what
// pairs see. The model says which of that is forbidden; outcomes that SC forbids are counted separately.
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

/// Each warp of a pair has a word x; the other's word is y.
enum class Program : std::uint8_t {
    // message passing: one warp stores the data and then a flag; the other loads the flag, and without waiting for it the data
    mp,
    sb,  // store buffering (lsc.txt, Fig. 7): each stores its word and then loads the other's
};
BOOST_DESCRIBE_ENUM(Program, mp, sb)

class LitmusAtSpeed final : public Workload {
    static constexpr std::uint32_t pairs = 64, most_late = 256;
    static constexpr Cycle begin = 2000, interval = 4000;  // of the first round, and between two: a cold miss or a few

public:
    LitmusAtSpeed(const WorkloadOptions& options, Program program, std::uint32_t beside)
        : seed_(options.seed), program_(program), rounds_(16 * static_cast<std::uint32_t>(options.size)), beside_(beside) {}

    void run(Simulation& simulation) override {
        std::mt19937 random(static_cast<unsigned>(seed_));
        late_.resize(2 * pairs * rounds_);
        for (auto& cycles : late_) cycles = static_cast<std::uint32_t>(random()) % most_late;
        stride_ = static_cast<std::uint32_t>(simulation.description().blocks.bytes) / 4;
        words_ = simulation.memory().allocate(std::size_t(2 * pairs) * rounds_ * stride_);
        first_.assign(pairs * rounds_, 0);
        second_ = first_;
        const auto sms = static_cast<std::uint32_t>(simulation.description().sms.count);
        scattered_ = simulation.memory().allocate(std::size_t(sms * beside_) * lane_count * stride_);
        // Thread blocks go to the SMs in turn, so those of a pair are on two.
        simulation.run({static_cast<int>(2 * pairs + sms * beside_), 1, [this](Warp& w) {
                            return static_cast<std::uint32_t>(w.block) >= 2 * pairs ? scatter(w)
                                   : program_ == Program::mp                        ? pass(w)
                                                                                    : buffer(w);
                        }});
    }

    std::string check(const Memory& memory) const override {
        const auto found = memory.read(words_);
        for (std::uint32_t i = 0; i < 2 * pairs * rounds_; ++i)
            if (found[i * stride_] != 1) return mismatch("word", i, found[i * stride_], 1u);
        return "";
    }
    WorkloadReport report() const override {
        const bool mp = program_ == Program::mp;
        WorkloadReport report;
        report.counts = mp ? std::vector<Counter>{{"saw neither flag nor data"},
                                                  {"saw the data alone"},
                                                  {"saw both"},
                                                  {"saw the flag without the data"}}
                           : std::vector<Counter>{{"saw both stores"},
                                                  {"saw the first warp's store alone"},
                                                  {"saw the second warp's store alone"},
                                                  {"saw neither store"}};
        report.notes = {mp ? "SC forbids that a pair sees the flag without the data."
                           : "SC forbids that a pair sees neither store."};
        const std::array<std::size_t, 4> count_of =
            mp ? std::array<std::size_t, 4>{0, 1, 3, 2} : std::array<std::size_t, 4>{3, 1, 2, 0};
        // mp: flag and data; sb: the loads of the first warp and the second
        for (std::uint32_t i = 0; i < pairs * rounds_; ++i) ++report.counts[count_of[2u * first_[i] + second_[i]]].count;
        return report;
    }

private:
    static Cycle begin_of(std::uint32_t round) { return begin + round * interval; }
    /// The word of a warp in a round.
    Lanes place(std::uint32_t round, std::uint32_t warp) const { return words_.from((round * 2 * pairs + warp) * stride_); }
    static Lanes one() { return {1}; }

    Kernel buffer(Warp& w) {
        const auto warp = static_cast<std::uint32_t>(w.block);
        for (std::uint32_t round = 0; round < rounds_; ++round) {
            const Lanes mine = place(round, warp), others = place(round, warp ^ 1), stored = one();
            co_await w.load(others, 1);
            co_await w.stall_until(begin_of(round) + late_[round * 2 * pairs + warp]);
            co_await w.store(mine, stored, 1);
            const Lanes seen = co_await w.load(others, 1);
            (warp % 2 == 0 ? first_ : second_)[round * pairs + warp / 2] = static_cast<std::uint8_t>(seen[0]);
        }
    }

    /// The first warp reads; its SM has other warps.
    Kernel pass(Warp& w) {
        const auto warp = static_cast<std::uint32_t>(w.block);
        for (std::uint32_t round = 0; round < rounds_; ++round) {
            const Lanes data = place(round, warp & ~1u), flag = place(round, warp | 1u), stored = one();
            if (warp % 2 == 0) co_await w.load(data, 1);
            co_await w.stall_until(begin_of(round) + late_[round * 2 * pairs + warp]);
            if (warp % 2 == 1) {
                co_await w.store(data, stored, 1);
                co_await w.store(flag, stored, 1);
                continue;
            }
            Load of_flag, of_data;
            co_await w.begin(of_flag, flag, 1);
            co_await w.begin(of_data, data, 1);
            co_await w.finish(of_flag);
            co_await w.finish(of_data);
            first_[round * pairs + warp / 2] = static_cast<std::uint8_t>(of_flag.words[0]);
            second_[round * pairs + warp / 2] = static_cast<std::uint8_t>(of_data.words[0]);
        }
    }

    Kernel scatter(Warp& w) {
        const std::uint32_t first = (static_cast<std::uint32_t>(w.block) - 2 * pairs) * lane_count;
        Lanes places;
        for (std::uint32_t l = 0; l < lane_count; ++l) places[l] = scattered_.at((first + l) * stride_);
        for (std::uint32_t round = 0; round < rounds_ && w.block % 2 == 0; ++round) {
            co_await w.stall_until(begin_of(round));
            co_await w.store(places, places, w.all());
        }
    }

    std::uint64_t seed_;
    Program program_;
    std::uint32_t rounds_, beside_, stride_ = 1;
    std::vector<std::uint32_t> late_;            // cycles by which a warp begins a round late
    std::vector<std::uint8_t> first_, second_;   // by round and pair: what was loaded
    Buffer words_, scattered_;
};

}  // namespace

const std::vector<WorkloadSetting>& litmus_at_speed_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"program", "mp, message passing whose reader does not wait for the flag; or sb, store buffering", "mp", "PROGRAM"},
        {"beside", "warps that store to blocks far apart, on every other SM, 0 to 16", "2", "UINT"}};
    return settings;
}

std::unique_ptr<Workload> litmus_at_speed(const WorkloadOptions& options) {
    const std::string text = given(options, litmus_at_speed_settings()[1]);
    const auto beside = whole(text);
    if (!beside || *beside > 16) throw WorkloadError(fmt::format("beside is '{}': 0 to 16 are accepted", text));
    return std::make_unique<LitmusAtSpeed>(options, choice<Program>("program", given(options, litmus_at_speed_settings()[0])),
                                           *beside);
}

}  // namespace tandem::perfsim
