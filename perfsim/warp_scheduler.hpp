// The warps of an SM, and the choice of the one that issues: greedy, then oldest, unless the machine says otherwise.
//
// Two other choices take warps in turn, all of a scheduler's, or those of a group until none of the group can issue (Narasiman et
// al., "Improving GPU performance via large warps and two-level warp scheduling", MICRO 2011). Independent instructions without
// memory that a kernel asks for at once issue in a row under all three.
//
// Each scheduler has every n-th warp slot. It stays with the warp that it issued last as long as that can issue, and otherwise
// takes the oldest that can (Rogers et al., "Cache-conscious wavefront scheduling", MICRO 2012: GTO). A warp's next request is
// known as soon as its kernel has been resumed, which costs nothing. Issuing it takes a scheduler's cycle.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <string>

#include "perfsim/kernel.hpp"
#include "perfsim/machine_description.hpp"
#include "perfsim/running_warp.hpp"
#include "perfsim/statistics.hpp"
#include "perfsim/stuck_error.hpp"

namespace tandem::perfsim {

class TouchedWords;

/// A grid of thread blocks, as the host launches it, and threads of CPUs that run beside it. There may be either alone.
struct Launch {
    int blocks = 1;
    int warps_per_block = 1;
    std::function<Kernel(Warp&)> kernel = {};
    int registers = 0;     // of 32 bits, in a thread; 0: unknown, and no limit
    int shared_bytes = 0;  // of shared memory, in a thread block: the size of `Warp::shared()`
    int cpu_threads = 0;   // each on a CPU of its own
    /// A thread of a CPU is a warp of one lane (`Warp::is_cpu`); `Warp::block` is its number among `Warp::blocks`.
    std::function<Kernel(Warp&)> cpu_kernel = {};
    TouchedWords* touched = nullptr;  // notes what the grid's warps access; outlives the launch
};
/// So many threads of CPUs, and nothing beside them.
inline Launch on_cpus(int threads, std::function<Kernel(Warp&)> kernel) {
    return {.blocks = 0, .cpu_threads = threads, .cpu_kernel = std::move(kernel)};
}

/// The source of thread blocks for SMs.
class Grid {
public:
    /// At most `admitted` of its thread blocks are on an SM at a time; a block counts until its last warp has ended. `kernel`:
    /// the host's name for it, which outlives this.
    Grid(const Launch& launch, int admitted, const char* kernel) : launch_(launch), admitted_(admitted), kernel_(kernel) {}
    const Launch& launch() const { return launch_; }
    const char* kernel() const { return kernel_; }
    int admitted() const { return admitted_; }
    /// The next block's number, or -1.
    int next() { return started_ < launch_.blocks ? started_++ : -1; }
    void finish_block() { ++finished_; }
    bool done() const { return finished_ == launch_.blocks; }
    /// Warps begin to run, on any SM, or end.
    void enter(int warps) { most_resident_ = std::max(most_resident_, resident_ += warps); }
    void leave() { --resident_; }
    /// The maximum number of warps that have run at a time.
    int most_resident() const { return most_resident_; }

private:
    const Launch& launch_;
    int admitted_;
    const char* kernel_;
    int started_ = 0, finished_ = 0;
    int resident_ = 0, most_resident_ = 0;
};

class WarpScheduler {
public:
    WarpScheduler(const MachineDescription::Sms& machine, const SynchronizationKind& kind, const Clock& clock);

    /// Takes thread blocks from the grid while there is room for one; at most `at_most`.
    bool start_blocks(Grid& grid, int at_most);

    const Request& request(int warp) const { return slots_[static_cast<std::size_t>(warp)].view.request; }
    /// Whether a warp could issue a memory instruction now.
    bool wants_memory() const { return ready_memory_ != 0; }

    /// Issues what the schedulers can issue in this cycle. `accept(warp)` takes in a memory instruction, and `may_accept` says
    /// whether it would.
    template <class Accept>
    void issue(bool may_accept, Accept&& accept) {
        if (wait_ends_ <= clock_.now()) end_waits();
        if ((ready_compute_ | ready_memory_ | ready_shared_) != 0) issue_ready(may_accept, accept);
    }

    // ---- progress of memory instructions; a warp is where its scheduler left it until one of these
    /// The result of its shared-memory access is available in that cycle.
    void result_at(int warp, Cycle when) {
        if (when > clock_.now()) wait_until(warp, when, Stall::scoreboard);
        else resume(warp);
    }
    /// Its load, atomic or fence is done.
    void complete(int warp);
    void load_complete(int warp, const LoadState* load);
    /// Whether the warp may issue a memory instruction. It may not while the load/store unit has one of its instructions that the
    /// cache has not accepted. With sequential consistency, it also may not while one is incomplete.
    void allow_memory(int warp, bool allowed, Stall why = Stall::pipeline);
    /// So many things more, or less, besides its kernel use the warp's slot. Without any, the slot is given to another warp.
    void hold(int warp, int things) { slots_[static_cast<std::size_t>(warp)].held += things; }
    void release(int warp);
    /// The reason why a warp waits for a memory instruction; initially `data`.
    void blame(int warp, Stall stall) {
        const Slot& slot = slots_[static_cast<std::size_t>(warp)];
        if (slot.waits == stall || slot.waits == Stall::none) return;
        if (slot.view.request.kind == Request::Kind::memory) wait(warp, stall);
    }

    /// The cycle of the next issue: now + 1, or when a scheduler ends a compute phase, or `never`.
    Cycle next_issue(bool may_accept) const {
        Cycle next = wait_ends_ == never ? never : std::max(clock_.now() + 1, wait_ends_);
        const std::uint64_t ready = ready_compute_ | (may_accept ? ready_memory_ | ready_shared_ : 0);
        if (ready == 0) return next;
        for (const Scheduler& scheduler : schedulers_)
            if (scheduler.slots & ready) next = std::min(next, std::max(clock_.now() + 1, scheduler.busy_until));
        return next;
    }
    /// The number of cycles from now on in which the schedulers issue.
    Cycle issuing() const { return std::max(Cycle(0), busy_until_ - clock_.now()); }
    /// What holds the SM up after that, if `lsu` holds the load/store unit up.
    Stall stall(Stall lsu) {
        if (resident_ == 0) return Stall::no_warp;
        if ((ready_memory_ | ready_shared_) != 0) return lsu;
        if (waiting_changed_) most_wait();
        return most_wait_;
    }
    /// Whether a thread block has ended since the last call.
    bool block_finished() { return std::exchange(block_finished_, false); }
    /// Warps that run here.
    int resident() const { return resident_; }
    /// "warp 3 of thread block 0", for messages.
    std::string named(int warp) const {
        const Warp& view = slots_[static_cast<std::size_t>(warp)].view;
        return "warp " + std::to_string(view.warp_in_block) + " of thread block " + std::to_string(view.block);
    }

    std::uint64_t instructions = 0, memory_instructions = 0;

private:
    struct ThreadBlock {
        int unfinished = 0, at_barrier = 0;
        std::uint64_t slots = 0;
    };
    struct alignas(64) Slot {
        // The fields that ending memory instructions need come first, in one line of the host's cache.
        Stall waits = Stall::no_warp;
        Stall forbidden = Stall::none;  // why it may not issue memory instructions
        bool wants_memory = false;
        int held = 0;
        const LoadState* awaited = nullptr;
        Kernel kernel;
        int thread_block = -1;
        int issued = 0;               // number of its compute instructions issued, if they wait for each other
        std::vector<Cycle> results;   // when the last ones are available, by chain
        Warp view;
    };
    struct Scheduler {
        std::uint64_t slots = 0;
        int last = -1;
        int group = 0;  // of two levels: that whose warps issue
        Cycle busy_until = 0;
    };

    template <class Accept>
    void issue_ready(bool may_accept, Accept&& accept);
    void resume(int warp);
    void run_kernel(Slot& slot);
    void classify(int warp);
    void wait(int warp, Stall why);
    void go_on(Slot& slot);
    void most_wait();
    void finish(int warp);
    void vacate(int warp);
    void use_shared(int warp);
    void wait_until(int warp, Cycle when, Stall why);
    void end_waits();
    void issue_arithmetic(Scheduler& scheduler, int warp);
    void meet(int warp);
    int pick(Scheduler& scheduler, std::uint64_t candidates) const;
    /// The next of these slots after that one, in turn.
    static int next_after(int slot, std::uint64_t candidates) {
        const std::uint64_t later = slot < 0 ? 0 : candidates & ~(bit(slot) | (bit(slot) - 1));
        return std::countr_zero(later != 0 ? later : candidates);
    }
    void issue_until(Scheduler& scheduler, Cycle end) {
        scheduler.busy_until = end;
        busy_until_ = std::max(busy_until_, end);
    }
    static std::uint64_t bit(int warp) { return std::uint64_t(1) << warp; }

    const Clock& clock_;
    std::uint32_t lanes_;
    SynchronizationKind kind_;
    int issue_cycles_;
    int scheduling_, group_slots_;  // as the machine says; slots of an SM that hold a group of each of its schedulers
    std::array<int, arithmetic_count> latencies_;
    bool shared_has_banks_;
    std::vector<Slot> slots_;
    std::vector<Scheduler> schedulers_;
    std::vector<ThreadBlock> thread_blocks_;
    std::vector<int> by_age_;
    std::uint64_t ready_compute_ = 0, ready_memory_ = 0, ready_shared_ = 0, free_ = 0;
    std::array<std::uint8_t, stall_count> waiting_{};  // warps by what they wait for
    bool waiting_changed_ = true;
    Stall most_wait_ = Stall::none;                    // what most of them wait for, since that last changed
    int resident_ = 0;
    Grid* grid_ = nullptr;
    std::uint64_t timed_ = 0;    // warps that wait for a cycle
    Cycle wait_ends_ = never;    // the first of them
    Cycle busy_until_ = 0;      // the last of the schedulers
    bool block_finished_ = false;
    std::array<Cycle, 64> waits_until_{};  // by warp
};

template <class Accept>
void WarpScheduler::issue_ready(bool may_accept, Accept&& accept) {
    const Cycle now = clock_.now();
    for (Scheduler& scheduler : schedulers_) {
        if (scheduler.busy_until > now) continue;
        const int warp = pick(scheduler, scheduler.slots & (ready_compute_ | (may_accept ? ready_memory_ | ready_shared_ : 0)));
        if (warp < 0) continue;
        scheduler.last = warp;
        Slot& slot = slots_[static_cast<std::size_t>(warp)];
        if (ready_compute_ & bit(warp)) {
            issue_arithmetic(scheduler, warp);
            continue;
        }
        if (ready_shared_ & bit(warp)) {
            const Request& request = slot.view.request;
            const int n = request.instructions + request.besides;
            const bool waits = request.blocking;
            instructions += static_cast<std::uint64_t>(n);
            issue_until(scheduler, now + Cycle(n) * issue_cycles_);
            ready_shared_ &= ~bit(warp);
            if (waits) wait(warp, Stall::scoreboard);
            may_accept = accept(warp);
            if (!waits) resume(warp);
            continue;
        }
        ++instructions;
        ++memory_instructions;
        issue_until(scheduler, now + issue_cycles_);
        const bool blocking = slot.view.request.blocking;
        ready_memory_ &= ~bit(warp);
        slot.wants_memory = false;
        if (blocking) wait(warp, slot.view.request.access == model::AccessKind::fence ? Stall::fence : Stall::data);
        may_accept = accept(warp);
        if (!blocking && slot.waits == Stall::none) resume(warp);
    }
}

}  // namespace tandem::perfsim
