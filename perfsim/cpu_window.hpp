// What a CPU's thread has fetched and not committed, in program order: the ROB, with its load and store queues (lsc.txt, 2.1 and
// Table 1).
//
// The thread is a kernel (kernel.hpp). Fetching is running it, up to where its code needs a word that a load has not brought: a
// load that is not begun ahead, an atomic, or `finish`. So dependences are those of the kernel's code. What an instruction
// without memory computes is needed by nobody's address: it holds up what commits after it, and no fetch. There are no branches
// to predict, and no instruction cache.
#pragma once

#include <deque>
#include <functional>

#include "perfsim/kernel.hpp"
#include "perfsim/machine_description.hpp"
#include "perfsim/stuck_error.hpp"

namespace tandem::perfsim {

/// Cycles of a CPU's own clock.
using Step = std::int64_t;

/// An instruction in the window, or several without memory that are complete at once.
struct CpuInstruction {
    bool memory = false;
    int count = 1;
    model::AccessKind access{};
    model::Order order{};              // of a fence
    std::uint32_t block = 0, word = 0; // of an access; its word in the block
    Value data{};                      // of a store or an atomic
    LoadState* load = nullptr;         // where the word of a load or an atomic goes; null when it has come
    bool waits = false;                // whether the thread waits for it, and says nothing else of it
    Step ready = 0;                    // the first step in which it may commit, as far as its own execution goes
    bool accepted = false;             // the text has it at the ROB's head
};

class CpuWindow {
public:
    /// `steps` is the number of steps in a cycle of the machine.
    CpuWindow(const MachineDescription& machine, const SynchronizationKind& kind, const Clock& clock);

    /// Begins to run thread `number` of `threads`. `launch` and `name`, the host's for it, outlive the run.
    void start(const std::function<Kernel(Warp&)>& kernel, const char* name, int number, int threads);
    /// Whether the thread has not ended, or something is in the window.
    bool running() const { return bool(kernel_.handle()) || !instructions_.empty(); }
    bool empty() const { return instructions_.empty(); }
    CpuInstruction& head() { return instructions_.front(); }
    void commit();

    /// Fetches what it can in this step. `latency(instruction)` is the number of steps until the cache has it; `memory_bytes` is
    /// the size of what is allocated. Returns the number of instructions. Throws StuckError for what no CPU does.
    template <class Latency>
    int fetch(Step now, std::uint64_t memory_bytes, Latency&& latency) {
        int left = cpus_.width;
        while (left > 0 && may_fetch(now)) {
            const int room = std::min(left, cpus_.rob - size_);
            const int before = size_;
            if (Request& request = view_.request; request.kind == Request::Kind::memory) {
                CpuInstruction& i = add(read(request, memory_bytes), 1);
                i.ready = now + (i.access == model::AccessKind::load ? latency(i) : 1);
                next_request(i.waits ? i.load : nullptr);
            } else {
                compute(now, room);
            }
            left -= size_ - before;
        }
        return cpus_.width - left;
    }
    /// The words of a load or an atomic have come.
    void answered(CpuInstruction& of, const Value& data);

    /// Whether nothing is fetched because the window or one of its queues is full.
    bool full() const { return full_; }
    /// The first step in which its own time makes something possible; or `never`.
    Step next(Step now) const;
    std::string named() const { return "thread " + std::to_string(view_.block) + " of the CPUs"; }

private:
    bool may_fetch(Step now);
    CpuInstruction read(const Request& request, std::uint64_t memory_bytes);
    CpuInstruction& add(CpuInstruction instruction, int count);
    void compute(Step now, int room);
    void next_request(const LoadState* awaited);
    void run_kernel();

    const MachineDescription::Cpus& cpus_;
    const Clock& clock_;
    int block_words_;
    SynchronizationKind kind_;
    const char* name_ = "";
    Kernel kernel_;
    Warp view_;
    const LoadState* awaited_ = nullptr;  // the kernel needs its words
    int issued_ = 0;                      // of its request to compute
    std::vector<Step> results_;           // of its chains
    std::deque<CpuInstruction> instructions_;
    int size_ = 0, loads_ = 0, stores_ = 0;  // instructions in the window, and in its queues
    bool full_ = false;
};

}  // namespace tandem::perfsim
