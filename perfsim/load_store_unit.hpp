// The load/store unit of an SM: it takes in the memory instructions that warps issue and hands them to the cache.
//
// It reads the tags of one block a cycle, or of as many as the L1 has ports. Then an instruction is one event of the protocol for
// all its blocks, which is possible or stalls. Instructions go in order. One that finds no room in the network or no MSHR entry
// holds up those behind it. One that the protocol stalls steps aside until its blocks have seen an event, so that others can
// pass; it keeps its turn at its blocks.
//
// An instruction is retried only when the reason for its wait has changed.
#pragma once

#include "model/usage_error.hpp"
#include "perfsim/core_node.hpp"
#include "perfsim/parked_instructions.hpp"
#include "perfsim/shared_memory.hpp"
#include "perfsim/waiting_accesses.hpp"

namespace tandem::perfsim {

template <class P, class Owner>
class LoadStoreUnit {
public:
    using Cache = CoreNode<P, Owner>;
    using Operation = typename Cache::Node::Operation;

    LoadStoreUnit(Shared<P>& shared, Cache& cache, WarpScheduler& scheduler, int index)
        : shared_(shared),
          cache_(cache),
          scheduler_(scheduler),
          index_(index),
          ports_(shared.machine.l1.ports),
          beyond_warp_(shared.machine.sms.lanes == most_lanes ? 0 : ~LaneMask(0) << shared.machine.sms.lanes),
          loads_(shared.machine.sms.warps),
          outstanding_(static_cast<std::size_t>(shared.machine.sms.warps)) {
        Operation fence;
        fence.kind = model::AccessKind::fence;
        fences_ = Cache::Node::issues(fence, shared.config);
    }

    bool accepts() const { return pipeline_.size() < shared_.machine.sms.pipeline; }
    /// Takes in the instruction that `warp` issues; returns whether there is room for another.
    bool accept(int warp) {
        const Request& request = scheduler_.request(warp);
        const Cycle now = shared_.clock.now();
        MemoryInstruction& p = instructions_.take();
        p.warp = warp;
        p.shared = request.kind == Request::Kind::shared;
        if (p.shared) return accept_shared(request, p);
        p.kind = request.access;
        p.load = request.load;
        p.blocking = request.blocking;
        p.synchronization = request.synchronization;
        p.issued = now;
        p.blocked = Stall::pipeline;
        p.first_in_line = false;
        p.possible_in = never;
        coalesce_request(request, p);
        p.flits = shared_.network.requests.counts_flits() ? most_flits(p) : 0;
        p.doubt_all();
        p.needs = 0;
        count(p);
        tags_free_ = std::max(now + 1, tags_free_) + std::max(1, (p.touched.count + ports_ - 1) / ports_);
        p.ready = tags_free_ - 1 + shared_.machine.l1.latency;
        pipeline_.push(&p);
        scheduler_.allow_memory(warp, false);
        scheduler_.hold(warp, 1);
        return accepts();
    }

    /// Retries what may have become possible, and then the next instruction.
    [[gnu::always_inline]] void step() {
        retry_soon_ = false;
        if (next_moment_ <= shared_.clock.now()) moments_pass();
        if (shared_.network.held(index_) > 0 && !requests_have_left()) return;
        retry();
        if (shared_.network.held(index_) > 0) return;
        const Cycle now = shared_.clock.now();
        while (!pipeline_.empty() && pipeline_.front()->ready <= now) {
            MemoryInstruction& p = *pipeline_.front();
            if (p.shared) {
                pipeline_.pop();
                if (p.blocking) scheduler_.result_at(p.warp, now + std::max(1, shared_.machine.sms.shared_latency) - 1);
                instructions_.give_back(p);
                continue;
            }
            // Most attempts in vain are of this kind.
            if (p.first_in_line && !network_has_room(p)) return;
            const Attempt attempt = attempt_access(p);
            if (attempt == Attempt::blocked) return;
            pipeline_.pop();
            if (attempt == Attempt::aside) parked_.park(p);
            else done_with(p);
            if (shared_.network.held(index_) > 0) return;
        }
    }

    /// Resumes the warps whose instructions are complete. Not done within a handler, because their kernels run on at once.
    void wake_warps() {
        if (!freed_.empty() || !done_loads_.empty()) let_go_on();
    }

    /// Block `a` has seen an event.
    void concern(Block a) {
        if (!parked_.empty()) parked_.each_touching(a.number, [&](MemoryInstruction& p, int at) {
            p.unsure |= std::uint64_t(1) << at;
            try_again(p.warp);
        });
        doubt_first(a);
    }
    /// An event of a thread that its next instruction may have waited for.
    void concern_thread(WarpName w) {
        if (parked_.holds(known_warp(w))) try_again(known_warp(w));
    }
    /// Block `a` has left the cache.
    void left(Block a) {
        if (!parked_.empty())
            parked_.each_touching(a.number, [](MemoryInstruction& p, int at) { p.unsure |= std::uint64_t(1) << at; });
        doubt_first(a);
    }
    void concern_all() {
        parked_.each([&](MemoryInstruction& p) {
            p.doubt_all();
            try_again(p.warp);
        });
        if (!pipeline_.empty()) pipeline_.front()->doubt_all();
    }

    void load_completed(WarpName w, Block a, const Value& data) {
        const int warp = known_warp(w);
        MemoryInstruction& p = loads_.deliver(warp, a.number, data);
        const bool counts = !p.by_lane();  // an atomic is a store too, which is complete at the same time
        if (counts && waits_at_entry(p.kind)) waiting_.remove(a.number);
        if (p.load->missing == 0) {
            data_latency += static_cast<std::uint64_t>(shared_.clock.now() - p.issued);
            done_loads_.push_back({warp, p.blocking ? nullptr : p.load});
            loads_.remove(p);
            p.load = nullptr;
            if (&p != in_access_) instructions_.give_back(p);
        }
        if constexpr (is_scoped<P>) cache_.completed(warp);
        if (counts) access_completed(warp);
        hits += in_access_ != nullptr;
    }
    void store_completed(WarpName w, Block a) {
        const int warp = known_warp(w);
        if (waits_at_entry(model::AccessKind::store)) waiting_.remove(a.number);
        if constexpr (is_scoped<P>) cache_.completed(warp);
        access_completed(warp);
    }

    /// Whether nothing is here that the cache has not accepted.
    bool empty() const { return pipeline_.empty() && parked_.empty(); }
    /// The reason why the unit is held up.
    Stall blocked() const {
        if (shared_.network.held(index_) > 0) return Stall::mshr_full;
        return pipeline_.empty() || pipeline_.front()->ready > shared_.clock.now() ? Stall::pipeline : pipeline_.front()->blocked;
    }
    /// When there is something to retry or to hand on, apart from wake-ups by answers and the network; or `never`.
    Cycle next() const {
        if (retry_soon_) return shared_.clock.now() + 1;
        return std::min(next_moment_,
                        !pipeline_.empty() && pipeline_.front()->ready > shared_.clock.now() ? pipeline_.front()->ready : never);
    }

    std::uint64_t shared_accesses = 0, shared_cycles = 0;
    std::uint64_t loads = 0, stores = 0, atomics = 0, fences = 0, accesses = 0, hits = 0, data_latency = 0;

private:
    struct DoneLoad {
        int warp;
        const LoadState* load;  // null: the warp waits for nothing else
    };
    enum class Attempt { done, blocked, aside };

    /// The unit is busy for as many cycles as the banks need; then the instruction behind goes on.
    bool accept_shared(const Request& request, MemoryInstruction& p) {
        p.load = nullptr;
        p.blocking = request.blocking;
        p.blocked = Stall::pipeline;
        p.touched.count = 0;
        p.counted = false;
        const Cycle cycles =
            Cycle(request.instructions) * bank_cycles(request.addresses, request.mask, shared_.machine.sms.shared_banks);
        shared_accesses += static_cast<std::uint64_t>(request.instructions);
        shared_cycles += static_cast<std::uint64_t>(cycles);
        tags_free_ = std::max(shared_.clock.now() + 1, tags_free_) + cycles;
        p.ready = tags_free_;
        pipeline_.push(&p);
        return accepts();
    }

    /// Lanes that do not take part may have any address.
    void check_aligned(const Request& request, int warp) const {
        for (LaneMask left = request.mask; left != 0; left &= left - 1)
            if (const std::uint32_t address = request.addresses[static_cast<std::size_t>(std::countr_zero(left))];
                address % 4 != 0)
                throw StuckError(scheduler_.named(warp) + " touches address " + std::to_string(address) +
                                 ", which is no multiple of 4: `Buffer::at` and `from` give addresses in bytes");
    }

    /// If accesses have scopes, a text has no event for an atomic without synchronization, nor for an access with an order to
    /// several blocks.
    void check_synchronization(const Request& request, const MemoryInstruction& p) const {
        const bool ordered = request.synchronization.order != model::Order::plain;
        if (ordered ? p.touched.count == 1 : request.access != model::AccessKind::atomic) return;
        throw NoSuchAccess(scheduler_.named(p.warp) +
                         (ordered ? " synchronizes at " + std::to_string(p.touched.count) + " blocks at once"
                                  : " does an atomic that does not say how it synchronizes") +
                         ", where accesses have scopes: for the lanes of one block, `Synchronization{Order::relaxed, "
                         "Scope::cmp}` and the like are accepted");
    }

    void coalesce_request(const Request& request, MemoryInstruction& p) {
        p.touched.count = 0;
        p.came = 0;
        if (request.access == model::AccessKind::fence) return;
        if ((request.mask & beyond_warp_) != 0) [[unlikely]]
            throw model::UsageError(
                scheduler_.named(p.warp) + " uses lane " + std::to_string(std::bit_width(request.mask) - 1) +
                ", where a warp has " + std::to_string(shared_.machine.sms.lanes) +
                " lanes (sms.lanes): the kernel is not written for that machine (`Warp::all` is the lanes that there are)");
        std::uint32_t bits = 0;
        for (const std::uint32_t address : request.addresses) bits |= address;
        if (bits % 4 != 0) check_aligned(request, p.warp);
        if (shared_.memory.places.plain())
            coalesce(request.addresses, request.mask, p.touched, shared_.machine.blocks.bytes / 4);
        else coalesce_places(request, p);
        if (p.touched.block[static_cast<std::size_t>(p.touched.count - 1)] >= shared_.memory.image.size())
            throw StuckError(
                scheduler_.named(p.warp) + " touches an address beyond the " +
                std::to_string(4 * static_cast<std::uint64_t>(shared_.machine.blocks.bytes / 4) * shared_.memory.image.size()) +
                " bytes that were allocated: `Buffer::at` and `from` give addresses in bytes");
        if constexpr (is_scoped<P>) check_synchronization(request, p);
        if (request.load) {
            request.load->missing = p.touched.count;
            if (request.access == model::AccessKind::load) {
                if constexpr (!Cache::has_lines)
                    for (int i = 0; i < p.touched.count; ++i)
                        p.parts.push_back(wanted_part(p.touched, i, shared_.machine.l1.bypass_bytes));
                return;
            }
        }
        for (int i = 0; i < p.touched.count; ++i) {
            if (request.access == model::AccessKind::atomic)
                p.parts.push_back(
                    operation_part(p.touched, i, request.operation, request.data, request.compared, request.writers));
            else p.parts.push_back(stored_part(p.touched, i, request.data, request.writers));
        }
    }

    /// The same where blocks lie elsewhere than their addresses say.
    [[gnu::noinline]] void coalesce_places(const Request& request, MemoryInstruction& p) const {
        const auto bytes = static_cast<std::uint32_t>(shared_.machine.blocks.bytes);
        WideLanes addresses;
        for (std::size_t l = 0; l < request.addresses.size(); ++l)
            addresses[l] = shared_.memory.places(request.addresses[l] / bytes) * bytes + request.addresses[l] % bytes;
        coalesce({addresses.data(), request.addresses.size()}, request.mask, p.touched, shared_.machine.blocks.bytes / 4);
    }

    void count(const MemoryInstruction& p) {
        accesses += static_cast<std::uint64_t>(p.touched.count);
        switch (p.kind) {
            case model::AccessKind::load: ++loads; break;
            case model::AccessKind::store: ++stores; break;
            case model::AccessKind::atomic: ++atomics; break;
            case model::AccessKind::fence: ++fences; break;
        }
    }

    /// The first instruction's knowledge of `a` may be outdated. Those behind it know nothing yet.
    void doubt_first(Block a) {
        if (!pipeline_.empty()) pipeline_.front()->doubt(a.number);
    }

    void let_go_on() {
        for (const int warp : freed_) scheduler_.allow_memory(warp, true);
        freed_.clear();
        for (const DoneLoad& done : done_loads_)
            if (done.load) scheduler_.load_complete(done.warp, done.load);
            else scheduler_.complete(done.warp);
        done_loads_.clear();
    }

    void try_again(int warp) {
        parked_.try_again(warp);
        retry_soon_ = true;
    }

    /// Instructions that waited for a moment that has passed are to be retried.
    [[gnu::noinline]] void moments_pass() {
        next_moment_ = never;
        parked_.each([&](MemoryInstruction& p) {
            if (p.possible_in <= shared_.clock.now()) {
                p.possible_in = never;
                try_again(p.warp);
            }
            next_moment_ = std::min(next_moment_, p.possible_in);
        });
    }

    /// Retries the instructions that stepped aside and whose blocks have seen an event since.
    [[gnu::always_inline]] void retry() {
        std::uint64_t after = 0;
        while (MemoryInstruction* const p = parked_.next_to_try(after)) {
            const Attempt attempt = attempt_access(*p);
            if (attempt == Attempt::blocked) return;
            parked_.tried(p->warp);
            after = attempt == Attempt::done ? 0 : parked_.turn(p->warp);
            if (attempt == Attempt::aside) continue;
            parked_.take(*p);
            done_with(*p);
            if (shared_.network.held(index_) > 0) return;
        }
    }

    /// Requests that have MSHR entries by now leave. The others wait, and with them all instructions of the unit.
    bool requests_have_left() {
        while (shared_.network.held(index_) > std::max(0, requests_beyond_entries())) {
            const int flits = shared_.network.most_flits(0);
            if (!shared_.network.requests.room(index_, 1, flits)) {
                shared_.network.requests.await_room(index_, 1, flits);
                break;
            }
            shared_.network.let_go(index_);
        }
        retry_soon_ = false;  // when all have left
        return shared_.network.held(index_) == 0;
    }
    int requests_beyond_entries() const { return cache_.awaiting() - shared_.machine.l1.mshr_entries; }

    Attempt hold_up(MemoryInstruction& p, Stall why) {
        scheduler_.blame(p.warp, why);
        p.blocked = why;
        return Attempt::blocked;
    }
    Attempt aside(MemoryInstruction& p, Stall why) {
        scheduler_.blame(p.warp, why);
        p.blocked = why;
        return Attempt::aside;
    }

    /// Hands an instruction to the cache: one event of the protocol, if there is room for all that it may start.
    Attempt attempt_access(MemoryInstruction& p) {
        if (p.kind == model::AccessKind::fence) return attempt_fence(p);
        if (!p.first_in_line && parked_.older_wants(p)) return aside(p, Stall::block_locked);
        p.first_in_line = true;
        if (!network_has_room(p)) return Attempt::blocked;
        if constexpr (has_pool<P>)
            if (!cache_.pool_has_room(p.touched.count)) return hold_up(p, Stall::network_full);
        if (waits_at_entry(p.kind) && merges_full(p)) return hold_up(p, Stall::merges_full);
        if constexpr (Cache::waits_in_lines) {
            if (!cache_.lines_have_room(p, under_way_)) return hold_up(p, Stall::mshr_full);
        } else if (p.kind == model::AccessKind::load && !cache_.mshr_has_room(p)) {
            return hold_up(p, Stall::mshr_full);
        }
        return access(p);
    }

    /// Whether the network takes all its messages; if not, they hold the unit up until it does.
    [[gnu::always_inline]] bool network_has_room(MemoryInstruction& p) {
        Direction& requests = shared_.network.requests;
        if (requests.room(index_, p.touched.count, p.flits)) [[likely]] return true;
        requests.await_room(index_, p.touched.count, p.flits);
        hold_up(p, Stall::network_full);
        return false;
    }

    /// The maximum number of flits of its messages together.
    int most_flits(const MemoryInstruction& p) const {
        int flits = 0;
        for (int i = 0; i < p.touched.count; ++i)
            flits += shared_.network.most_flits(
                p.kind == model::AccessKind::load ? 0 : p.parts[static_cast<std::size_t>(i)].bytes(shared_.machine.blocks.bytes));
        return flits;
    }

    /// Separate from the above, which mostly finds no room.
    [[gnu::noinline]] Attempt access(MemoryInstruction& p) {
        Operation op;
        op.kind = p.kind;
        op.warp = p.warp;
        if constexpr (is_scoped<P>) op.synchronization = p.synchronization;
        op.blocks.count = p.touched.count;
        std::copy_n(p.touched.block.begin(), p.touched.count, op.blocks.blocks.begin());
        p.data = {p.touched.block.data(), p.parts.data(), p.parts.empty() ? 0 : p.touched.count};
        if (!p.parts.empty()) op.data = Value::parts(p.data);
        if (p.load) loads_.add(p);
        if (waits_at_entry(p.kind)) each_block(p, [&](std::uint32_t block) { waiting_.add(block); });
        int& outstanding = outstanding_[static_cast<std::size_t>(p.warp)];
        outstanding += p.touched.count;
        if constexpr (Cache::waits_in_lines) under_way_ += p.touched.count;
        scheduler_.hold(p.warp, p.touched.count);
        in_access_ = &p;
        const bool one_by_one = Cache::has_mshr && shared_.machine.l1.mshr_incremental && p.kind == model::AccessKind::load;
        if (one_by_one) shared_.network.hold_back(index_);
        const bool possible = cache_.access(op);
        if (one_by_one) {
            // The network has room for all of them.
            while (shared_.network.held(index_) > std::max(0, requests_beyond_entries())) shared_.network.let_go(index_);
            shared_.network.hold_no_more();
        }
        in_access_ = nullptr;
        if (!possible) {
            outstanding -= p.touched.count;
            if constexpr (Cache::waits_in_lines) under_way_ -= p.touched.count;
            scheduler_.hold(p.warp, -p.touched.count);
            if (p.load) loads_.remove(p);
            if (waits_at_entry(p.kind)) each_block(p, [&](std::uint32_t block) { waiting_.remove(block); });
            return aside(p, Stall::block_locked);
        }
        if (!parked_.empty())
            for (int i = 0; i < p.touched.count; ++i) concern(Block(p.touched.block[static_cast<std::size_t>(i)]));
        accepted(p);
        return Attempt::done;
    }

    template <class F>
    static void each_block(const MemoryInstruction& p, F&& f) {
        for (int i = 0; i < p.touched.count; ++i) f(p.touched.block[static_cast<std::size_t>(i)]);
    }
    /// Whether such an access may have to wait at an MSHR entry whose waiting accesses the machine counts: loads, and with
    /// write-back caches all.
    bool waits_at_entry(model::AccessKind kind) const {
        if constexpr (Cache::waits_in_lines) return shared_.machine.l1.mshr_merges > 0;
        else if constexpr (Cache::has_mshr) return shared_.machine.l1.mshr_merges > 0 && kind == model::AccessKind::load;
        else return false;
    }
    /// Whether one of the blocks has the maximum number of waiting accesses. Only the text would know that this access hits
    /// nevertheless.
    bool merges_full(const MemoryInstruction& p) const {
        bool full = false;
        each_block(p, [&](std::uint32_t block) { full |= waiting_.at(block) >= shared_.machine.l1.mshr_merges; });
        return full;
    }

    Attempt attempt_fence(MemoryInstruction& p) {
        Operation op;
        op.kind = p.kind;
        op.warp = p.warp;
        bool waits_for_all = !Cache::acts_for_threads;
        if constexpr (requires { op.order; }) {
            op.order = p.synchronization.order;
            waits_for_all = waits_for_all && model::fence_releases(op.order);
        }
        if (waits_for_all && outstanding_[static_cast<std::size_t>(p.warp)] != 0) return aside(p, Stall::fence);
        if (fences_) {
            if (!cache_.access(op)) {
                p.possible_in = cache_.possible_in;
                next_moment_ = std::min(next_moment_, p.possible_in);
                return aside(p, Stall::fence);
            }
        }
        done_loads_.push_back({p.warp, nullptr});
        accepted(p);
        return Attempt::done;
    }

    void accepted(const MemoryInstruction& p) {
        if (!fences_ && !Cache::acts_for_threads && outstanding_[static_cast<std::size_t>(p.warp)] != 0)
            scheduler_.allow_memory(p.warp, false, Stall::order);
        else scheduler_.allow_memory(p.warp, true);
        if (p.blocking && p.kind != model::AccessKind::fence) scheduler_.blame(p.warp, Stall::data);
        scheduler_.release(p.warp);
        wake_warps();
    }

    /// The cache has accepted it. A load under way stays until its last word has come.
    void done_with(MemoryInstruction& p) {
        p.data.count = 0;
        p.parts.clear();
        if (!p.load) instructions_.give_back(p);
    }

    int known_warp(WarpName w) const {
        if (w.index() >= outstanding_.size()) [[unlikely]]
            model::no_such_name("warp", static_cast<long>(w.index()), static_cast<long>(outstanding_.size()) - 1);
        return static_cast<int>(w.index());
    }
    void access_completed(int warp) {
        if (outstanding_[static_cast<std::size_t>(warp)] == 0) [[unlikely]]
            throw model::TextError("completes an access of warp " + std::to_string(warp) + ", which has none under way");
        scheduler_.release(warp);
        if constexpr (Cache::waits_in_lines) --under_way_;
        if (--outstanding_[static_cast<std::size_t>(warp)] > 0) {
            // If the text orders a warp's accesses, the next may wait for any that completes.
            if (Cache::acts_for_threads && parked_.holds(warp)) try_again(warp);
            return;
        }
        if (!fences_ && !Cache::acts_for_threads) freed_.push_back(warp);
        if (parked_.holds(warp)) try_again(warp);
    }

    Shared<P>& shared_;
    Cache& cache_;
    WarpScheduler& scheduler_;
    int index_, ports_;
    LaneMask beyond_warp_;     // lanes that a warp does not have
    bool retry_soon_ = false;  // one more parked instruction is to be tried again since the last time
    // whether they mean anything. If not, and the text does not order a warp's accesses, it has one instruction under way at a
    // time
    bool fences_ = false;
    Cycle next_moment_ = never;   // the first for which a parked instruction is to be retried
    Cycle tags_free_ = 0;
    const MemoryInstruction* in_access_ = nullptr;
    Ring<MemoryInstruction*> pipeline_;
    std::vector<DoneLoad> done_loads_;
    std::vector<int> freed_;
    LoadsUnderWay loads_;
    WaitingAccesses waiting_;  // if the machine limits them
    std::vector<int> outstanding_;  // accesses to blocks of each warp that are not complete
    int under_way_ = 0;             // of all warps, if that is asked for
    MemoryInstructions instructions_;
    ParkedInstructions parked_;
};

}  // namespace tandem::perfsim
