// The L2 of one of several components: a write-through cache with a FIFO like an L1's (2.3: "a FIFO at each cache level"),
// between L1s and memory.
//
// Accesses of component scope are performed here, and remote operations of that scope promote the L1s here (promotions.hpp). An
// access of the system's scope passes through on its way to memory. As a release it waits for a marker in this FIFO, behind the
// writes that L1's flush has put there. As an acquire it invalidates this cache ("all caches encompassed by the acquire's
// scope"), before or after its access as L1 does. Memory's sweeps are forwarded. Flushes go outwards, L1s before L2.
// Invalidations go inwards, L2 before L1s; otherwise an L1 could fetch old data again. They do not wait for sweeps of this L2,
// nor these for them: L1s are told which sweep it is, and say so in their answers.
#pragma once

#include "protocols/baseline/dram_queue.hpp"
#include "protocols/rsp/promotions.hpp"
#include "protocols/rsp/write_through.hpp"

namespace tandem::rsp {

/// How an L2 writes through, and its other messages to memory.
struct AtL2 {
    static constexpr Outcome dirty_line_invalidated = Outcome::l2_dirty_line_invalidated,
                             written_through = Outcome::l2_written_through, nothing_to_write = Outcome::nothing_to_write,
                             evicted = Outcome::l2_evicted;
    /// L2 does its own actions in the name of its component's first compute unit.
    template <class D, class Context>
    static void send(Message<D> m, Context& ctx) {
        if (!m.system) m.core = Core<D>(ctx.index() * ctx.config().cus_of_each);
        m.system = true;
        ctx.send(Context::NodeKind::memory, 0, m);
    }
};

/// Compute units whose Reads wait for a line, and accesses that wait for it or for others to finish.
template <class D>
struct WaitingAtL2 : Waiting<D, Sort::core, model::Fifo<D, baseline::Request<D, Message<D>>, baseline::most_waiting>> {
    using Base = Waiting<D, Sort::core, model::Fifo<D, baseline::Request<D, Message<D>>, baseline::most_waiting>>;
    Flag<D> old{};     // what came was superseded, and answers `loads` even so
    Value<D> data{};   // of what is old
    BOOST_DESCRIBE_CLASS(WaitingAtL2, (Base), (old, data), (), ())

    bool unused() const { return !old && Base::unused(); }
};

/// An access of the system's scope, on its way to memory or back.
template <class D>
struct Passing {
    Flag<D> waits{};  // for its marker
    Flag<D> acquires{};
    Message<D> message;
    BOOST_DESCRIBE_CLASS(Passing, (), (waits, acquires, message), (), ())

    void clear_unused() {
        if (!waits) message = {};
    }
};

/// Memory's sweep, among the L1s of this component.
template <class D>
struct HandedOn {
    Enum<D, Sweep> sweep{};
    Address<D> address{};  // what the remote operation is about
    Flag<D> stalls{};
    model::Set<D, Sort::core> to_tell, unanswered;
    BOOST_DESCRIBE_CLASS(HandedOn, (), (sweep, address, stalls, to_tell, unanswered), (), ())

    void clear_unused() {
        if (sweep != Sweep::none) return;
        address = {};
        stalls = {};
    }
};

template <class D>
struct ComponentL2 : WriteThroughCache<D, WaitingAtL2<D>, AtL2>, Promotions<ComponentL2<D>, D> {
    using Cache = WriteThroughCache<D, WaitingAtL2<D>, AtL2>;
    using AtTarget = Promotions<ComponentL2<D>, D>;
    model::Table<D, Sort::address, Passing<D>> passing;  // one of a block
    // remote operations of the system's scope, which stall accesses of component scope (4.4.1)
    Counter<D, 15> stalling{};
    HandedOn<D> handed;
    BOOST_DESCRIBE_CLASS(ComponentL2, (Cache, AtTarget), (passing, stalling, handed), (), ())

    using Cache::lines, Cache::mshr, Cache::fifo;
    static constexpr Outcome performed = Outcome::performed_at_l2;

    void start(const Config&, const std::vector<int>&) {}

    // ---- messages ---------------------------------------------------------------------------------------------------

    template <class Context>
    void receive(const Message<D>& m, Context& ctx) {
        switch (model::enumerator(m.kind)) {
            case MessageKind::Read: return read(m, ctx);
            case MessageKind::WriteThrough: return written(m, ctx);
            case MessageKind::Access: return m.system ? pass(m, ctx) : access(m, ctx);
            case MessageKind::Promote: return m.system ? AtL2::send(m, ctx) : this->queue_promotion(ctx.sender(), m, ctx);
            case MessageKind::FlushDone:
            case MessageKind::Invalidated:
                return m.system ? handed_answered(ctx.sender(), ctx) : this->answered(ctx.sender(), ctx);
            case MessageKind::ReadData: return filled(m, ctx);
            case MessageKind::WriteDone: return void(this->writes_in_flight -= 1);
            case MessageKind::Performed: return passed(m, ctx);
            case MessageKind::Promoted:
                return ctx.send(Context::NodeKind::cu, m.core,
                                {.kind = MessageKind::Promoted, .address = m.address, .wavefront = m.wavefront});
            case MessageKind::FlushMarker: return flush(m, ctx);
            case MessageKind::Invalidate:
                if (ctx.config().component_of(m.core) != ctx.index()) invalidate_here(ctx);
                return hand_on(Sweep::invalidate, m, ctx);
            case MessageKind::Resume: return hand_on(Sweep::resume, m, ctx);
        }
    }

    void read(const Message<D>& m, auto& ctx) {
        if (this->locked(m.address, ctx)) return ctx.stall(Outcome::stalled_locked);
        if (const Line<D>* line = this->readable(m.address)) return answer_read(ctx.sender(), m.address, line->data, ctx);
        WaitingAtL2<D>& entry = mshr.place(m.address);
        if (entry.superseded || entry.old) entry.merged.insert(ctx.sender());
        else entry.loads.insert(ctx.sender());
        if (!entry.requested && !entry.old) request(m.address, entry, ctx);
    }
    template <class Context>
    void answer_read(Core<D> cu, Address<D> a, const Value<D>& data, Context& ctx) {
        ctx.send(Context::NodeKind::cu, cu, {.kind = MessageKind::ReadData, .address = a, .data = data});
        ctx.did(Outcome::read_done);
    }
    void request(Address<D> a, WaitingAtL2<D>& entry, auto& ctx) {
        entry.requested = true;
        AtL2::send(Message<D>{.kind = MessageKind::Read, .address = a}, ctx);
        ctx.did(Outcome::l2_requested);
    }

    /// An L1's write-through.
    template <class Context>
    void written(const Message<D>& m, Context& ctx) {
        if (this->locked(m.address, ctx)) return ctx.stall(Outcome::stalled_locked);
        if (!this->can_write(m.address, ctx.config())) return ctx.stall(Outcome::stalled_fifo_full);
        this->write(m.address, m.data);
        ctx.store_performed(ctx.sender(), m.wavefront, m.address, m.data, 0);
        ctx.send(Context::NodeKind::cu, ctx.sender(), {.kind = MessageKind::WriteDone, .address = m.address});
        ctx.did(Outcome::write_done);
    }

    void filled(const Message<D>& m, auto& ctx) {
        WaitingAtL2<D>& entry = mshr.place(m.address);
        entry.requested = false;
        if (entry.superseded) {
            entry.superseded = false;
            entry.old = true;
            entry.data = m.data;
            ctx.did(Outcome::l2_fill_superseded);
            answered_old(entry);
        } else {
            this->fill(m.address, m.data);
            ctx.did(Outcome::l2_filled);
        }
        if (entry.unused()) mshr.drop(m.address);
    }
    /// Requests that still wait need a new answer.
    static void answered_old(WaitingAtL2<D>& entry) {
        if (!entry.loads.empty()) return;
        entry.old = false;
        entry.data = {};
        entry.loads = entry.merged;
        entry.merged.clear();
    }

    // ---- an access of component scope -------------------------------------------------------------------------------

    /// The access is performed at once, or waits without blocking others. Nothing may wait behind it: a flush could be among
    /// that.
    void access(const Message<D>& m, auto& ctx) {
        WaitingAtL2<D>* entry = mshr.find(m.address);
        if ((!entry || entry->accesses.empty()) && possible(m, ctx)) return perform(ctx.sender(), m, ctx);
        mshr.place(m.address).accesses.push({.from = ctx.sender(), .message = m});
        ctx.did(Outcome::l2_access_waits);
    }
    bool possible(const Message<D>& m, auto& ctx) {
        if (stalling != 0 || passing.find(m.address)) return false;
        if (this->locked(m.address, ctx)) return false;
        if (m.access != AccessKind::store && !this->readable(m.address)) return false;
        return m.access == AccessKind::load || this->can_write(m.address, ctx.config());
    }
    void perform(Core<D> cu, const Message<D>& m, auto& ctx) {
        Value<D> found{};
        if (m.access == AccessKind::load) found = this->readable(m.address)->data;
        else if (m.access == AccessKind::store) this->write(m.address, m.data);
        else found = this->modify(m.address, *this->readable(m.address), m.data);
        this->has_performed(cu, m, found, ctx);
    }

    // ---- an access of the system's scope ----------------------------------------------------------------------------

    void pass(const Message<D>& m, auto& ctx) {
        if (this->locked(m.address, ctx)) return ctx.stall(Outcome::stalled_locked);
        if (passing.find(m.address)) return ctx.stall(Outcome::stalled_block_busy);
        Passing<D>& access = passing.place(m.address);
        access.acquires = m.acquires;
        access.message = m;
        if (!m.releases && !this->dirty(m.address)) return to_memory(access, ctx);
        access.waits = true;
        this->mark({.kind = EntryKind::release, .address = m.address});
        ctx.did(Outcome::l2_marker_inserted);
    }
    void to_memory(Passing<D>& access, auto& ctx) {
        access.waits = false;
        if (access.acquires && ctx.config().acquire_invalidates == AcquireInvalidates::before) invalidate_here(ctx);
        AtL2::send(access.message, ctx);
        ctx.did(Outcome::sent_to_memory);
    }
    /// The access has been performed at memory, and this L2's copy of the block is old.
    template <class Context>
    void passed(const Message<D>& m, Context& ctx) {
        if (lines.find(m.address) && !this->dirty(m.address)) lines.drop(m.address);
        if (passing.place(m.address).acquires && ctx.config().acquire_invalidates == AcquireInvalidates::after) invalidate_here(ctx);
        passing.drop(m.address);
        ctx.send(Context::NodeKind::cu, m.core,
                 {.kind = MessageKind::Performed, .address = m.address, .wavefront = m.wavefront, .data = m.data});
    }
    void invalidate_here(auto& ctx) {
        mshr.each([&](Address<D> a, WaitingAtL2<D>& entry) {
            if (entry.requested) return;  // what comes is for those who wait
            if (const Line<D>* line = this->readable(a)) keep_for_those_who_wait(entry, line->data);
        });
        this->invalidate(ctx);
        ctx.did(Outcome::l2_invalidated);
    }

    // ---- promotions: the compute units of this component take part --------------------------------------------------

    template <class Context, class F>
    static void each_part(Context& ctx, F&& f) { ctx.config().each_of_component(ctx.index(), f); }
    static void leave_out(Core<D> requestor, model::Set<D, Sort::core>& parts) { parts.erase(requestor); }
    template <class Context>
    static void send_to_part(Core<D> cu, const Message<D>& m, Context& ctx) { ctx.send(Context::NodeKind::cu, cu, m); }
    template <class Context>
    static void send_to_requestor(Core<D> cu, const Message<D>& m, Context& ctx) { ctx.send(Context::NodeKind::cu, cu, m); }

    /// A request that could have been answered before the line left is still answered after that. Otherwise one invalidation
    /// after the other might keep a load waiting for ever.
    static void keep_for_those_who_wait(WaitingAtL2<D>& entry, const Value<D>& data) {
        entry.merged.each([&](Core<D> cu) { entry.loads.insert(cu); });
        entry.merged.clear();
        if (entry.loads.empty()) return;
        entry.old = true;
        entry.data = data;
    }

    // ---- memory's sweeps --------------------------------------------------------------------------------------------

    /// rm_acq.1, rm_ar.1: "all wg, wv, and wi scope instances encompassed by the requestor's" flush, and the component's own
    /// after them.
    void flush(const Message<D>& m, auto& ctx) {
        if (m.stalls && ctx.config().stalls_from == StallsFrom::arrival) stalling += 1;
        hand_on(Sweep::flush, m, ctx);
    }
    void hand_on(Sweep what, const Message<D>& m, auto& ctx) {
        handed.sweep = what;
        handed.address = m.address;
        handed.stalls = m.stalls;
        each_part(ctx, [&](Core<D> cu) { handed.to_tell.insert(cu); });
        if (what != Sweep::flush || !m.stalls) handed.to_tell.erase(m.core);
        handed.unanswered = handed.to_tell;
        if (handed.unanswered.empty()) handed_to_all(ctx);
    }
    template <class Context>
    void hand_to(Core<D> cu, Context& ctx) {
        if (!handed.to_tell.contains(cu)) return ctx.stall(Outcome::nothing_to_do);
        handed.to_tell.erase(cu);
        ctx.send(
            Context::NodeKind::cu, cu,
            {.kind = command<D>(handed.sweep), .address = handed.address, .stalls = handed.stalls, .system = true, .core = cu});
        ctx.did(Outcome::promotion_told);
    }
    void handed_answered(Core<D> cu, auto& ctx) {
        handed.unanswered.erase(cu);
        if (handed.unanswered.empty()) handed_to_all(ctx);
    }
    /// All L1s have answered.
    void handed_to_all(auto& ctx) {
        if (handed.sweep == Sweep::flush)
            return this->mark({.kind = EntryKind::system_promotion, .address = handed.address, .stalls = handed.stalls});
        if (handed.stalls || handed.sweep == Sweep::resume) stalling -= 1;
        handed.sweep = Sweep::none;
        AtL2::send(Message<D>{.kind = MessageKind::Invalidated, .address = handed.address}, ctx);
    }

    // ---- what L2 does by itself -------------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { drain, request, answer, perform, tell, admit, hand_on, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, drain, request, answer, perform, tell, admit, hand_on, evict)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        Core<D> cu{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block, cu), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::evict && !config.evictions) return false;
        const bool of_cu = bool(action.kind == ActionKind::tell) || bool(action.kind == ActionKind::hand_on);
        if (of_cu || action.kind == ActionKind::drain || action.kind == ActionKind::admit)
            if (action.block != 0) return false;
        return of_cu || action.kind == ActionKind::answer || action.cu == 0;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        const std::string block(1, static_cast<char>('A' + action.block.number)), cu = "CU" + std::to_string(action.cu.number);
        switch (action.kind) {
            case ActionKind::drain: return "takes the FIFO's head";
            case ActionKind::request: return "requests " + block + " for those who wait";
            case ActionKind::answer: return "answers " + cu + ", which waits for " + block;
            case ActionKind::perform: return "performs the access to " + block + " that waits";
            case ActionKind::tell: return "tells " + cu;
            case ActionKind::admit: return "admits the next remote operation";
            case ActionKind::hand_on: return "hands on to " + cu + " what memory wants";
            case ActionKind::evict: return "evicts " + block;
        }
        return "";
    }

    void act(const Action& action, auto& ctx) {
        switch (model::enumerator(action.kind)) {
            case ActionKind::drain: return drain(ctx);
            case ActionKind::request: return request_again(action.block, ctx);
            case ActionKind::answer: return answer_waiting(action.block, action.cu, ctx);
            case ActionKind::perform: return perform_waiting(action.block, ctx);
            case ActionKind::tell: return this->tell(action.cu, ctx);
            case ActionKind::admit: return this->admit(ctx);
            case ActionKind::hand_on: return hand_to(action.cu, ctx);
            case ActionKind::evict: return this->evict(action.block, ctx);
        }
    }

    /// The FIFO's head. A marker waits until all writes before it have reached memory.
    void drain(auto& ctx) {
        if (fifo.empty()) return ctx.stall(Outcome::nothing_to_do);
        const Entry<D> head = fifo.front();
        if (head.kind == EntryKind::write) return drain_write(head.address, ctx);
        if (this->writes_in_flight != 0) return ctx.stall(Outcome::nothing_to_do);
        fifo.pop();
        this->markers -= 1;
        if (head.kind == EntryKind::release) return to_memory(passing.place(head.address), ctx);
        if (head.stalls && ctx.config().stalls_from == StallsFrom::head) stalling += 1;
        handed.sweep = Sweep::none;
        AtL2::send(Message<D>{.kind = MessageKind::FlushDone, .address = head.address}, ctx);
        ctx.did(Outcome::l2_flush_done);
    }

    /// A request that will be answered with older data must still see the write, even when it has left.
    void drain_write(Address<D> a, auto& ctx) {
        if (WaitingAtL2<D>* entry = mshr.find(a); entry && entry->old) entry->data = this->seen(a, entry->data);
        this->write_through(ctx);
    }

    void request_again(Address<D> a, auto& ctx) {
        WaitingAtL2<D>* entry = mshr.find(a);
        if (!entry || entry->requested || entry->old || this->readable(a)) return ctx.stall(Outcome::nothing_to_do);
        if (entry->loads.empty() && entry->merged.empty() &&
            (entry->accesses.empty() || entry->accesses.front().message.access == AccessKind::store))
            return ctx.stall(Outcome::nothing_to_do);
        request(a, *entry, ctx);
    }
    void answer_waiting(Address<D> a, Core<D> cu, auto& ctx) {
        WaitingAtL2<D>* entry = mshr.find(a);
        if (!entry) return ctx.stall(Outcome::nothing_to_do);
        const Line<D>* line = this->readable(a);
        const bool early = bool(entry->loads.contains(cu)), late = bool(entry->merged.contains(cu));
        if (!(early && (entry->old || line)) && !(late && line)) return ctx.stall(Outcome::nothing_to_do);
        answer_read(cu, a, line ? line->data : this->seen(a, entry->data), ctx);
        entry->loads.erase(cu);
        entry->merged.erase(cu);
        if (entry->old) answered_old(*entry);
        if (entry->unused()) mshr.drop(a);
    }
    void perform_waiting(Address<D> a, auto& ctx) {
        WaitingAtL2<D>* entry = mshr.find(a);
        if (!entry || entry->accesses.empty() || !possible(entry->accesses.front().message, ctx))
            return ctx.stall(Outcome::nothing_to_do);
        const auto request = entry->accesses.pop();
        if (entry->unused()) mshr.drop(a);
        perform(request.from, request.message, ctx);
    }

    bool idle() const {
        return mshr.empty() && fifo.empty() && !(this->writes_in_flight != 0) && !(stalling != 0) && passing.empty() &&
               !(handed.sweep != Sweep::none) && this->promotions.empty();
    }
};

}  // namespace tandem::rsp
