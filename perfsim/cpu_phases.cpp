#include "perfsim/cpu_phases.hpp"

#include <fmt/format.h>

#include <numeric>

#include "model/hash.hpp"
#include "perfsim/occupancy.hpp"
#include "perfsim/workloads/lanes.hpp"

namespace tandem::perfsim {

namespace {

constexpr std::uint32_t ahead = 8;  // loads that a thread begins together

}  // namespace

CpuPhases::CpuPhases(Simulation& machine, double part) : machine_(machine), part_(part) {
    if (description().cpus.count > 0) return;
    throw LaunchError("the machine '" + description().name +
                      "' has no CPUs, and there are to be phases of CPUs: a machine file with the table cpus is accepted");
}

/// By the multiples of the golden ratio: any run of them is spread evenly, and they fall into no few sets of a cache.
bool CpuPhases::of_cpus(std::size_t block) const {
    return static_cast<double>(block * model::golden_ratio >> 32 & 0xffffffff) < part_ * 0x1p32;
}

void CpuPhases::run_grid(const Launch& launch) {
    machine_.limit = limit;
    machine_.progress = progress;
    machine_.timeline = timeline;
    machine_.kernel = kernel;
    const MemoryImage& image = memory().image;
    if (!launched_) produce();
    else if (!std::equal(latest_.begin(), latest_.end(), image.begin(), image.end(),
                         [](const Value& a, const Value& b) { return same_datum(a, b); }))
        throw LaunchError("the host writes between launches of this workload, and CPUs would have to store that: with phases of "
                          "CPUs a workload whose host writes before the first launch alone is accepted");
    launched_ = true;
    Launch noted = launch;
    noted.touched = &touched_;
    machine_.run(noted);
    latest_ = memory().image;
}

void CpuPhases::run_cpus(std::function<Kernel(Warp&)> kernel) {
    const Cycle begin = now();
    machine_.run(on_cpus(description().cpus.count, std::move(kernel)));
    cycles += now() - begin;
}

/// What is 0 memory has as it is allocated.
void CpuPhases::produce() {
    MemoryImage& image = memory().image;
    produced_ = image;
    std::vector<Word> words;
    const auto block = static_cast<std::uint32_t>(description().blocks.bytes);
    for (std::uint32_t b = 0; b < image.size(); ++b) {
        if (!of_cpus(b)) continue;
        for (std::uint32_t w = 0; w < block / 4; ++w)
            if (const std::uint32_t word = image[b].word(static_cast<int>(w)); word != 0)
                words.push_back({b * block + 4 * w, word});
        image[b] = {};
    }
    stored = words.size();
    run_cpus([&words](Warp& w) -> Kernel {
        const std::size_t me = static_cast<std::size_t>(w.block), all = static_cast<std::size_t>(w.blocks);
        for (std::size_t i = words.size() * me / all; i < words.size() * (me + 1) / all; ++i) {
            co_await w.compute(1);
            co_await w.store(every(words[i].address), every(words[i].word), 1);
        }
    });
}

void CpuPhases::consume() {
    if (!launched_) return;
    const MemoryImage& image = memory().image;
    std::vector<Word> words;
    const auto block = static_cast<std::uint32_t>(description().blocks.bytes);
    for (std::uint32_t b = 0; b < image.size(); ++b) {
        if (!of_cpus(b)) continue;
        for (std::uint32_t w = 0; w < block / 4; ++w) {
            const std::uint32_t word = image[b].word(static_cast<int>(w)), produced = produced_[b].word(static_cast<int>(w));
            const Address address = b * block + 4 * w;
            const bool loads = word != 0 && word != produced;
            if (loads) words.push_back({address, word});
            if ((loads || produced != 0) && touched_.has(address)) ++shared;
        }
    }
    loaded = words.size();
    std::vector<std::uint32_t> sums(static_cast<std::size_t>(description().cpus.count));
    run_cpus([&](Warp& w) -> Kernel {
        const std::size_t me = static_cast<std::size_t>(w.block), all = sums.size();
        const std::size_t end = words.size() * (me + 1) / all;
        std::array<Load, ahead> loads;
        for (std::size_t i = words.size() * me / all; i < end; i += ahead) {
            const std::size_t count = std::min<std::size_t>(ahead, end - i);
            for (std::size_t j = 0; j < count; ++j) {
                co_await w.begin(loads[j], every(words[i + j].address), 1);
                co_await w.compute(1);
            }
            for (std::size_t j = 0; j < count; ++j) {
                co_await w.finish(loads[j]);
                sums[me] += loads[j].words[0];
            }
        }
    });
    std::uint32_t right = 0;
    for (const Word& word : words) right += word.word;
    if (const std::uint32_t sum = std::accumulate(sums.begin(), sums.end(), std::uint32_t{0}); sum != right)
        throw StuckError(fmt::format("CPUs load words whose sum is {}, and kernels have left {}", sum, right));
}

}  // namespace tandem::perfsim
