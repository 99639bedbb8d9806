#include "perfsim/warp_scheduler.hpp"

#include <algorithm>

namespace tandem::perfsim {

WarpScheduler::WarpScheduler(const MachineDescription::Sms& machine, bool scoped, const Clock& clock)
    : clock_(clock), lanes_(static_cast<std::uint32_t>(machine.lanes)), scoped_(scoped), issue_cycles_(machine.issue_cycles), slots_(static_cast<std::size_t>(machine.warps)),
      schedulers_(static_cast<std::size_t>(machine.schedulers)), thread_blocks_(static_cast<std::size_t>(machine.thread_blocks)) {
    for (int w = 0; w < machine.warps; ++w) {
        free_ |= bit(w);
        schedulers_[static_cast<std::size_t>(w % machine.schedulers)].slots |= bit(w);
    }
}

bool WarpScheduler::start_blocks(Grid& grid, int at_most) {
    grid_ = &grid;
    const int warps = grid.launch().warps_per_block;
    bool started = false;
    for (std::size_t b = 0; b < thread_blocks_.size() && at_most > 0; ++b) {
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
        const auto shared_words = std::make_shared<std::vector<std::uint32_t>>();
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
            slot.view.scoped = scoped_;
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
    for (;;) {
        slot.view.request = {};
        slot.view.resume_at.resume();
        if (slot.kernel.done()) return finish(warp);
        const Request& request = slot.view.request;
        const bool nothing_to_do =
            ((request.kind == Request::Kind::compute || request.kind == Request::Kind::pause) && request.instructions <= 0) ||
            (request.kind == Request::Kind::memory && request.mask == 0 && request.access != model::AccessKind::fence) ||
            (request.kind == Request::Kind::wait_for_load && request.load->missing == 0);
        if (!nothing_to_do) return classify(warp);
    }
}

void WarpScheduler::classify(int warp) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    switch (slot.view.request.kind) {
        case Request::Kind::compute: ready_compute_ |= bit(warp); break;
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
            paused_until_[static_cast<std::size_t>(warp)] = clock_.now() + slot.view.request.instructions;
            paused_ |= bit(warp);
            pause_ends_ = std::min(pause_ends_, paused_until_[static_cast<std::size_t>(warp)]);
            wait(warp, Stall::pause);
            break;
        case Request::Kind::barrier: meet(warp); break;
        case Request::Kind::nothing: throw std::logic_error("a kernel waits for something that is not its warp's");
    }
}

void WarpScheduler::end_pauses() {
    pause_ends_ = never;
    for (std::uint64_t left = paused_; left != 0; left &= left - 1) {
        const int warp = std::countr_zero(left);
        const Cycle end = paused_until_[static_cast<std::size_t>(warp)];
        if (end > clock_.now()) {
            pause_ends_ = std::min(pause_ends_, end);
        } else {
            paused_ &= ~bit(warp);
            resume(warp);
        }
    }
}

void WarpScheduler::wait(int warp, Stall why) {
    Slot& slot = slots_[static_cast<std::size_t>(warp)];
    if (slot.waits == why) return;
    go_on(slot);
    slot.waits = why;
    ++waiting_[static_cast<std::size_t>(why)];
    waiting_changed_ = true;
}

/// The warp does not wait any more.
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

void WarpScheduler::blame(int warp, Stall stall) {
    const Slot& slot = slots_[static_cast<std::size_t>(warp)];
    if (slot.waits != Stall::none && slot.view.request.kind == Request::Kind::memory) wait(warp, stall);
}

int WarpScheduler::pick(Scheduler& scheduler, std::uint64_t candidates) const {
    if (candidates == 0) return -1;
    if (scheduler.last >= 0 && (candidates & bit(scheduler.last))) return scheduler.last;
    if (std::has_single_bit(candidates)) return std::countr_zero(candidates);
    for (const int w : by_age_)
        if (candidates & bit(w)) return w;
    return -1;
}

void WarpScheduler::most_wait() {
    most_wait_ = static_cast<Stall>(std::max_element(waiting_.begin(), waiting_.end()) - waiting_.begin());
    waiting_changed_ = false;
}

}  // namespace tandem::perfsim
