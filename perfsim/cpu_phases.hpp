// Phases of CPUs around a workload's kernels: an application whose CPUs produce what its kernels read, and consume what these
// leave.
//
// A workload says nothing of CPUs. Before its first launch the host has written its data. Here threads of CPUs store these words,
// in as many parts as there are CPUs, and the launch follows. When the workload has ended, they load each word, but 0, that has
// changed since. Each access comes with one instruction without memory: "most of these benchmarks have more than 50% memory
// reference instructions" (lsc.txt, 9.1). How much of the kernels' data is shared so is counted, as in Table 2 there.
#pragma once

#include "perfsim/simulation.hpp"
#include "perfsim/touched_words.hpp"

namespace tandem::perfsim {

class CpuPhases final : public Simulation {
public:
    /// `machine` outlives this. CPUs access the words of this part of the blocks, above 0 and at most 1; others belong to the
    /// kernels alone. Throws LaunchError if the machine has no CPUs.
    explicit CpuPhases(Simulation& machine, double part = 1);

    Memory& memory() override { return machine_.memory(); }
    void write_back() override { machine_.write_back(); }
    Statistics statistics() const override { return machine_.statistics(); }
    Cycle now() const override { return machine_.now(); }
    const MachineDescription& description() const override { return machine_.description(); }

    /// After the workload: the last phase. Throws StuckError if CPUs load other words than memory has.
    void consume();

    /// How long CPUs alone ran, and how many words they stored and loaded.
    Cycle cycles = 0;
    std::uint64_t stored = 0, loaded = 0;
    /// How many words kernels accessed; and of these, after the last phase, how many CPUs stored or loaded.
    std::uint64_t accessed() const { return touched_.count(); }
    std::uint64_t shared = 0;

protected:
    /// Throws LaunchError if the host has written since the launch before: that CPUs would have to store as well.
    void run_grid(const Launch& launch) override;

private:
    struct Word {
        Address address = 0;
        std::uint32_t word = 0;
    };
    /// Whether CPUs access a block, by its number: blocks that they do are spread evenly.
    bool of_cpus(std::size_t block) const;
    void produce();
    void run_cpus(std::function<Kernel(Warp&)> kernel);

    Simulation& machine_;
    const double part_;
    TouchedWords touched_;
    MemoryImage produced_, latest_;  // what the host had written; what memory had when the latest launch had ended
    bool launched_ = false;
};

}  // namespace tandem::perfsim
