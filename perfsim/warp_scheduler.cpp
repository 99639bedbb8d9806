#include "perfsim/warp_scheduler.hpp"

#include <algorithm>

#include "perfsim/touched_words.hpp"

namespace tandem::perfsim {

WarpScheduler::WarpScheduler(const MachineDescription::Sms& machine, const SynchronizationKind& kind, const Clock& clock)
    : clock_(clock),
      lanes_(static_cast<std::uint32_t>(machine.lanes)),
      kind_(kind),
      issue_cycles_(machine.issue_cycles),
      scheduling_(machine.scheduling),
      group_slots_(machine.group_warps * machine.schedulers),
      latencies_{machine.arithmetic_latency, machine.special_latency, machine.division_latency},
      shared_has_banks_(machine.shared_banks > 0),
      slots_(static_cast<std::size_t>(machine.warps)),
      schedulers_(static_cast<std::size_t>(machine.schedulers)),
      thread_blocks_(static_cast<std::size_t>(machine.thread_blocks)) {
    for (int w = 0; w < machine.warps; ++w) {
        free_ |= bit(w);
        schedulers_[static_cast<std::size_t>(w % machine.schedulers)].slots |= bit(w);
    }
}

bool WarpScheduler::start_blocks(Grid& grid, int at_most) {
    grid_ = &grid;
    const int warps = grid.launch().warps_per_block;
    bool started = false;
    const std::size_t resident = std::min(thread_blocks_.size(), static_cast<std::size_t>(grid.admitted()));
    for (std::size_t b = 0; b < resident && at_most > 0; ++b) {
        if (thread_blocks_[b].unfinished > 0 || std::popcount(free_) < warps) continue;
        const int number = grid.next();
        if (number < 0) break;
        --at_most;
        started = true;
        thread_blocks_[b] = {.unfinished = warps};
        grid.enter(warps);
        for (int i = 0; i < warps; ++i) {
            const int w = std::countr_zero(free_);
            free_ &= ~bit(w);
            thread_blocks_[b].slots |= bit(w);
        }
        const auto shared_words = std::make_shared<SharedWords>(static_cast<std::size_t>(grid.launch().shared_bytes + 3) / 4);
        int i = 0;
        for (std::uint64_t left = thread_blocks_[b].slots; left != 0; left &= left - 1, ++i) {
            const int w = std::countr_zero(left);
            Slot& slot = slots_[static_cast<std::size_t>(w)];
            slot.view = Warp{};
            slot.view.block = number;
            slot.view.blocks = grid.launch().blocks;
            slot.view.warp_in_block = i;
            slot.view.warps_per_block = warps;
            slot.view.clock_ = &clock_;
            slot.view.lanes = lanes_;
            static_cast<SynchronizationKind&>(slot.view) = kind_;
            slot.view.latencies = latencies_;
            slot.view.shared_words = shared_words;
            slot.thread_block = static_cast<int>(b);
            slot.waits = Stall::none;
            slot.forbidden = Stall::none;
            by_age_.push_back(w);
            ++resident_;
            slot.kernel = grid.launch().kernel(slot.view);
            slot.view.resume_at = slot.kernel.handle();
        }
        for (std::uint64_t left = thread_blocks_[b].slots; left != 0; left &= left - 1) resume(std::countr_zero(left));
    }
    return started;
}

void WarpScheduler::resume(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    go_on(slot);
    ready_compute_ &= ~bit(warp);
    slot.issued = 0;
    run_kernel(slot);
    if (slot.kernel.done()) finish(warp);
    else classify(warp);
}

/// Runs to the kernel's end, or to the next step that takes time.
void WarpScheduler::run_kernel(Slot& slot) {
    const RunningWarp running(grid_->kernel(), slot.view.warp_in_block, slot.view.block);
    for (;;) {
        slot.view.request = {};
        slot.view.resume_at.resume();
        if (slot.kernel.done()) return;
        const Request& request = slot.view.request;
        if (TouchedWords* const touched = grid_->launch().touched) touched->note(request);
        const bool nothing_to_do =
            ((request.kind == Request::Kind::compute || request.kind == Request::Kind::pause) && request.instructions <= 0) ||
            (request.kind == Request::Kind::shared && (request.instructions <= 0 || request.mask == 0) && request.besides <= 0) ||
            (request.kind == Request::Kind::wait_until && request.until <= clock_.now()) ||
            (request.kind == Request::Kind::memory && request.mask == 0 && request.access != model::AccessKind::fence) ||
            (request.kind == Request::Kind::wait_for_load && request.load->missing == 0);
        if (!nothing_to_do) return;
    }
}

void WarpScheduler::classify(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    switch (slot.view.request.kind) {
        case Request::Kind::compute: ready_compute_ |= bit(warp); break;
        case Request::Kind::shared: use_shared(warp); break;
        case Request::Kind::memory:
            slot.wants_memory = true;
            if (slot.forbidden == Stall::none) ready_memory_ |= bit(warp);
            else wait(warp, slot.forbidden);
            break;
        case Request::Kind::wait_for_load:
            slot.awaited = slot.view.request.load;
            wait(warp, Stall::data);
            break;
        case Request::Kind::pause:
            wait_until(warp, clock_.now() + slot.view.request.instructions, Stall::pause);
            break;
        case Request::Kind::wait_until: wait_until(warp, slot.view.request.until, Stall::scoreboard); break;
        case Request::Kind::barrier: meet(warp); break;
        case Request::Kind::nothing: throw std::logic_error("a kernel waits for something that is not its warp's");
    }
}

/// Without banks, and without an access, these are ordinary instructions, and none of them needs another's result.
void WarpScheduler::use_shared(int warp) {
    Request& request = slots_[static_cast<std::size_t>(warp)].view.request;
    if (request.mask == 0) request.instructions = 0;
    if (shared_has_banks_ && request.instructions > 0) {
        request.besides = std::max(0, request.besides);
        ready_shared_ |= bit(warp);
        return;
    }
    const int n = std::max(0, request.instructions) + std::max(0, request.besides);
    request = {.kind = Request::Kind::compute, .instructions = n, .independent = n, .results_wait = request.blocking};
    ready_compute_ |= bit(warp);
}

/// The warp continues in that cycle, with the instructions that it has yet to issue, or with its kernel.
void WarpScheduler::wait_until(int warp, Cycle when, Stall why) {
    waits_until_[static_cast<std::size_t>(warp)] = when;
    timed_ |= bit(warp);
    wait_ends_ = std::min(wait_ends_, when);
    ready_compute_ &= ~bit(warp);
    wait(warp, why);
}

void WarpScheduler::end_waits() {
    wait_ends_ = never;
    for (std::uint64_t left = timed_; left != 0; left &= left - 1) {
        const int warp = std::countr_zero(left);
        Slot& slot = slots_[static_cast<std::size_t>(warp)];
        const Cycle end = waits_until_[static_cast<std::size_t>(warp)];
        if (end > clock_.now()) {
            wait_ends_ = std::min(wait_ends_, end);
            continue;
        }
        timed_ &= ~bit(warp);
        if (slot.issued == 0 || slot.issued == slot.view.request.instructions) {
            resume(warp);
        } else {
            go_on(slot);
            ready_compute_ |= bit(warp);
        }
    }
}

/// Issues the warp's next instruction, or all of them at once if none would wait for another.
void WarpScheduler::issue_arithmetic(Scheduler& scheduler, int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    const Request& request = slot.view.request;
    const Cycle now = clock_.now();
    const int n = request.instructions, chains = request.independent;
    const Cycle latency = request.results_wait ? latencies_[static_cast<std::size_t>(request.arithmetic)] : 0;
    if (n <= chains || Cycle(chains) * issue_cycles_ >= latency) {
        instructions += static_cast<std::uint64_t>(n);
        const Cycle issued = now + Cycle(n) * issue_cycles_, result = issued - issue_cycles_ + latency;
        issue_until(scheduler, issued);
        if (result > issued) wait_until(warp, result, Stall::scoreboard);
        else resume(warp);
        return;
    }
    if (slot.issued == 0) slot.results.resize(static_cast<std::size_t>(chains));
    ++instructions;
    issue_until(scheduler, now + issue_cycles_);
    const int chain = chains == 1 ? 0 : slot.issued % chains;
    slot.results[static_cast<std::size_t>(chain)] = now + latency;
    ++slot.issued;
    const Cycle needed = slot.issued == n       ? now + latency
                         : slot.issued < chains ? now
                                                : slot.results[static_cast<std::size_t>(chain + 1 == chains ? 0 : chain + 1)];
    if (needed > now + issue_cycles_) wait_until(warp, needed, Stall::scoreboard);
    else if (slot.issued == n) resume(warp);
}

void WarpScheduler::wait(int warp, Stall why) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    if (slot.waits == why) return;
    go_on(slot);
    slot.waits = why;
    ++waiting_[static_cast<std::size_t>(why)];
    waiting_changed_ = true;
}

/// The warp no longer waits.
void WarpScheduler::go_on(Slot& slot) {
    if (slot.waits == Stall::none) return;
    --waiting_[static_cast<std::size_t>(slot.waits)];
    slot.waits = Stall::none;
    waiting_changed_ = true;
}

void WarpScheduler::meet(int warp) {
    ThreadBlock& block = thread_blocks_[static_cast<std::size_t>(slots_[static_cast<std::size_t>(warp)].thread_block)];
    wait(warp, Stall::barrier);
    if (++block.at_barrier < block.unfinished) return;
    block.at_barrier = 0;
    for (std::uint64_t left = block.slots; left != 0; left &= left - 1)
        if (slots_[static_cast<std::size_t>(std::countr_zero(left))].waits == Stall::barrier) resume(std::countr_zero(left));
}

void WarpScheduler::finish(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    slot.kernel.rethrow();
    slot.kernel = Kernel{};
    if (slot.held == 0) vacate(warp);
    else wait(warp, Stall::order);
}

void WarpScheduler::release(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    if (--slot.held == 0 && !slot.kernel.handle()) vacate(warp);
}

void WarpScheduler::vacate(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    go_on(slot);
    std::erase(by_age_, warp);
    --resident_;
    grid_->leave();
    free_ |= bit(warp);
    ThreadBlock& block = thread_blocks_[static_cast<std::size_t>(slot.thread_block)];
    block.slots &= ~bit(warp);
    if (--block.unfinished == 0) {
        grid_->finish_block();
        block_finished_ = true;
        return;
    }
    if (block.at_barrier == block.unfinished)
        throw StuckError(named(warp) + " ends while the others wait at a barrier, which all warps of a thread block must reach");
}

void WarpScheduler::complete(int warp) { resume(warp); }

void WarpScheduler::load_complete(int warp, const LoadState* load) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    if (slot.awaited != load) return;
    slot.awaited = nullptr;
    resume(warp);
}

void WarpScheduler::allow_memory(int warp, bool allowed, Stall why) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    slot.forbidden = allowed ? Stall::none : why;
    if (!slot.wants_memory) return;
    if (allowed) {
        go_on(slot);
        ready_memory_ |= bit(warp);
    } else {
        ready_memory_ &= ~bit(warp);
        wait(warp, why);
    }
}

int WarpScheduler::pick(Scheduler& scheduler, std::uint64_t candidates) const {
    if (candidates == 0) return -1;
    if (scheduling_ != 0) [[unlikely]] {
        if (scheduling_ == 1 || group_slots_ >= 64) return next_after(scheduler.last, candidates);
        for (;; scheduler.group = (scheduler.group + 1) * group_slots_ < 64 ? scheduler.group + 1 : 0) {
            const std::uint64_t group = ((std::uint64_t(1) << group_slots_) - 1) << scheduler.group * group_slots_;
            if ((candidates & group) != 0) return next_after(scheduler.last, candidates & group);
        }
    }
    if (scheduler.last >= 0 && (candidates & bit(scheduler.last))) return scheduler.last;
    if (std::has_single_bit(candidates)) return std::countr_zero(candidates);
    for (const int w : by_age_)
        if (candidates & bit(w)) return w;
    return -1;
}

void WarpScheduler::most_wait() {
    // The first of the largest. Its number changes from step to step, so there are no branches for the host to mispredict.
    unsigned most = 0;
    for (unsigned i = 0; i < waiting_.size(); ++i) most = std::max(most, waiting_[i] * 16u + (15 - i));
    static_assert(stall_count <= 16);
    most_wait_ = static_cast<Stall>(15 - most % 16);
    waiting_changed_ = false;
}

}  // namespace tandem::perfsim
