// What CPUs do before and after a kernel, in variations: they store its input, and load what it leaves.
//
// Each CPU has a part of the blocks. It may have loaded a block before it stores to it, as code does that changes data in place.
// Between the blocks that it stores to it may load others, which the kernel does not need.
#pragma once

#include "perfsim/own_kernel.hpp"
#include "perfsim/workloads/lanes.hpp"

namespace cpu_updates {

using namespace tandem::perfsim;

class Application {
    enum Number { loaded, reads, rounds, words, numbers };

public:
    static constexpr const char* meaning = "CPUs store the input of a kernel, and load what it leaves, in variations";
    static std::vector<WorkloadSetting> settings() {
        return {{"loaded", "of 100 blocks so many are loaded before they are stored to: 0 to 100", "0"},
                {"reads", "blocks that a CPU loads for each that it stores to: 0 to 100", "0"},
                {"rounds", "of CPUs and kernel: 1 to 100", "1"},
                {"words", "of a block that a CPU stores: 1 to 16", "16"}};
    }

    explicit Application(const WorkloadOptions& options) : blocks_(1024 * static_cast<std::uint32_t>(options.size)) {
        constexpr std::array<std::pair<std::uint32_t, std::uint32_t>, numbers> accepted{
            {{0, 100}, {0, 100}, {1, 100}, {1, words_per_block}}};
        for (std::size_t i = 0; i < numbers; ++i) {
            const WorkloadSetting setting = settings()[i];
            const std::string text = given(options, setting);
            const auto number = whole(text);
            const auto [least, most] = accepted[i];
            if (!number || *number < least || *number > most)
                throw WorkloadError(setting.name + " is '" + text + "': " + std::to_string(least) + " to " +
                                    std::to_string(most) + " are accepted");
            number_[i] = *number;
        }
    }

    void run(Simulation& gpu) {
        const int cpus = gpu.description().cpus.count;
        if (cpus == 0) throw WorkloadError("the machine has no CPUs: one that has them is accepted, as soc");
        for (Buffer* of : {&input_, &output_}) *of = gpu.memory().allocate(blocks_ * words_per_block);
        table_ = gpu.memory().allocate(std::vector<std::uint32_t>((blocks_ * number_[reads] + 1) * words_per_block, 1));
        constexpr int warps = 8;
        const int thread_blocks = static_cast<int>(blocks_ * words_per_block / (lane_count * warps));
        for (round_ = 1; round_ <= number_[rounds]; ++round_) {
            gpu.run(on_cpus(cpus, [this](Warp& w) { return produce(w); }));
            gpu.run({thread_blocks, warps, [this](Warp& w) { return kernel(w); }});
            gpu.run(on_cpus(cpus, [this](Warp& w) { return consume(w); }));
        }
    }

    void check(Comparison& compare) const {
        std::vector<std::uint32_t> right(blocks_ * words_per_block);
        std::uint64_t sum = 0;
        for (std::uint32_t i = 0; i < right.size(); ++i) {
            for (std::uint32_t r = 1; r <= number_[rounds]; ++r) sum += left(i, r);
            right[i] = left(i, number_[rounds]);
        }
        compare.words("output", output_, right);
        compare.that(sum_ == sum, "CPUs have not loaded what the kernel left");
        compare.that(looked_up_ == std::uint64_t(blocks_) * number_[reads] * number_[rounds], "a table has other words");
    }

private:
    static constexpr std::uint32_t words_per_block = 16;

    std::uint32_t stored(std::uint32_t i, std::uint32_t round) const {
        return i % words_per_block < number_[words] ? round * 7 + i : 0;
    }
    std::uint32_t left(std::uint32_t i, std::uint32_t round) const { return 2 * stored(i, round) + 1; }
    /// Spread evenly: 61 and 100 have no common divisor.
    bool is_loaded(std::uint32_t block) const { return block * 61 % 100 < number_[loaded]; }

    Kernel produce(Warp& w) {
        const auto [first, end] = part(w);
        for (std::uint32_t b = first; b < end; ++b) {
            for (std::uint32_t i = b * number_[reads]; i < (b + 1) * number_[reads]; ++i)
                looked_up_ += (co_await w.load(every(table_.at(i * words_per_block)), 1))[0];
            if (is_loaded(b)) co_await w.load(every(input_.at(b * words_per_block)), 1);
            for (std::uint32_t i = b * words_per_block; i < b * words_per_block + number_[words]; ++i) {
                co_await w.compute(1);
                co_await w.store(every(input_.at(i)), every(stored(i, round_)), 1);
            }
        }
    }
    Kernel kernel(Warp& w) {
        const std::uint32_t first = w.first_thread();
        Lanes x = co_await w.load(input_.from(first));
        for (auto& word : x) word = 2 * word + 1;
        co_await w.store(output_.from(first), x);
    }
    Kernel consume(Warp& w) {
        const auto [first, end] = part(w);
        for (std::uint32_t i = first * words_per_block; i < end * words_per_block; ++i) {
            co_await w.compute(1);
            sum_ += (co_await w.load(every(output_.at(i)), 1))[0];
        }
    }
    std::pair<std::uint32_t, std::uint32_t> part(const Warp& w) const {
        const auto me = static_cast<std::uint32_t>(w.block), all = static_cast<std::uint32_t>(w.blocks);
        return {blocks_ * me / all, blocks_ * (me + 1) / all};
    }

    const std::uint32_t blocks_;
    std::array<std::uint32_t, numbers> number_{};
    std::uint32_t round_ = 1;
    Buffer input_, output_, table_;
    std::uint64_t sum_ = 0, looked_up_ = 0;
};

}  // namespace cpu_updates
