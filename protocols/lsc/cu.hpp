// A compute unit: wavefronts, their mutex manager (lsc.txt, 6.4, Fig. 9b), and GL1, which GL2 invalidates (6.1).
//
// "When there are pending stores from a wavefront, those pending store requests and all younger memory requests from that
// wavefront should acquire mutexes before issuing these younger requests" (5). The first store is issued while its mutex is asked
// for (6.4), "and the next wavefront instruction is serviced" when all requests have acquired their mutexes. Counters are
// represented by the sets that they count: stores without an acknowledgement, requests without an answer.
//
// An atomic is a store that returns the block's old value. Decisions beyond the paper: a nacked request is repeated, at any time,
// until it has the mutex; a store leaves no copy. If stores wait for their mutexes (a repair) each is issued by itself,
// because the accesses of an instruction are unordered. Otherwise two instructions that each hold what the other waits for would
// wait for ever.
#pragma once

#include "model/warp_instruction.hpp"
#include "protocols/apu/cu.hpp"
#include "protocols/lsc/messages.hpp"

namespace tandem::lsc {

/// An instruction's access to one of its blocks.
template <class D>
struct Part {
    Address<D> block{};
    Value<D> data{};
    BOOST_DESCRIBE_CLASS(Part, (), (block, data), (), ())
};

/// An instruction that waits at the GMM for its mutexes.
template <class D>
struct Waiting {
    Enum<D, AccessKind> kind{};
    model::Fifo<D, Part<D>, most_lanes> parts;  // in the order of the blocks
    BOOST_DESCRIBE_CLASS(Waiting, (), (kind, parts), (), ())

    bool writes() const { return bool(kind != AccessKind::load); }
    void clear_unused() {
        if (!writes()) parts.each([](Part<D>& part) { part.data = {}; });
    }
    template <class F>
    void each_part(F&& f) const {
        for (std::size_t i = 0; i < parts.size.index(); ++i) f(parts.items[i]);
    }
    /// Calls f(block) for each of its blocks.
    template <class F>
    void each(F&& f) const {
        each_part([&](const Part<D>& part) { f(part.block); });
    }
};

/// The GMM's structures for one wavefront.
template <class D>
struct Wavefront {
    model::Table<D, Sort::address, Enum<D, MutexStatus>> mutexes;
    model::Maybe<D, Waiting<D>> waiting;
    BOOST_DESCRIBE_CLASS(Wavefront, (), (mutexes, waiting), (), ())

    bool holds(const Address<D>& mutex) const {
        const Enum<D, MutexStatus>* status = mutexes.find(mutex);
        return status && is_held<D>(*status);
    }
    /// pending-mutex is not zero.
    bool unanswered() const {
        bool some = false;
        mutexes.each([&](Address<D>, const Enum<D, MutexStatus>& status) { some = some || !is_held<D>(status); });
        return some;
    }
};

template <class D>
struct Cu : model::EvictionCounters<D> {
    using Base = model::EvictionCounters<D>;
    using Kind = MessageKind;
    model::Array<D, Sort::thread, Wavefront<D>> wavefronts;
    model::Cache<D, Value<D>> lines;  // GL1
    model::Table<D, Sort::address, apu::UnderWay<D>> mshr;
    BOOST_DESCRIBE_CLASS(Cu, (Base), (wavefronts, lines, mshr), (), ())

    void start(const Config&, const std::vector<int>&) {}

    using Operation = model::WarpInstruction<D>;
    /// "Our implementation treats explicit synchronization operations as regular memory operations. For example, [...] an
    /// atomic-compare-and-swap access from GPU is treated as a write operation" (7): there is no fence.
    static bool issues(const Operation& op, const Config& config) {
        return op.well_formed() && op.block_count() <= config.lanes && op.kind != AccessKind::fence &&
               (op.kind != AccessKind::atomic || config.atomics);
    }

    /// The threads of a wavefront are its lanes, which run in lockstep (3.1).
    static constexpr int most_lanes = lsc::most_lanes;

    void access(const Operation& op, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[op.warp];
        if (wavefront.waiting || wavefront.unanswered()) return ctx.stall(Outcome::stalled_mutex);
        const bool store = bool(op.kind != AccessKind::load), loads = loads_pending(op.warp), pending = stores_pending(op.warp);
        if (!ctx.config().asks() && (loads || pending)) return ctx.stall(Outcome::stalled_order);
        if (loads && ctx.config().loads_return) return ctx.stall(Outcome::stalled_order);
        if (store && pending && ctx.config().stores_in_order) return ctx.stall(Outcome::stalled_order);
        bool own = false;
        op.blocks.each([&](Address<D> a) {
            const apu::UnderWay<D>* of = mshr.find(a);
            own = own || (of && of->has(op.warp));  // "blocks a younger load under a pending store to the same address" (6.4)
        });
        if (own || (store && fills(op.blocks))) return ctx.stall(Outcome::stalled_block);
        Waiting<D> instruction{.kind = op.kind, .parts = {}};
        op.blocks.each([&](Address<D> a) {
            Part<D> part{.block = a};
            if (store) part.data = model::part_for(a, op.data);
            if (store) ctx.store_issued(op.warp, a, part.data);
            else ctx.load_issued(op.warp, a);
            instruction.parts.push(part);
        });
        const bool ready = !(store && ctx.config().apart()) && may_issue(op.warp, instruction, pending, ctx.config());
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

    /// Whether the instruction needs no mutex now, or has those that it needs.
    bool may_issue(const Thread<D>& w, const Waiting<D>& instruction, bool pending, const Config& config) const {
        if (!pending && !(instruction.writes() && config.stores_wait)) return true;
        bool all = true;
        instruction.each([&](Address<D> a) { all = all && holds(w, config.mutex_of(a), config); });
        return all;
    }
    bool may_go_on(const Thread<D>& w, const Waiting<D>& instruction, const Config& config) const {
        if (instruction.writes() && config.apart()) {
            bool some = false;
            instruction.each([&](Address<D> a) { some = some || may_issue_alone(w, a, config); });
            return some;
        }
        return may_issue(w, instruction, stores_pending(w), config) && !(instruction.writes() && fills(instruction));
    }
    /// "the mutex vector is consulted and a request is issued only when the status is mutex-invalid" (6.4).
    void ask(const Thread<D>& w, const Waiting<D>& instruction, auto& ctx) {
        bool waits = false;
        instruction.each([&](Address<D> a) {
            const Address<D> mutex = ctx.config().mutex_of(a);
            if (waits || holds(w, mutex, ctx.config())) return;
            waits = instruction.writes() && ctx.config().one_by_one(false);
            if (known(w, mutex, ctx.config())) return;
            wavefronts[w].mutexes.place(mutex) = MutexStatus::requested;
            ctx.send(NodeKind::pool, 0, {.kind = Kind::WavefrontMuReq, .address = mutex, .core = ctx.core(), .wavefront = w});
            ctx.did(Outcome::asks_mutex);
        });
    }
    /// A store to one block, whatever other blocks its instruction has: these are unordered (3.2).
    bool may_issue_alone(const Thread<D>& w, const Address<D>& a, const Config& config) const {
        const apu::UnderWay<D>* of = mshr.find(a);
        return holds(w, config.mutex_of(a), config) && !(of && of->awaits_data());
    }
    void issue_apart(const Thread<D>& w, Wavefront<D>& wavefront, auto& ctx) {
        const Waiting<D> instruction = *wavefront.waiting;
        Waiting<D> left{.kind = instruction.kind, .parts = {}};
        instruction.each_part([&](const Part<D>& part) {
            if (may_issue_alone(w, part.block, ctx.config())) write(w, instruction.kind, part, ctx);
            else left.parts.push(part);
        });
        if (left.parts.size == instruction.parts.size) return ctx.stall(Outcome::nothing_to_do);
        if (left.parts.empty()) wavefront.waiting.reset();
        else wavefront.waiting = left;
    }
    void issue(const Thread<D>& w, const Waiting<D>& instruction, auto& ctx) {
        const bool early = !instruction.writes() && stores_pending(w);
        if (early) ctx.did(Outcome::load_early);
        if (early && ctx.config().apart())
            instruction.each([&](Address<D> a) { wavefronts[w].mutexes.place(ctx.config().mutex_of(a)) = MutexStatus::covers_load; });
        instruction.each_part([&](const Part<D>& part) {
            if (instruction.writes()) write(w, instruction.kind, part, ctx);
            else load(w, part.block, ctx);
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
        ctx.send(NodeKind::gl2, ctx.config().gl2_of(a), {.kind = Kind::RdBlk, .address = a});
        ctx.did(Outcome::load_miss);
    }
    void write(const Thread<D>& w, const Enum<D, AccessKind>& kind, const Part<D>& part, auto& ctx) {
        const Address<D> a = part.block;
        lines.drop(a);
        mshr.place(a).writes.insert(w);
        ctx.send(NodeKind::gl2, ctx.config().gl2_of(a),
                 {.kind = kind == AccessKind::atomic ? Kind::Atomic : Kind::WriteThrough,
                  .address = a,
                  .core = ctx.core(),
                  .wavefront = w,
                  .data = part.data});
        ctx.did(Outcome::written_through);
    }

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == Kind::MuAck || m.kind == Kind::MuNack) return answered(m, ctx);
        // "In the event of a false positive by TCD, the GL1 will receive the invalidation request in I state but it still
        // responds"
        if (m.kind == Kind::Inv) {
            ctx.did(lines.find(m.address) ? Outcome::gl1_invalidated : Outcome::false_positive);
            lines.drop(m.address);
            return ctx.send(NodeKind::gl2, ctx.config().gl2_of(m.address), {.kind = Kind::InvAck, .address = m.address});
        }
        if (m.kind == Kind::EvictAck) return;
        apu::UnderWay<D>& of = mshr.place(m.address);
        if (m.kind == Kind::Data) {
            lines.place(m.address) = m.data;
            of.loads.each([&](Thread<D> w) { ctx.load_completed(w, m.address, m.data, 0); });
            of.loads.clear();
            ctx.did(Outcome::filled);
        } else {
            of.writes.erase(m.wavefront);
            if (m.kind == Kind::AtomicResp) ctx.load_returned(m.wavefront, m.address, m.data, 0);
            ctx.store_completed(m.wavefront, m.address, 0);
            ctx.did(Outcome::write_done);
        }
        if (of.loads.empty() && of.writes.empty()) mshr.drop(m.address);
        if (m.kind != Kind::Data) release(m.wavefront, m.address, ctx);
    }

    /// An answer of the pool.
    void answered(const Message<D>& m, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[m.wavefront];
        const bool acquired = bool(m.kind == Kind::MuAck);
        if (!needed(m.wavefront, m.address, ctx.config())) {
            if (!acquired && ctx.config().nacked == Nacked::dropped_when_done) {
                wavefront.mutexes.drop(m.address);
                return ctx.did(Outcome::request_dropped);
            }
            if (acquired && ctx.config().late_mutexes == LateMutexes::given_back) return give_back(wavefront, m.address, ctx);
        }
        wavefront.mutexes.place(m.address) = acquired ? MutexStatus::acquired : MutexStatus::nacked;
        ctx.did(acquired ? Outcome::mutex_acquired : Outcome::nacked);
        if (acquired && wavefront.waiting && ctx.config().stores_wait && (*wavefront.waiting).writes())
            ask(m.wavefront, *wavefront.waiting, ctx);
    }
    /// Needed by pending stores, or by one that waits for it.
    bool needed(const Thread<D>& w, const Address<D>& mutex, const Config& config) const {
        return stores_pending(w) || awaited(w, mutex, config);
    }
    bool awaited(const Thread<D>& w, const Address<D>& mutex, const Config& config) const {
        const Wavefront<D>& wavefront = wavefronts[w];
        bool awaited = false;
        if (config.stores_wait && wavefront.waiting && (*wavefront.waiting).writes())
            (*wavefront.waiting).each([&](Address<D> a) { awaited = awaited || bool(config.mutex_of(a) == mutex); });
        return awaited;
    }
    /// "The acquired mutexes are released when the pending-store counter reaches zero" (6.4).
    void release(const Thread<D>& w, const Address<D>& written, auto& ctx) {
        Wavefront<D>& wavefront = wavefronts[w];
        if (ctx.config().apart()) release_alone(w, ctx.config().mutex_of(written), ctx);
        if (stores_pending(w)) return;
        model::Fifo<D, Address<D>, most_mutexes> done;
        wavefront.mutexes.each([&](Address<D> mutex, const Enum<D, MutexStatus>& status) {
            const bool answered = bool(status != MutexStatus::requested) &&
                                  (bool(status != MutexStatus::nacked) || ctx.config().nacked == Nacked::dropped_when_done);
            if (answered && !awaited(w, mutex, ctx.config())) done.push(mutex);
        });
        done.each([&](Address<D> mutex) {
            if (is_held<D>(*wavefront.mutexes.find(mutex))) give_back(wavefront, mutex, ctx);
            else wavefront.mutexes.drop(mutex);
        });
    }
    /// Releases the mutex of a completed store if no other store needs it, and no load that has passed one.
    void release_alone(const Thread<D>& w, const Address<D>& mutex, auto& ctx) {
        bool needed = awaited(w, mutex, ctx.config());
        mshr.each([&](Address<D> a, const apu::UnderWay<D>& of) {
            needed = needed || (bool(of.writes.contains(w)) && bool(ctx.config().mutex_of(a) == mutex));
        });
        const Enum<D, MutexStatus>* status = wavefronts[w].mutexes.find(mutex);
        if (!needed && status && *status == MutexStatus::acquired) give_back(wavefronts[w], mutex, ctx);
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
            if (instruction.writes() && ctx.config().apart()) return issue_apart(action.wavefront, wavefront, ctx);
            if (!may_issue(action.wavefront, instruction, stores_pending(action.wavefront), ctx.config()))
                return ctx.stall(Outcome::nothing_to_do);
            if (instruction.writes() && fills(instruction)) return ctx.stall(Outcome::stalled_block);
            wavefront.waiting.reset();
            return issue(action.wavefront, instruction, ctx);
        }
        const Enum<D, MutexStatus>* status = wavefront.mutexes.find(action.block);
        if (!status || *status != MutexStatus::nacked) return ctx.stall(Outcome::nothing_to_do);
        wavefront.mutexes.place(action.block) = MutexStatus::requested;
        ctx.send(NodeKind::pool, 0,
                 {.kind = Kind::WavefrontMuReq, .address = action.block, .core = ctx.core(), .wavefront = action.wavefront});
        ctx.did(Outcome::asked_again);
    }
    /// "when GL1 evicts a block, the eviction message is forwarded to the GL2" (6.1).
    /// "we only send the recalculated hash once every N evictions from that set" (6.1).
    void evict(const Address<D>& a, auto& ctx) {
        if (!lines.find(a)) return ctx.stall(Outcome::nothing_to_do);
        lines.drop(a);
        const Config& config = ctx.config();
        Message<D> told{.kind = Kind::Evict, .address = a};
        if (config.false_positives && this->counts(a, config.rehash_every, config.gl1_sets, ctx)) {
            told.kind = Kind::Rehash;
            recalculate(told, config);
        }
        if (told.kind == Kind::Rehash || !config.false_positives || config.told == Told::each_eviction)
            ctx.send(NodeKind::gl2, config.gl2_of(a), told);
        ctx.did(Outcome::gl1_evicted);
    }
    /// "the GL1 on evicting a block calculates the hash functions for all remaining blocks in that set" (6.1).
    void recalculate(Message<D>& told, const Config& config) const {
        const auto keep = [&](const Address<D>& b) {
            if (config.same_set(told.address, b)) told.kept.insert(b);
        };
        lines.each([&](Address<D> b, const Value<D>&) { keep(b); });
        if (config.rehash == Rehash::with_fills)
            mshr.each([&](Address<D> b, const apu::UnderWay<D>& of) {
                if (!of.loads.empty()) keep(b);
            });
    }

    // ---- for a simulated machine
    /// Whether an action belongs to a thread; `each_ready` lists those that may be possible.
    static bool of_thread(ActionKind kind) { return kind != ActionKind::evict; }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static bool stays_coherent(const Config&) { return true; }
    /// Of others' resources a wavefront waits only for blocks.
    static bool awaits_others(const Config&) { return false; }
    static Thread<D> thread_of(const Action& action) { return action.wavefront; }
    static Thread<D> thread_of(const Message<D>& answer) { return answer.wavefront; }
    /// Calls f(action, block) for each of them that would not stall, with its block or mutex.
    void each_ready(const Config& config, auto&& f) const {
        for (std::size_t i = 0; i < wavefronts.items.size(); ++i) {
            const Wavefront<D>& wavefront = wavefronts.items[i];
            const Thread<D> w(static_cast<int>(i));
            if (wavefront.waiting && may_go_on(w, *wavefront.waiting, config))
                f(Action{.kind = ActionKind::go_on, .wavefront = w, .block = {}}, (*wavefront.waiting).parts.items[0].block);
            if (wavefront.mutexes.empty()) continue;
            wavefront.mutexes.each([&](Address<D> mutex, const Enum<D, MutexStatus>& status) {
                if (status == MutexStatus::nacked)
                    f(Action{.kind = ActionKind::ask_again, .wavefront = w, .block = mutex}, mutex);
            });
        }
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
    bool fills(const auto& blocks) const {
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
