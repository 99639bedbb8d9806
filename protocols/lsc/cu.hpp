// A compute unit: wavefronts, their mutex manager (lsc.txt, 6.4, Fig. 9b), and GL1, which GL2 invalidates (6.1).
//
// "When there are pending stores from a wavefront, those pending store requests and all younger memory requests from that wavefront should acquire mutexes before
// issuing these younger requests" (5). The first store is issued while its mutex is asked for (6.4), "and the next wavefront instruction is serviced" when all
// requests have acquired their mutexes. Counters are what they count: stores without an acknowledgement, requests without an answer.
//
// Where the text decides without the paper: a nack is asked again, at any time, while the mutex is needed; a store leaves no copy. Where stores wait for their mutexes
// (a repair) those of one instruction are asked for one by one: two instructions that each hold what the other waits for would wait for good.
#pragma once

#include "model/warp_instruction.hpp"
#include "protocols/apu/cu.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

/// An instruction that waits at the GMM for its mutexes.
template <class D>
struct Waiting {
    Flag<D> store{};
    model::Set<D, Sort::address> blocks;
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Waiting, (), (store, blocks, data), (), ())

    void clear_unused() {
        if (!store) data = {};
    }
};

/// The GMM's structures of a wavefront.
template <class D>
struct Wavefront {
    model::Table<D, Sort::address, Enum<D, MutexStatus>> mutexes;
    model::Maybe<D, Waiting<D>> waiting;
    BOOST_DESCRIBE_CLASS(Wavefront, (), (mutexes, waiting), (), ())

    bool holds(const Address<D>& mutex) const {
        const Enum<D, MutexStatus>* status = mutexes.find(mutex);
        return status && *status == MutexStatus::acquired;
    }
    /// pending-mutex is not zero.
    bool unanswered() const {
        bool some = false;
        mutexes.each([&](Address<D>, const Enum<D, MutexStatus>& status) { some = some || status != MutexStatus::acquired; });
        return some;
    }
};

template <class D>
struct Cu {
    using Kind = MessageKind;
    model::Array<D, Sort::thread, Wavefront<D>> wavefronts;
    model::Cache<D, Value<D>> lines;  // GL1
    model::Table<D, Sort::address, apu::UnderWay<D>> mshr;
    BOOST_DESCRIBE_CLASS(Cu, (), (wavefronts, lines, mshr), (), ())

    void start(const Config&, const std::vector<int>&) {}

    using Operation = model::WarpInstruction<D>;
    /// "Our implementation treats explicit synchronization operations as regular memory operations" (7): there is no fence.
    static bool issues(const Operation& op, const Config& config) {
        return op.well_formed() && op.block_count() <= config.lanes && (op.kind == AccessKind::load || op.kind == AccessKind::store);
    }

    void access(const Operation& op, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[op.warp];
        if (wavefront.waiting) return ctx.stall(Outcome::stalled_waiting);
        if (wavefront.unanswered()) return ctx.stall(Outcome::stalled_mutex);
        const bool store = bool(op.kind == AccessKind::store), loads = loads_pending(op.warp), pending = stores_pending(op.warp);
        if (!ctx.config().asks() && (loads || pending)) return ctx.stall(Outcome::stalled_order);
        if (loads && ctx.config().loads_return) return ctx.stall(Outcome::stalled_order);
        if (store && pending && ctx.config().stores_in_order) return ctx.stall(Outcome::stalled_order);
        bool own = false;
        op.blocks.each([&](Address<D> a) {
            const apu::UnderWay<D>* of = mshr.find(a);
            own = own || (of && of->has(op.warp));  // "blocks a younger load under a pending store to the same address" (6.4)
        });
        if (own || (store && fills(op.blocks))) return ctx.stall(Outcome::stalled_block);
        op.blocks.each([&](Address<D> a) {
            if (store) ctx.store_issued(op.warp, a, model::part_for(a, op.data));
            else ctx.load_issued(op.warp, a);
        });
        const Waiting<D> instruction{.store = store, .blocks = op.blocks, .data = op.data};
        const bool ready = may_issue(op.warp, instruction, pending, ctx);
        if (ctx.config().asks() && (store || pending)) ask(op.warp, instruction, ctx);
        if (ready) issue(op.warp, instruction, ctx);
        else wavefront.waiting = instruction;
    }

    bool holds(const Thread<D>& w, const Address<D>& mutex, const Config& config) const {
        if (config.vector == Vector::of_a_wavefront) return wavefronts[w].holds(mutex);
        bool some = false;
        for (const Wavefront<D>& wavefront : wavefronts.items) some = some || wavefront.holds(mutex);
        return some;
    }
    /// The entry of the mutex vector is not mutex-invalid.
    bool known(const Thread<D>& w, const Address<D>& mutex, const Config& config) const {
        if (config.vector == Vector::of_a_wavefront) return wavefronts[w].mutexes.find(mutex);
        bool some = false;
        for (const Wavefront<D>& wavefront : wavefronts.items) some = some || wavefront.mutexes.find(mutex);
        return some;
    }

    /// Whether the instruction needs no mutex now, or has what it needs.
    bool may_issue(const Thread<D>& w, const Waiting<D>& instruction, bool pending, auto& ctx) const {
        if (!pending && !(instruction.store && ctx.config().stores_wait)) return true;
        bool all = true;
        instruction.blocks.each([&](Address<D> a) { all = all && holds(w, ctx.config().mutex_of(a), ctx.config()); });
        return all;
    }
    /// "the mutex vector is consulted and a request is issued only when the status is mutex-invalid" (6.4).
    void ask(const Thread<D>& w, const Waiting<D>& instruction, auto& ctx) {
        bool waits = false;
        instruction.blocks.each([&](Address<D> a) {
            const Address<D> mutex = ctx.config().mutex_of(a);
            if (waits || holds(w, mutex, ctx.config())) return;
            waits = instruction.store && ctx.config().one_by_one();
            if (known(w, mutex, ctx.config())) return;
            wavefronts[w].mutexes.place(mutex) = MutexStatus::requested;
            ctx.send(NodeKind::pool, 0, {.kind = Kind::WavefrontMuReq, .address = mutex, .core = ctx.core(), .wavefront = w});
            ctx.did(Outcome::asks_mutex);
        });
    }
    void issue(const Thread<D>& w, const Waiting<D>& instruction, auto& ctx) {
        instruction.blocks.each([&](Address<D> a) {
            if (instruction.store) write(w, a, instruction.data, ctx);
            else load(w, a, ctx);
        });
    }

    void load(const Thread<D>& w, const Address<D>& a, auto& ctx) {
        if (const Value<D>* copy = lines.find(a)) {
            ctx.did(Outcome::load_hit);
            return ctx.load_completed(w, a, *copy, 0);
        }
        apu::UnderWay<D>& of = mshr.place(a);
        const bool asked = !of.loads.empty();
        of.loads.insert(w);
        if (asked) return ctx.did(Outcome::load_merged);
        ctx.send(NodeKind::gl2, 0, {.kind = Kind::RdBlk, .address = a});
        ctx.did(Outcome::load_miss);
    }
    void write(const Thread<D>& w, const Address<D>& a, const Value<D>& stored, auto& ctx) {
        lines.drop(a);
        mshr.place(a).writes.insert(w);
        ctx.send(NodeKind::gl2, 0, {.kind = Kind::WriteThrough, .address = a, .core = ctx.core(), .wavefront = w, .data = model::part_for(a, stored)});
        ctx.did(Outcome::written_through);
    }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::MuAck || m.kind == Kind::MuNack) return answered(m, ctx);
        if (m.kind == Kind::Inv) {  // "In the event of a false positive by TCD, the GL1 will receive the invalidation request in I state but it still responds"
            ctx.did(lines.find(m.address) ? Outcome::gl1_invalidated : Outcome::false_positive);
            lines.drop(m.address);
            return ctx.send(NodeKind::gl2, 0, {.kind = Kind::InvAck, .address = m.address});
        }
        apu::UnderWay<D>& of = mshr.place(m.address);
        if (m.kind == Kind::Data) {
            lines.place(m.address) = m.data;
            of.loads.each([&](Thread<D> w) { ctx.load_completed(w, m.address, m.data, 0); });
            of.loads.clear();
            ctx.did(Outcome::filled);
        } else {
            of.writes.erase(m.wavefront);
            ctx.store_completed(m.wavefront, m.address, 0);
            ctx.did(Outcome::write_done);
        }
        if (of.loads.empty() && of.writes.empty()) mshr.drop(m.address);
        if (m.kind == Kind::cmlAck) release(m.wavefront, ctx);
    }

    /// By the pool.
    void answered(const Message<D>& m, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[m.wavefront];
        const bool acquired = bool(m.kind == Kind::MuAck);
        if (!needed(m.wavefront, m.address, ctx.config())) {
            if (!acquired) {
                wavefront.mutexes.drop(m.address);
                return ctx.did(Outcome::request_dropped);
            }
            if (ctx.config().late_mutexes == LateMutexes::given_back) return give_back(wavefront, m.address, ctx);
        }
        wavefront.mutexes.place(m.address) = acquired ? MutexStatus::acquired : MutexStatus::nacked;
        ctx.did(acquired ? Outcome::gpu_acquired : Outcome::nacked);
        if (acquired && wavefront.waiting && ctx.config().stores_wait && (*wavefront.waiting).store) ask(m.wavefront, *wavefront.waiting, ctx);
    }
    /// For stores that are pending, or for one that waits for it.
    bool needed(const Thread<D>& w, const Address<D>& mutex, const Config& config) const {
        if (stores_pending(w)) return true;
        const Wavefront<D>& wavefront = wavefronts[w];
        bool awaited = false;
        if (config.stores_wait && wavefront.waiting && (*wavefront.waiting).store)
            (*wavefront.waiting).blocks.each([&](Address<D> a) { awaited = awaited || bool(config.mutex_of(a) == mutex); });
        return awaited;
    }
    /// "The acquired mutexes are released when the pending-store counter reaches zero" (6.4).
    void release(const Thread<D>& w, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[w];
        for (int m = 0; m < ctx.config().mutex_count(); ++m) {
            const Address<D> mutex(m);
            const Enum<D, MutexStatus>* status = wavefront.mutexes.find(mutex);
            if (!status || *status == MutexStatus::requested || needed(w, mutex, ctx.config())) continue;
            if (*status == MutexStatus::acquired) give_back(wavefront, mutex, ctx);
            else wavefront.mutexes.drop(mutex);
        }
    }
    void give_back(Wavefront<D>& wavefront, const Address<D>& mutex, auto& ctx) {
        wavefront.mutexes.drop(mutex);
        ctx.send(NodeKind::pool, 0, {.kind = Kind::MuRel, .address = mutex});
        ctx.did(Outcome::mutex_released);
    }

    enum class ActionKind : std::uint8_t { go_on, ask_again, evict };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, go_on, ask_again, evict)
    struct Action {
        Enum<D, ActionKind> kind{};
        Thread<D> wavefront{};
        Address<D> block{};  // or mutex
        BOOST_DESCRIBE_CLASS(Action, (), (kind, wavefront, block), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::go_on) return bool(action.block == 0);
        if (action.kind == ActionKind::evict) return bool(action.wavefront == 0) && config.evictions;
        return bool(action.block == config.mutex_of(action.block));
    }
    static bool fair(const Action& action) { return bool(action.kind != ActionKind::evict); }
    static std::string text(const Action& action) {
        const std::string block = model::name_text(Sort::address, action.block.number);
        if (action.kind == ActionKind::evict) return "evict " + block;
        const std::string wavefront = "W" + std::to_string(action.wavefront.number);
        if (action.kind == ActionKind::go_on) return wavefront + " goes on with the instruction that waits at the GMM";
        return wavefront + " asks again for mutex " + block;
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::evict) return evict(action.block, ctx);
        Wavefront<D>& wavefront = wavefronts[action.wavefront];
        if (action.kind == ActionKind::go_on) {
            if (!wavefront.waiting) return ctx.stall(Outcome::nothing_to_do);
            const Waiting<D> instruction = *wavefront.waiting;
            if (!may_issue(action.wavefront, instruction, stores_pending(action.wavefront), ctx)) return ctx.stall(Outcome::nothing_to_do);
            if (instruction.store && fills(instruction.blocks)) return ctx.stall(Outcome::stalled_block);
            wavefront.waiting.reset();
            return issue(action.wavefront, instruction, ctx);
        }
        const Enum<D, MutexStatus>* status = wavefront.mutexes.find(action.block);
        if (!status || *status != MutexStatus::nacked) return ctx.stall(Outcome::nothing_to_do);
        wavefront.mutexes.place(action.block) = MutexStatus::requested;
        ctx.send(NodeKind::pool, 0, {.kind = Kind::WavefrontMuReq, .address = action.block, .core = ctx.core(), .wavefront = action.wavefront});
        ctx.did(Outcome::asked_again);
    }
    /// "when GL1 evicts a block, the eviction message is forwarded to the GL2" (6.1).
    void evict(const Address<D>& a, auto& ctx) {
        if (!lines.find(a)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(a);
        ctx.send(NodeKind::gl2, 0, {.kind = Kind::Evict, .address = a});
        ctx.did(Outcome::gl1_evicted);
    }

    bool stores_pending(const Thread<D>& w) const {
        bool some = false;
        mshr.each([&](Address<D>, const apu::UnderWay<D>& of) { some = some || bool(of.writes.contains(w)); });
        return some;
    }
    bool loads_pending(const Thread<D>& w) const {
        bool some = false;
        mshr.each([&](Address<D>, const apu::UnderWay<D>& of) { some = some || bool(of.loads.contains(w)); });
        return some;
    }
    /// Whether one of the blocks is on its way to GL1.
    bool fills(const model::Set<D, Sort::address>& blocks) const {
        bool some = false;
        blocks.each([&](Address<D> a) {
            const apu::UnderWay<D>* of = mshr.find(a);
            some = some || (of && !of->loads.empty());
        });
        return some;
    }
    bool idle() const {
        bool idle = mshr.empty();
        for (const Wavefront<D>& wavefront : wavefronts.items) idle = idle && wavefront.mutexes.empty() && !wavefront.waiting;
        return idle;
    }
};

}  // namespace tandem::lsc
