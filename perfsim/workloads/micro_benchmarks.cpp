// Micro-benchmarks. Each measures one quantity of the machine as programs on hardware do, and compares it with the value computed
// from the machine file (perfsim/closed_form.hpp).
//
// Latencies: one lane follows pointers, so each load waits for the one before (Wong et al., "Demystifying GPU microarchitecture
// through microbenchmarking", ISPASS 2010). Rates: all warps use one part in the same way, in a short launch and in a longer one;
// the difference excludes start and end. The warps of an SM take their turns from one counter, so all are busy to the end,
// whichever the scheduler prefers.
#include <boost/describe.hpp>

#include "perfsim/closed_form.hpp"
#include "perfsim/workloads/choices.hpp"
#include "perfsim/workloads/lanes.hpp"
#include "perfsim/workloads/numbers.hpp"
#include "perfsim/workloads/workloads.hpp"

namespace tandem::perfsim {

namespace {

enum class Measure : std::uint8_t {
    // of a load, by where it is answered: L1, L2, an open row of DRAM, another row
    l1_latency, l2_latency, row_hit_latency, row_miss_latency,
    l1_bandwidth, l2_bandwidth, dram_bandwidth,
    dram_streams, dram_writes,      // each SM reads a stream of its own; all write blocks that they do not read
    divergent_loads,                // each lane of a warp another block, all of them in L1
    one_dram_bank, all_dram_banks,  // each load in another row
    one_word, distinct_words,       // atomics of all lanes of a warp
    from_sm, to_bank, from_bank, to_sm,  // the network's ports: stores of one SM, to one bank; loads from one bank, of one SM
};
BOOST_DESCRIBE_ENUM(Measure, l1_latency, l2_latency, row_hit_latency, row_miss_latency, l1_bandwidth, l2_bandwidth,
                    dram_bandwidth, dram_streams, dram_writes, divergent_loads, one_dram_bank, all_dram_banks, one_word,
                    distinct_words, from_sm, to_bank, from_bank, to_sm)

const std::vector<WorkloadSetting>& known_micro_settings() {
    static const std::vector<WorkloadSetting> settings{
        {"measure",
         "l1-latency, l2-latency, row-hit-latency or row-miss-latency (of a load, by who answers it); l1-bandwidth, l2-bandwidth "
         "or dram-bandwidth; dram-streams (each SM reads a stream of its own, from a random place), dram-writes, divergent-loads "
         "(each lane of a warp another block, in L1); one-dram-bank or all-dram-banks (each load in another "
         "row); one-word or distinct-words (atomics); from-sm, to-bank, from-bank or to-sm (the network's ports)",
         "l2-latency"}};
    return settings;
}

/// The block that a warp touches in a given turn of its SM.
using BlockOf = std::function<std::uint32_t(const Warp& w, std::uint32_t turn)>;
enum class Access : std::uint8_t { load, lane_load, divergent_load, store, atomic };

class MicroBenchmark final : public Workload {
public:
    MicroBenchmark(Measure measure, const WorkloadOptions& options)
        : measure_(measure), size_(static_cast<std::uint32_t>(options.size)), seed_(options.seed) {}

    void run(Simulation& simulation) override {
        simulation_ = &simulation;
        machine_ = simulation.description();
        words_ = static_cast<std::uint32_t>(machine_.blocks.bytes) / 4;
        const auto banks = static_cast<std::uint32_t>(machine_.l2.partitions),
                   l1 = static_cast<std::uint32_t>(machine_.l1.bytes / machine_.blocks.bytes /
                                                   ClosedForm(machine_, true).together());
        together_ = static_cast<std::uint32_t>(ClosedForm(machine_, true).together());
        // what the others use is one block an instruction, and places that are those of addresses
        if (measure_ == Measure::row_hit_latency || measure_ == Measure::row_miss_latency || measure_ == Measure::one_dram_bank ||
            measure_ == Measure::all_dram_banks || measure_ == Measure::to_bank || measure_ == Measure::from_bank)
            need(simulation.memory().places.plain(), "l2.hashed = 0 and l2.sectors = 1: it chooses banks by their addresses");
        // blocks of one bank
        const std::uint32_t half_l2 = static_cast<std::uint32_t>(machine_.l2.bytes / machine_.blocks.bytes) / 2 / together_;
        need(half_l2 > 0, "banks of L2 with two blocks or more");
        // each SM goes through all blocks, from its own start and bank
        const auto sweep = [](std::uint32_t count, std::uint32_t stride) {
            return [=](const Warp& w, std::uint32_t turn) {
                return ((count / static_cast<std::uint32_t>(w.blocks) + 1) * static_cast<std::uint32_t>(w.block) + turn) % count *
                       stride;
            };
        };
        const auto fresh = [](const Warp& w, std::uint32_t turn) {
            return turn * static_cast<std::uint32_t>(w.blocks) + static_cast<std::uint32_t>(w.block);
        };
        // SMs begin at different banks.
        const auto own = [](const Warp& w, std::uint32_t) {
            return static_cast<std::uint32_t>(w.block * (w.warps_per_block + 1) + w.warp_in_block);
        };
        switch (measure_) {
            case Measure::l1_latency: return chase(ring(8, 1), 8, 64);
            case Measure::l2_latency:
                need(2 * l1 < banks * half_l2, "an L2 of more than four times the bytes of an L1");
                return chase(ring(2 * l1, together_), 2 * l1, 2 * l1);
            case Measure::row_hit_latency: {
                const auto row = static_cast<std::uint32_t>(machine_.dram.row_blocks);
                need(row >= 2, "rows of DRAM with two blocks or more");
                return chase(ring(row, channels()), 1, row - 1);
            }
            case Measure::row_miss_latency: return chase(rows(16), 1, 15);
            case Measure::l1_bandwidth: return rate(Access::load, machine_.sms.count, 64, own, true);
            case Measure::l2_bandwidth:
                need(half_l2 * banks >= 2 * l1, "an L2 of four times the bytes of an L1");
                return rate(Access::load, machine_.sms.count, 32, sweep(half_l2 * banks, 1), true);
            case Measure::dram_bandwidth: return rate(Access::load, machine_.sms.count, 16, fresh, false);
            // SMs that take neighbouring blocks in turn may fall into step with the banks; streams from random places do not.
            case Measure::dram_streams: {
                constexpr std::uint32_t times = 16;
                const std::uint32_t all = 4 * times * size_ * static_cast<std::uint32_t>(machine_.sms.warps);  // of an SM
                std::mt19937_64 random(seed_);
                std::vector<std::uint32_t> first;
                for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(machine_.sms.count); ++i)
                    first.push_back(i * 2 * all + static_cast<std::uint32_t>(random() % all));
                return rate(
                    Access::load, machine_.sms.count, times,
                    [first](const Warp& w, std::uint32_t turn) { return first[static_cast<std::size_t>(w.block)] + turn; },
                    false);
            }
            case Measure::dram_writes: {
                const std::int64_t cached = machine_.directory.present ? machine_.l3.bytes
                                                                       : std::int64_t(machine_.l2.bytes) * machine_.l2.partitions,
                                   written = std::int64_t(16) * size_ * machine_.sms.warps * machine_.sms.count;
                need(cached / machine_.blocks.bytes < written,
                     "a last cache of fewer blocks than it writes, or a greater --size");
                return rate(Access::store, machine_.sms.count, 16, fresh, false);
            }
            case Measure::divergent_loads:
                need(l1 >= static_cast<std::uint32_t>(machine_.sms.lanes), "an L1 of as many blocks as a warp has lanes");
                return rate(
                    Access::divergent_load, 1, 16, [](const Warp&, std::uint32_t) { return 0; }, true);
            case Measure::one_dram_bank:
                return rate(
                    Access::lane_load, 1, 4, [this](const Warp&, std::uint32_t turn) { return row_of(0, turn); }, false);
            // few SMs: requests of many come in another order, and then a few banks' requests fill the channel's queue
            case Measure::all_dram_banks: {
                const auto all = static_cast<std::uint32_t>(machine_.dram.banks);
                return rate(
                    Access::lane_load, std::min(3, machine_.sms.count), 8,
                    [=, this](const Warp& w, std::uint32_t turn) { return row_of(fresh(w, turn) % all, fresh(w, turn) / all); },
                    false);
            }
            case Measure::one_word:
                return rate(
                    Access::atomic, machine_.sms.count, 8, [](const Warp&, std::uint32_t) { return 0; }, true);
            case Measure::distinct_words: return rate(Access::atomic, machine_.sms.count, 32, own, true);
            case Measure::from_sm: return rate(Access::store, 1, 64, sweep(half_l2 * banks, 1), true);
            case Measure::to_bank: return rate(Access::store, machine_.sms.count, 16, sweep(half_l2, banks), true);
            case Measure::from_bank:
                need(half_l2 >= 2 * l1, "a bank of L2 of four times the bytes of an L1");
                return rate(Access::load, machine_.sms.count, 3, sweep(half_l2, banks), true);
            case Measure::to_sm:
                need(half_l2 * banks >= 2 * l1, "an L2 of four times the bytes of an L1");
                return rate(Access::load, 1, 64, sweep(half_l2 * banks, 1), true);
        }
    }

    /// The stored sum is over all accesses to a block.
    std::string check(const Memory& memory) const override {
        std::uint64_t stored = 0;
        const auto found = memory.read(all_);
        for (const std::uint32_t word : found) stored += word;
        const std::uint64_t right =
            access_ == Access::atomic ? std::uint64_t(ClosedForm(machine_, true).lanes()) * accesses_ : stored;
        if (access_ == Access::store)
            for (std::size_t i = 0; i < found.size(); ++i)
                if (found[i] != 0 && found[i] != 1 + i / (words_ * together_))
                    return mismatch("word", i, found[i], static_cast<std::uint32_t>(1 + i / (words_ * together_)));
        return stored == right ? "" : mismatch("sum of words", 0, stored, right);
    }

    /// Accesses to blocks; of a latency one lane's, on every machine.
    double work_done() const override { return accesses_ > 0 ? static_cast<double>(accesses_) : 1; }

    WorkloadReport report() const override {
        WorkloadReport report;
        if (simulation_ == nullptr) return report;
        const bool l1 = simulation_->statistics().l1_lookups > 0;
        const ClosedForm is(machine_, l1);
        if (!l1)
            report.notes.push_back(
                "The protocol has no L1: loads are answered by L2, with the part of a block that they ask for.");
        if (simulation_->statistics().peer_flits > 0)
            report.notes.push_back("SMs answer each other: what they read from each other's L1s passes no port of the form.");
        const auto latency = [&](double form) { report.quantities.push_back({"cycles a load", cycles_, form}); };
        const auto blocks = [&](double form) {
            report.quantities.push_back({"cycles a block", cycles_, form});
            report.quantities.push_back({"bytes a cycle", machine_.blocks.bytes / cycles_, machine_.blocks.bytes / form});
        };
        const auto atomics = [&](double form) {
            report.quantities.push_back({"cycles an atomic of a warp", cycles_, form});
            report.quantities.push_back({"words a cycle", is.lanes() / cycles_, is.lanes() / form});
        };
        switch (measure_) {
            case Measure::l1_latency: latency(l1 ? is.l1_hit() : is.l2_hit()); break;
            case Measure::l2_latency: latency(is.l2_hit()); break;
            case Measure::row_hit_latency: latency(is.row_hit()); break;
            case Measure::row_miss_latency: latency(is.row_miss()); break;
            case Measure::l1_bandwidth: blocks(l1 ? is.all_l1s() : is.all_ports(is.port_of_block())); break;
            case Measure::l2_bandwidth: blocks(is.all_ports(is.port_of_block())); break;
            case Measure::dram_bandwidth:
            case Measure::dram_streams: blocks(is.all_channels()); break;
            case Measure::dram_writes: blocks(is.all_written()); break;
            case Measure::divergent_loads: blocks(is.divergent(l1)); break;
            case Measure::one_dram_bank: blocks(is.rows_of_one_bank()); break;
            case Measure::all_dram_banks: blocks(is.rows_of_all_banks()); break;
            case Measure::one_word: atomics(is.atomics_on_a_word()); break;
            case Measure::distinct_words: atomics(is.atomics_on_words()); break;
            case Measure::from_sm: blocks(is.sm(is.port_of_store())); break;
            case Measure::to_sm: blocks(is.sm(is.port_of_block())); break;
            case Measure::to_bank: blocks(is.one_bank(is.port_of_store())); break;
            case Measure::from_bank: blocks(is.one_bank(is.port_of_block())); break;
        }
        return report;
    }

private:
    static void need(bool holds, const std::string& what) {
        if (!holds) throw WorkloadError("this micro-benchmark needs " + what);
    }
    /// The block in that row of that bank of the first channel; banks are permuted from row to row (perfsim/dram.hpp).
    std::uint32_t row_of(std::uint32_t bank, std::uint32_t row) const {
        const auto banks = static_cast<std::uint32_t>(machine_.dram.banks);
        return (row * banks + (bank ^ row % banks)) * static_cast<std::uint32_t>(machine_.dram.row_blocks) * channels();
    }
    std::uint32_t channels() const { return static_cast<std::uint32_t>(ClosedForm(machine_, true).channels()); }
    static std::vector<std::uint32_t> ring(std::uint32_t count, std::uint32_t stride) {
        std::vector<std::uint32_t> blocks(count);
        for (std::uint32_t i = 0; i < count; ++i) blocks[i] = i * stride;
        return blocks;
    }
    std::vector<std::uint32_t> rows(std::uint32_t count) const {
        std::vector<std::uint32_t> blocks(count);
        for (std::uint32_t i = 0; i < count; ++i) blocks[i] = row_of(0, i);
        return blocks;
    }
    void allocate(std::uint64_t blocks) {
        need(blocks * static_cast<std::uint64_t>(machine_.blocks.bytes) <= std::uint64_t(1) << 32,
             "fewer or shorter rows of DRAM than this machine has: its blocks do not fit into 4 GiB");
        all_ = simulation_->memory().allocate(blocks * words_);
    }

    /// Follows pointers from block to block; those after the first `warm` are measured.
    void chase(const std::vector<std::uint32_t>& blocks, std::uint32_t warm, std::uint32_t loads) {
        allocate(std::uint64_t(*std::max_element(blocks.begin(), blocks.end())) + 1);
        for (std::size_t i = 0; i < blocks.size(); ++i) {
            const std::uint32_t to = all_.at(blocks[(i + 1) % blocks.size()] * words_);
            simulation_->memory().write({all_.at(blocks[i] * words_), 1}, {&to, 1});
        }
        Cycle begun = 0, ended = 0;
        simulation_->run({1, 1, [&](Warp& w) { return follow(w, all_.at(blocks[0] * words_), warm, loads, begun, ended); }});
        cycles_ = static_cast<double>(ended - begun) / loads;
    }
    static Kernel follow(Warp& w, Address from, std::uint32_t warm, std::uint32_t loads, Cycle& begun, Cycle& ended) {
        Lanes at = every(from);
        for (std::uint32_t i = 0; i < warm; ++i) at = co_await w.load(at, 1);
        begun = w.now();
        for (std::uint32_t i = 0; i < loads; ++i) at = co_await w.load(at, 1);
        ended = w.now();
    }

    /// All warps of `sms` SMs access blocks, `times` times on average, and then three times as often. With `warm` these are the
    /// same blocks, touched before; otherwise each launch has other blocks.
    void rate(Access access, int sms, std::uint32_t times, const BlockOf& block, bool warm) {
        access_ = access;
        times *= size_;
        // Each SM has one thread block, of all its warps.
        const int warps = machine_.sms.warps;
        std::uint64_t last = 0;
        Warp w;
        w.blocks = sms, w.warps_per_block = warps, w.warp_in_block = warps - 1;
        times *= static_cast<std::uint32_t>(warps);  // turns of an SM
        for (w.block = 0; w.block < sms; ++w.block)
            for (std::uint32_t turn = 0; turn < 4 * times; ++turn) last = std::max<std::uint64_t>(last, block(w, turn));
        const std::uint32_t touched =
            access == Access::divergent_load
                ? static_cast<std::uint32_t>(ClosedForm(machine_, true).lanes())
                : (access == Access::load || access == Access::store ? together_ : 1);
        allocate((last + 1) * together_ + touched);
        const auto launch = [&](std::uint32_t first, std::uint32_t count) {
            const Cycle since = simulation_->now();
            simulation_->run(
                {sms, warps, [&, first, count](Warp& w) { return access_blocks(w, access, block, first, count); }, 0, 4});
            accesses_ += std::uint64_t(count) * static_cast<std::uint64_t>(sms) * touched;
            return static_cast<double>(simulation_->now() - since);
        };
        if (warm) launch(0, 3 * times);
        const double few = launch(0, times), many = launch(warm ? 0 : times, 3 * times);
        cycles_ = (many - few) / (2.0 * times * sms * touched);
    }
    Kernel access_blocks(Warp& w, Access access, const BlockOf& block, std::uint32_t first, std::uint32_t count) {
        const std::uint32_t words = words_ * together_, lanes = first_lanes(std::min(words, w.width()));
        std::uint32_t& taken = w.shared()[0];  // turns
        while (taken < count) {
            const std::uint32_t b = block(w, first + taken++);
            switch (access) {
                case Access::load: co_await w.load(all_.from(b * words), lanes); break;
                case Access::lane_load: co_await w.load(all_.from(b * words_), 1); break;
                case Access::divergent_load: {
                    Lanes at{};
                    for (std::uint32_t l = 0; l < w.width(); ++l) at[l] = all_.at((b + l) * words_);
                    co_await w.load(at, w.all());
                    break;
                }
                case Access::store: co_await w.store(all_.from(b * words), every(1 + b), lanes); break;
                case Access::atomic:
                    co_await w.atomic(AtomicOperation::add, every(all_.at(b * words_)), every(1), w.all(),
                                      {model::Order::relaxed, model::Scope::cmp});
                    break;
            }
        }
    }

    const Measure measure_;
    const std::uint32_t size_;
    const std::uint64_t seed_;
    Simulation* simulation_ = nullptr;
    MachineDescription machine_;
    std::uint32_t words_ = 0;  // of a block
    std::uint32_t together_ = 1;  // blocks of a tag, all of which an instruction touches
    Buffer all_;
    Access access_ = Access::load;
    std::uint64_t accesses_ = 0;
    double cycles_ = 0;  // of a load or between accesses
};

}  // namespace

const std::vector<WorkloadSetting>& micro_benchmark_settings() { return known_micro_settings(); }

std::unique_ptr<Workload> micro_benchmark(const WorkloadOptions& options) {
    return std::make_unique<MicroBenchmark>(choice<Measure>("measure", given(options, known_micro_settings()[0])), options);
}

}  // namespace tandem::perfsim
