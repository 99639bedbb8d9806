// An SM: warps, load/store unit, and the protocol's node of this core (the L1, or what stands for it).
//
// In each cycle in which something happens: one answer of the network is taken in; instructions that could not proceed are tried again if
// what they wait for has changed; the load/store unit hands its next instruction to the cache; the schedulers issue.
//
// The load/store unit reads the tags of one block a cycle. Then the instruction is one event of the protocol for all its
// blocks, which is possible or stalls. A stalled instruction steps aside until its blocks have seen an event, so that others pass.
#pragma once

#include "perfsim/load_store_unit.hpp"
#include "perfsim/node_runner.hpp"

namespace tandem::perfsim {

template <class P>
class Sm {
public:
    using Node = std::tuple_element_t<0, typename P::Nodes>;
    using Operation = typename Node::Operation;
    using Action = typename ActionOf<Node>::type;
    using Message = typename P::Message;
    using Context = TimedContext<P, Sm>;
    static constexpr bool has_lines = requires(Node n) { n.lines.has_room(Block{}); };
    static constexpr bool has_mshr = requires(Node n) { n.mshr.size(); };

    Sm(Shared<P>& shared, int index)
        : scheduler(shared.machine.sms.warps, shared.machine.sms.thread_blocks, shared.machine.sms.schedulers, shared.clock), shared_(shared),
          index_(index), actions_(shared.config, shared.machine.sms.count), records_(shared.machine.sms.warps),
          outstanding_(static_cast<std::size_t>(shared.machine.sms.warps)) {
        const auto& l1 = shared.machine.l1;
        furnish(node, shared.machine.sms.warps, shared.memory.image, std::max(1, l1.bytes / block_bytes / l1.ways), l1.ways, 1);
        node.start(shared.config, {});
        Operation fence;
        fence.kind = model::AccessKind::fence;
        fences_ = Node::issues(fence, shared.config);
    }

    void start(Grid& grid, int at_most) {
        if (scheduler.start_blocks(grid, at_most)) wake(1);
        grid_ = &grid;
    }

    void step() {
        account();
        receive();
        const bool actions_left = take_actions();
        retry();
        run_pipeline();
        wake_warps();
        scheduler.issue(accepts(), [this](int warp) { return accept(warp); });
        if (scheduler.block_finished()) scheduler.start_blocks(*grid_, shared_.machine.sms.thread_blocks);
        issuing_ = scheduler.issuing();
        stall_ = scheduler.stall(blocked());
        sleep(actions_left);
    }

    /// Gives up every line, as at the end of a kernel. False while accesses are under way.
    bool empty_cache() {
        if constexpr (has_lines) {
            std::vector<Block> lines;
            node.lines.each([&](Block a, const auto&) { lines.push_back(a); });
            for (const Block a : lines)
                if (!evict(a)) return false;
        }
        return true;
    }
    bool quiet() const { return pipeline_.empty() && parked_.empty() && scheduler.resident() == 0 && node.idle(); }
    /// Counts the cycles up to now to what held the SM up.
    void account() {
        const Cycle now = shared_.clock.now();
        const Cycle issuing = std::min(issuing_, now - accounted_);
        stalled[static_cast<std::size_t>(Stall::none)] += static_cast<std::uint64_t>(issuing);
        stalled[static_cast<std::size_t>(stall_)] += static_cast<std::uint64_t>(now - accounted_ - issuing);
        issuing_ -= issuing;
        accounted_ = now;
    }

    // ---- for the context
    void post(int bank, const Message& message) { shared_.network.send(shared_.network.requests, index_, bank, message); }
    void memory_read(Block) {}
    void load_completed(WarpName w, Block a, const Value& data) {
        const int warp = static_cast<int>(w.index());
        const LoadRecord& record = records_.deliver(warp, a.number, data);
        const bool atomic = record.by_lane;  // whose store is complete at the same time, and counts
        if (record.load->missing == 0) {
            data_latency += static_cast<std::uint64_t>(shared_.clock.now() - record.issued);
            done_loads_.push_back({warp, record.blocking ? nullptr : record.load});
            records_.release(record);
        }
        if (!atomic) access_completed(warp);
        hits += in_access_;
    }
    void store_completed(WarpName w, Block) { access_completed(static_cast<int>(w.index())); }

    Node node;
    WarpScheduler scheduler;
    std::array<std::uint64_t, stall_count> stalled{};
    std::uint64_t loads = 0, stores = 0, atomics = 0, fences = 0, accesses = 0, lookups = 0, hits = 0, fills = 0, evictions = 0, data_latency = 0;

private:
    struct DoneLoad {
        int warp;
        const Load* load;  // null: the warp waits for nothing else
    };

    void wake(Cycle in) { shared_.clock.wake(shared_.core_part(index_), shared_.clock.now() + in); }

    // ---- events ----

    bool act(const Action& action) {
        Context ctx(shared_, *this, index_, -1);
        if constexpr (model::TakesActions<Node>) node.act(action, ctx);
        else return false;
        if (ctx.stalled) return false;
        ctx.count();
        if (shared_.observer) shared_.observer->acted(index_, action, node);
        after(ctx, action.block);
        return true;
    }

    bool evict(Block a) {
        for (const auto kind : actions_.replacement)
            if (act(Actions<Node, typename P::Config>::action(kind, a))) return ++evictions, true;
        return false;
    }

    void receive() {
        Crossbar& responses = shared_.network.responses;
        if (!responses.arrived(index_)) return;
        const int from = shared_.network.sender(responses, index_);
        const Message message = shared_.network.receive(responses, index_);
        ++answers_;
        Context ctx(shared_, *this, index_, -1);
        node.receive(message, ctx);
        ctx.count();
        if constexpr (has_lines) {
            ++lookups;
            fills += shared_.network.carries_data(message);
        }
        if (shared_.observer) shared_.observer->received(index_, from, message, node);
        if (shared_.network.has_block(message)) concern(message.address);
        else ctx.every_block = true;
        after(ctx, message.address);
        make_room();
        wake_warps();
    }

    /// Block `a` has seen an event: its actions may have become possible, and instructions that wait for it too.
    void concern(Block a) {
        to_act_.push(a);
        for (int i = 0; i < parked_.size(); ++i)
            if (parked_[i].touches(a.number)) {
                parked_[i].ready = 0;
                retry_again_ = true;
            }
    }

    void after(Context& ctx, Block) {
        if (!ctx.every_block) return;
        if constexpr (has_mshr) node.mshr.each([&](Block a, const auto&) { to_act_.push(a); });
        for (int i = 0; i < parked_.size(); ++i) parked_[i].ready = 0;
        act_for_no_block_ = true;
    }

    /// Takes the actions that are possible; true if some must wait for room in the network.
    bool take_actions() {
        Crossbar& requests = shared_.network.requests;
        if (act_for_no_block_) {
            if (!requests.room(index_)) return requests.await_room(index_), true;
            act_for_no_block_ = false;
            for (const Action& action : actions_.others) act_for_no_block_ |= act(action);
        }
        while (!to_act_.empty()) {
            bool acted = false;
            for (const auto kind : actions_.of_blocks) {
                if (!requests.room(index_)) return requests.await_room(index_), true;
                acted |= act(Actions<Node, typename P::Config>::action(kind, to_act_.front()));
            }
            if (!acted) to_act_.pop();
        }
        return act_for_no_block_;
    }

    /// Lines that found their set full get a way by replacement, as far as a line there can be given up.
    void make_room() {
        if constexpr (has_lines) {
            Block crowded;
            while (node.lines.settle(crowded))
                if (!node.lines.each_victim(crowded, [&](Block victim) { return evict(victim); })) return;
        }
    }

    // ---- memory instructions ----

    bool accepts() const { return pipeline_.size() < shared_.machine.sms.pipeline; }

    /// Takes in the instruction that `warp` issues; returns whether there is room for another.
    bool accept(int warp) {
        const Request& request = scheduler.request(warp);
        pipeline_.push({});
        Pending& p = pipeline_[pipeline_.size() - 1];
        p.warp = warp;
        p.kind = request.access;
        p.load = request.load;
        p.blocking = request.blocking;
        p.issued = shared_.clock.now();
        p.blocked = Stall::pipeline;
        p.partial = 0;
        p.parts.clear();
        coalesce_request(request, p);
        count(p);
        const Cycle start = std::max(shared_.clock.now() + 1, tags_free_);
        tags_free_ = start + std::max(1, p.touched.count);
        p.ready = tags_free_ - 1 + shared_.machine.l1.latency;
        scheduler.allow_memory(warp, false);
        scheduler.hold(warp, 1);
        return accepts();
    }

    void coalesce_request(const Request& request, Pending& p) {
        p.touched.count = 0;
        if (request.access == model::AccessKind::fence) return;
        coalesce(*request.addresses, request.mask, p.touched);
        if (p.touched.block[static_cast<std::size_t>(p.touched.count - 1)] >= shared_.memory.image.size())
            throw std::out_of_range("a kernel touches an address beyond what was allocated");
        if (request.load) {
            request.load->missing = p.touched.count;
            if (request.access == model::AccessKind::load) return;
        }
        for (int i = 0; i < p.touched.count; ++i) {
            if (request.access == model::AccessKind::atomic) {
                p.parts.push_back(operation_part(p.touched, i, request.operation, *request.data, request.compared ? *request.compared : *request.data));
            } else {
                p.parts.push_back(stored_part(p.touched, i, *request.data));
                if (p.parts.back().datum()->mask != all_words) p.partial |= std::uint32_t(1) << i;
            }
        }
    }

    void count(const Pending& p) {
        accesses += static_cast<std::uint64_t>(p.touched.count);
        if constexpr (has_lines) lookups += static_cast<std::uint64_t>(p.touched.count);
        switch (p.kind) {
            case model::AccessKind::load: ++loads; break;
            case model::AccessKind::store: ++stores; break;
            case model::AccessKind::atomic: ++atomics; break;
            case model::AccessKind::fence: ++fences; break;
        }
    }

    enum class Attempt { done, blocked, aside };

    void run_pipeline() {
        const Cycle now = shared_.clock.now();
        while (!pipeline_.empty() && pipeline_.front().ready <= now) {
            if (pipeline_.front().blocked == Stall::mshr_full && answers_ < pipeline_.front().answers_until_room) return;
            const Attempt attempt = try_access(pipeline_.front());
            if (attempt == Attempt::blocked) return;
            Pending p = pipeline_.pop();
            if (attempt == Attempt::aside) {
                p.ready = never;
                parked_.push(std::move(p));
            }
        }
    }

    /// Tries again those that stepped aside and whose blocks have seen an event since.
    void retry() {
        retry_again_ = false;
        for (int i = 0; i < parked_.size();) {
            if (parked_[i].ready == never) {
                ++i;
                continue;
            }
            const Attempt attempt = try_access(parked_[i]);
            if (attempt == Attempt::blocked) return;
            parked_[i].ready = never;
            if (attempt == Attempt::done) {
                parked_.take(i);
                i = 0;
            } else {
                ++i;
            }
        }
    }

    Attempt block(Pending& p, Stall why) {
        p.blocked = why;
        scheduler.blame(p.warp, why);
        return Attempt::blocked;
    }
    Attempt aside(Pending& p, Stall why) {
        scheduler.blame(p.warp, why);
        return Attempt::aside;
    }

    /// Hands an instruction to the cache: one event of the protocol, if there is room for what it may start.
    Attempt try_access(Pending& p) {
        if (p.kind == model::AccessKind::fence) return try_fence(p);
        if (older_wants(p)) return aside(p, Stall::block_locked);
        if (!shared_.network.requests.room(index_, p.touched.count)) {
            shared_.network.requests.await_room(index_);
            return block(p, Stall::network_full);
        }
        if (!mshr_has_room(p)) return block(p, Stall::mshr_full);
        if (!give_up_partial_copies(p)) return aside(p, Stall::block_locked);

        Operation op;
        op.kind = p.kind;
        op.warp = p.warp;
        op.blocks.count = p.touched.count;
        op.blocks.blocks = p.touched.block;
        if (!p.parts.empty()) op.data = Value::parts(p.touched.block.data(), p.parts.data(), p.touched.count);
        const bool gets_words = p.load != nullptr;
        if (gets_words) add_record(p);
        int& outstanding = outstanding_[static_cast<std::size_t>(p.warp)];
        outstanding += p.touched.count;
        scheduler.hold(p.warp, p.touched.count);
        Context ctx(shared_, *this, index_, -1);
        in_access_ = true;
        node.access(op, ctx);
        in_access_ = false;
        if (ctx.stalled) {
            outstanding -= p.touched.count;
            scheduler.hold(p.warp, -p.touched.count);
            if (gets_words) records_.cancel_last(p.warp);
            return aside(p, Stall::block_locked);
        }
        ctx.count();
        if (shared_.observer) shared_.observer->accessed(index_, op, node);
        touch(p);
        accepted(p);
        return Attempt::done;
    }

    Attempt try_fence(Pending& p) {
        if (outstanding_[static_cast<std::size_t>(p.warp)] != 0) return aside(p, Stall::fence);
        if (fences_) {
            Operation op;
            op.kind = p.kind;
            op.warp = p.warp;
            Context ctx(shared_, *this, index_, -1);
            node.access(op, ctx);
            if (ctx.stalled) return aside(p, Stall::fence);
            ctx.count();
            if (shared_.observer) shared_.observer->accessed(index_, op, node);
        }
        done_loads_.push_back({p.warp, nullptr});
        accepted(p);
        return Attempt::done;
    }

    void add_record(const Pending& p) {
        LoadRecord& record = records_.add(p.warp);
        record.touched = p.touched;
        record.load = p.load;
        record.warp = p.warp;
        record.blocking = p.blocking;
        record.by_lane = p.kind == model::AccessKind::atomic;
        record.issued = p.issued;
    }

    void accepted(const Pending& p) {
        if (!fences_ && outstanding_[static_cast<std::size_t>(p.warp)] != 0) scheduler.allow_memory(p.warp, false, Stall::order);
        else scheduler.allow_memory(p.warp, true);
        if (p.blocking && p.kind != model::AccessKind::fence) scheduler.blame(p.warp, Stall::data);
        scheduler.release(p.warp);
        wake_warps();
    }

    /// An instruction that has stepped aside before keeps its turn at a block.
    bool older_wants(const Pending& p) {
        for (int i = 0; i < parked_.size(); ++i) {
            if (&parked_[i] == &p) return false;
            for (int b = 0; b < parked_[i].touched.count; ++b)
                if (p.touches(parked_[i].touched.block[static_cast<std::size_t>(b)])) return true;
        }
        return false;
    }

    /// Only loads need a place for what comes back; stores that are under way are noted in the block, as in write-through caches.
    bool mshr_has_room(Pending& p) {
        if constexpr (has_mshr) {
            if (p.kind != model::AccessKind::load || node.mshr.size() + p.touched.count <= shared_.machine.l1.mshr_entries) return true;
            int used = 0, needed = 0;
            node.mshr.each([&](Block, const auto& entry) { used += entry.awaits_data(); });
            for (int i = 0; i < p.touched.count; ++i) {
                const Block a(p.touched.block[static_cast<std::size_t>(i)]);
                if constexpr (has_lines) {
                    if (node.lines.find(a)) continue;
                }
                const auto* entry = node.mshr.find(a);
                needed += !entry || !entry->awaits_data();
            }
            if (used == 0 || used + needed <= shared_.machine.l1.mshr_entries) return true;
            // An answer frees at most one entry and brings at most one of the blocks.
            p.answers_until_room = answers_ + static_cast<std::uint64_t>(used + needed - shared_.machine.l1.mshr_entries + 1) / 2;
            return false;
        }
        return true;
    }

    /// A store that does not cover its block must not update a copy (docs/findings.md, 11).
    bool give_up_partial_copies(const Pending& p) {
        if constexpr (has_lines) {
            for (std::uint32_t left = p.partial; left != 0; left &= left - 1) {
                const Block a(p.touched.block[static_cast<std::size_t>(std::countr_zero(left))]);
                if (node.lines.find(a) && !evict(a)) return false;
            }
        }
        return true;
    }

    void touch(const Pending& p) {
        for (int i = 0; i < p.touched.count; ++i) {
            const Block a(p.touched.block[static_cast<std::size_t>(i)]);
            if constexpr (has_lines) node.lines.touch(a);
            if (!parked_.empty()) concern(a);
        }
    }

    void access_completed(int warp) {
        scheduler.release(warp);
        int& outstanding = outstanding_[static_cast<std::size_t>(warp)];
        if (--outstanding > 0) return;
        if (!fences_) freed_.push_back(warp);
        for (int i = 0; i < parked_.size(); ++i)
            if (parked_[i].warp == warp) {
                parked_[i].ready = 0;
                retry_again_ = true;
            }
    }

    /// Lets warps go on whose instructions are complete. Not done within a handler, for their kernels run on at once.
    void wake_warps() {
        for (const int warp : freed_) scheduler.allow_memory(warp, true);
        freed_.clear();
        for (const DoneLoad& done : done_loads_)
            if (done.load) scheduler.load_complete(done.warp, done.load);
            else scheduler.complete(done.warp);
        done_loads_.clear();
    }

    // ---- time ----

    Stall blocked() const { return pipeline_.empty() || pipeline_.front().ready > shared_.clock.now() ? Stall::pipeline : pipeline_.front().blocked; }

    void sleep(bool actions_left) {
        const Cycle now = shared_.clock.now();
        Cycle next = scheduler.next_issue(accepts());
        if (!pipeline_.empty() && pipeline_.front().ready > now) next = std::min(next, pipeline_.front().ready);
        const Cycle arrival = shared_.network.responses.next_arrival(index_);
        next = std::min(next, std::max(arrival, now + 1));
        if (act_for_no_block_ && !actions_left) next = now + 1;
        if (retry_again_) next = now + 1;
        if (next != never) shared_.clock.wake(shared_.core_part(index_), next);
    }

    Shared<P>& shared_;
    int index_;
    Actions<Node, typename P::Config> actions_;
    LoadRecords records_;
    std::vector<int> outstanding_;  // accesses to blocks of each warp that are not complete
    Ring<Pending> pipeline_, parked_;
    Ring<Block> to_act_;
    std::vector<DoneLoad> done_loads_;
    std::vector<int> freed_;
    Grid* grid_ = nullptr;
    Cycle tags_free_ = 0, accounted_ = 0, issuing_ = 0;
    Stall stall_ = Stall::no_warp;
    bool act_for_no_block_ = false;
    std::uint64_t answers_ = 0;
    bool retry_again_ = false;
    bool in_access_ = false;
    bool fences_ = false;  // whether they mean anything; where not, a warp has one instruction under way at a time
};

}  // namespace tandem::perfsim
