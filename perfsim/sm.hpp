// An SM: warps, load/store unit, and the protocol's node of this core.
//
// An active cycle has four steps. The SM takes in one answer of the network, one message of another SM and one of a pool. Stalled
// instructions are retried if the reason for their wait has changed. The load/store unit hands its next instruction to the cache.
// The schedulers issue.
#pragma once

#include "perfsim/load_store_unit.hpp"

namespace tandem::perfsim {

template <class P>
class Sm {
public:
    using Cache = CoreNode<P, Sm>;
    using Message = typename P::Message;

    Sm(Shared<P>& shared, int index)
        : cache(shared, *this, index),
          scheduler(shared.machine.sms, synchronization_kind<P>(shared.config), shared.clock),
          unit(shared, cache, scheduler, index),
          shared_(shared),
          index_(index) {}

    void start(Grid& grid, int at_most) {
        account();
        if (scheduler.start_blocks(grid, at_most)) wake(shared_.clock.now() + 1);
        grid_ = &grid;
    }

    void step() {
        account();
        if (cache.receive()) unit.wake_warps();
        cache.take_actions();
        unit.step();
        if constexpr (Cache::waits_in_lines) cache.make_room();
        const bool actions_left = cache.take_actions();
        unit.wake_warps();
        scheduler.issue(unit.accepts(), [this](int warp) { return unit.accept(warp); });
        if (scheduler.block_finished()) {
            scheduler.start_blocks(*grid_, shared_.machine.sms.thread_blocks);
            if (ends()) cache.end();
        }
        issuing_ = scheduler.issuing();
        stall_ = scheduler.stall(unit.blocked());
        resident_ = scheduler.resident();
        sleep(actions_left);
    }

    bool quiet() const { return unit.empty() && scheduler.resident() == 0 && cache.node.idle(); }
    /// Attributes the cycles up to now to what held the SM up.
    void account() { account(shared_.clock.now()); }
    /// The same up to an earlier cycle; all that happened here before it is past.
    void account(Cycle now) {
        const Cycle issuing = std::min(issuing_, now - accounted_);
        stalled[static_cast<std::size_t>(Stall::none)] += static_cast<std::uint64_t>(issuing);
        stalled[static_cast<std::size_t>(stall_)] += static_cast<std::uint64_t>(now - accounted_ - issuing);
        warp_cycles += static_cast<std::uint64_t>(resident_) * static_cast<std::uint64_t>(now - accounted_);
        resident_ = scheduler.resident();
        issuing_ -= issuing;
        accounted_ = now;
    }

    // ---- for the context of handlers, and for the cache
    void post(int kind, int to, Message&& message) {
        auto& network = shared_.network;
        network.send(kind == 0                             ? network.peers
                     : has_pool<P> && kind == pool_kind<P> ? network.to_pool
                                                           : network.requests,
                     index_, to, std::move(message));
    }
    int index() const { return index_; }
    /// The number of nodes of a kind to send to.
    int receivers(int kind) const {
        return kind == 0                             ? shared_.machine.sms.count
               : kind == bank_kind<P>                ? shared_.machine.l2.partitions
               : has_pool<P> && kind == pool_kind<P> ? 1
                                                     : 0;
    }
    void memory_read(Block) {}
    void load_completed(WarpName w, Block a, const Value& data) { unit.load_completed(w, a, data); }
    void store_completed(WarpName w, Block a) { unit.store_completed(w, a); }
    /// Whether nothing runs here, so that held-back writes are to be written.
    bool ends() const { return scheduler.resident() == 0; }
    void concern(Block a) { unit.concern(a); }
    void concern_thread(WarpName w) { unit.concern_thread(w); }
    void concern_all() { unit.concern_all(); }
    void left(Block a) { unit.left(a); }

    Cache cache;
    WarpScheduler scheduler;
    LoadStoreUnit<P, Sm> unit;
    std::array<std::uint64_t, stall_count> stalled{};
    std::uint64_t warp_cycles = 0;  // of all warps that ran here

private:
    void wake(Cycle when) { shared_.clock.wake(shared_.core_part(index_), when); }

    [[gnu::always_inline]] void sleep(bool actions_left) {
        const Cycle now = shared_.clock.now();
        Cycle next = std::min(scheduler.next_issue(unit.accepts()), unit.next());
        next = std::min(next, std::max(shared_.network.responses.next_arrival(index_), now + 1));
        if (!shared_.network.peers.empty()) next = std::min(next, std::max(shared_.network.peers.next_arrival(index_), now + 1));
        if constexpr (has_pool<P>) next = std::min(next, std::max(shared_.network.from_pool.next_arrival(index_), now + 1));
        if (cache.waits_to_act() && !actions_left) next = now + 1;
        if (next != never) wake(next);
    }

    Shared<P>& shared_;
    int index_;
    Grid* grid_ = nullptr;
    Cycle accounted_ = 0, issuing_ = 0;
    Stall stall_ = Stall::no_warp;
    int resident_ = 0;  // since `accounted_`
};

}  // namespace tandem::perfsim
