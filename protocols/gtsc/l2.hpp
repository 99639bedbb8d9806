// The shared cache (Sections IV-B, IV-C, V-C, V-D). Fig. 4 is `read`, Fig. 5 `write`, Fig. 6 `dram_fill` and `evict`. The states
// of Fig. 1b: I is a block without a line, V a line that is present, and a line that awaits DRAM is between the two.
//
// DRAM is an array here, and reading it an action. It answers at any time and in any order, so messages to and from it (DRAMRd,
// DRAMFill) would add states but no behaviour. A block without a line is in DRAM and has no timestamp there; `mem_ts` stands for
// all of them (V-C).
//
// Requests for a block that is being read from DRAM wait in order in the line's MSHR queue. A separate action answers them one at
// a time, because the network may lack room for several answers at once.
//
// Timestamps are reset in two ways (Reset in config.hpp). In the paper's way, a request with a timestamp larger than any that L2
// has given since the reset is answered with a reset signal. With epochs, each message names the reset that its timestamps count
// from. L2 does not reset again before every SM has followed; a request that would need that waits meanwhile.
//
// Several banks (II-A) with epochs: the first bank decides. It receives overflows (Overflow) and signals each reset to the others
// (ResetSignal), which follow one after the other. Until the signal comes a bank continues with its old timestamps, which are
// earlier than all new ones. Only requests of an SM that another bank has told of the reset wait for it (`ahead`). After a reset
// each bank asks every SM to follow, and then tells the first bank (AllFollow). When all have, no message on its way counts from
// the old reset, and the next may come. So one bit still tells two epochs apart (docs/findings.md, 29).
#pragma once

#include "model/all_names.hpp"
#include "model/network.hpp"
#include "protocols/gtsc/config.hpp"
#include "protocols/gtsc/messages.hpp"

namespace tandem::gtsc {

template <class D>
struct Request {
    Core<D> from{};
    Message<D> message{};
    BOOST_DESCRIBE_CLASS(Request, (), (from, message), (), ())
};

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    Moment<D> wts{}, rts{};
    model::Fifo<D, Request<D>, most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, wts, rts, waiting), (), ())

    /// While DRAM is being read only `waiting` is meaningful.
    void clear_unused() {
        if (awaiting_dram) data = {};
    }
};

template <class D>
struct L2 {
    model::Cache<D, L2Line<D>> lines;
    model::Array<D, Sort::address, Value<D>> dram;
    Moment<D> mem_ts{};
    Flag<D> epoch{};                           // V-D: which reset the timestamps count from
    model::Set<D, Sort::core> lagging;         // SMs that may still count from the reset before
    Flag<D> reset_wanted{};                    // a request waits for the next reset, which waits for the lagging SMs
    model::Set<D, Sort::core> told;            // of those, the ones that a BusReset is on its way to
    Counter<D, most_banks> unready{};          // the first of several banks: others that some SMs have not followed yet
    BOOST_DESCRIBE_CLASS(L2, (), (lines, dram, mem_ts, epoch, lagging, reset_wanted, told, unready), (), ())

    void start(const Config&, const std::vector<int>& memory) {
        mem_ts = 1;
        model::assign_all(dram, memory);
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    void receive(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::ResetSignal || m.kind == MessageKind::Overflow || m.kind == MessageKind::AllFollow)
            return receive_from_bank(m, ctx);
        const bool request = bool(m.kind != MessageKind::BusResetAck);
        L2Line<D>* C = request ? lines.find(m.address) : nullptr;
        if (C && C->waiting.full()) return ctx.stall(Outcome::request_queued);
        if (ahead(m, ctx)) return ctx.stall(Outcome::request_ahead);
        // With several banks a request may merely report that its SM has heard of the reset from another bank.
        if (!request || !ctx.config().banks_agree())
            if (m.epoch == epoch) follows(ctx.sender(), ctx);
        if (!request) return;
        if (!C) {
            lines.place(m.address).awaiting_dram = true;
            lines.place(m.address).waiting.push({.from = ctx.sender(), .message = m});
            ctx.memory_read(m.address);
            ctx.did(Outcome::dram_read);
        } else if (C->awaiting_dram || !C->waiting.empty() || !answer(ctx.sender(), m, *C, ctx)) {
            C->waiting.push({.from = ctx.sender(), .message = m});
            ctx.did(Outcome::request_queued);
        }
    }

    /// Answers a request for the block C, or returns false if the timestamps would overflow and cannot be reset yet.
    bool answer(Core<D> from, const Message<D>& m, L2Line<D>& C, auto& ctx) {
        return m.kind == MessageKind::BusRd ? read(from, m, C, ctx) : write(from, m, C, ctx);
    }

    /// Fig. 4.
    bool read(Core<D> from, const Message<D>& m, L2Line<D>& C, auto& ctx) {
        const Moment<D> lease = ctx.choose_moment(ctx.config().grants());
        bool old = stale(m, ctx);
        Moment<D> rts = model::later(C.rts, (old ? Moment<D>(1) : m.warp_ts) + lease);
        if (rts > ctx.config().shape.time_max) {  // V-D: "due to lease extension"
            if (!reset(ctx)) return false;
            old = true;
            rts = model::later(C.rts, Moment<D>(1) + lease);
        }
        C.rts = rts;
        if (old) ctx.did(Outcome::stale_read);
        if (!old && m.wts == C.wts) {
            ctx.send(NodeKind::l1, from, {.kind = MessageKind::BusRnw, .address = m.address, .rts = C.rts, .epoch = epoch});
            ctx.did(Outcome::read_renewed);
        } else {
            ctx.send(NodeKind::l1, from,
                     {.kind = MessageKind::BusFill, .address = m.address, .wts = C.wts, .rts = C.rts, .data = C.data,
                      .epoch = epoch, .reset = signal(old, ctx)});
            ctx.did(Outcome::read_filled);
        }
        return true;
    }

    /// Fig. 5. An atomic is a read of the previous version and a write, at one moment.
    bool write(Core<D> from, const Message<D>& m, L2Line<D>& C, auto& ctx) {
        const Moment<D> lease = ctx.choose_moment(ctx.config().grants());
        bool old = stale(m, ctx);
        Moment<D> wts = model::later(C.rts + 1, old ? Moment<D>(1) : m.warp_ts);
        if (wts + lease > ctx.config().shape.time_max) {  // V-D: "assigning a timestamp to a new store operation"
            if (!reset(ctx)) return false;
            old = true;
            wts = C.rts + 1;
        }
        C.wts = wts;
        C.rts = wts + lease;
        date(ctx);
        if (old) ctx.did(Outcome::stale_write);
        if (m.kind == MessageKind::BusAtom) {
            const Value<D> found = model::perform(C.data, m.data);
            ctx.load_performed(from, m.warp, m.address, found, wts);
            ctx.store_performed(from, m.warp, m.address, m.data, wts);
            ctx.send(NodeKind::l1, from,
                     {.kind = MessageKind::BusAtomAck, .address = m.address, .warp = m.warp, .wts = C.wts, .data = found,
                      .epoch = epoch, .reset = signal(old, ctx)});
            ctx.did(Outcome::atomic_performed);
            return true;
        }
        model::overwrite(C.data, m.data);
        ctx.store_performed(from, m.warp, m.address, m.data, wts);
        ctx.send(NodeKind::l1, from,
                 {.kind = MessageKind::BusWrAck, .address = m.address, .warp = m.warp, .wts = C.wts, .rts = C.rts,
                  .epoch = epoch, .reset = signal(old, ctx)});
        ctx.did(Outcome::write_performed);
        return true;
    }

    // ---- what the cache does by itself ------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { dram_fill, evict, answer_waiting, announce_reset };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, answer_waiting, announce_reset)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};  // all but announce_reset
        Core<D> sm{};        // announce_reset
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block, sm), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::announce_reset) return action.block == Address<D>{} && config.reset == Reset::epoch;
        return action.sm == Core<D>{};
    }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        if (action.kind == ActionKind::announce_reset) return "announces the reset to SM" + std::to_string(action.sm.number);
        const char* what = action.kind == ActionKind::dram_fill ? "DRAM fills "
                           : action.kind == ActionKind::evict   ? "evicts "
                                                                : "answers the request waiting for ";
        return what + std::string(1, static_cast<char>('A' + action.block.number));
    }

    void act(const Action& action, auto& ctx) {
        if (action.kind == ActionKind::dram_fill) dram_fill(action.block, ctx);
        else if (action.kind == ActionKind::evict) evict(action.block, ctx);
        else if (action.kind == ActionKind::answer_waiting) answer_waiting(action.block, ctx);
        else announce_reset(action.sm, ctx);
    }

    /// Fig. 6, left: wts and rts are mem_ts and mem_ts + lease.
    void dram_fill(Address<D> a, auto& ctx) {
        L2Line<D>* C = lines.find(a);
        if (!C || !C->awaiting_dram) return ctx.stall(Outcome::stalled_nothing_to_do);
        C->awaiting_dram = false;
        C->data = dram[a];
        C->wts = mem_ts;
        C->rts = mem_ts + ctx.choose_moment(ctx.config().grants());
        // An overflow that V-D does not mention; a lease that ends with the clock needs no reset (docs/findings.md).
        if (C->rts > ctx.config().shape.time_max) C->rts = ctx.config().shape.time_max;
        ctx.did(Outcome::dram_filled);
    }

    /// Fig. 6, right: mem_ts remembers the lease of every block that has been evicted (V-C).
    void evict(Address<D> a, auto& ctx) {
        L2Line<D>* C = lines.find(a);
        if (!C || C->awaiting_dram || !C->waiting.empty()) return ctx.stall(Outcome::stalled_nothing_to_do);
        mem_ts = model::later(mem_ts, C->rts);
        dram[a] = C->data;
        lines.drop(a);
        ctx.did(Outcome::l2_evicted);
    }

    void answer_waiting(Address<D> a, auto& ctx) {
        L2Line<D>* C = lines.find(a);
        if (!C || C->awaiting_dram || C->waiting.empty()) return ctx.stall(Outcome::stalled_nothing_to_do);
        const Request<D> request = C->waiting.front();
        const bool reset_was_wanted = bool(reset_wanted);
        if (answer(request.from, request.message, *C, ctx)) C->waiting.pop();
        else if (reset_was_wanted) ctx.stall(Outcome::overflow_waits);
    }

    // ---- V-D: overflow and reset ------------------------------------------------------------------------------------

    /// Whether a request's timestamps count from before the last reset.
    bool stale(const Message<D>& m, auto& ctx) {
        if (ctx.config().reset == Reset::epoch) return bool(m.epoch != epoch);
        // "every request with timestamp with a large value": no lease that L2 gave since the reset reaches it.
        return bool(m.warp_ts > mem_ts) &&
               model::each_satisfies(lines, [](const L2Line<D>& C, const Moment<D>& ts) { return ts > C.rts; }, m.warp_ts);
    }

    /// "It also includes a timestamp reset signal with the response"; with epochs the response's epoch suffices.
    bool signal(bool old, auto& ctx) const {
        return old && ctx.config().reset == Reset::paper;
    }

    bool reset(auto& ctx) {
        if (!all_follow(ctx)) {
            if (!reset_wanted && ctx.config().banks_agree() && ctx.index() != 0) ctx.send(NodeKind::l2, 0, {.kind = MessageKind::Overflow, .epoch = epoch});
            reset_wanted = true;
            ctx.did(Outcome::overflow_waits);
            return false;
        }
        begin_reset(ctx);
        return true;
    }

    /// "the L2 cache bank sends a reset signal to all L2 cache banks and then reset its timestamps"
    void begin_reset(auto& ctx) {
        reset_timestamps(ctx);
        for (int bank = 0; bank < ctx.config().banks; ++bank)
            if (bank != ctx.index()) ctx.send(NodeKind::l2, bank, {.kind = MessageKind::ResetSignal, .epoch = epoch});
        ctx.did(Outcome::overflow_reset);
    }

    bool all_follow(auto& ctx) const {
        if (ctx.config().banks_agree() && (ctx.index() != 0 || unready != 0)) return false;
        return ctx.config().reset == Reset::paper || lagging.empty();
    }

    /// "the write timestamp of all blocks is set to 1 and the read timestamp is set to (lease) and the memory timestamp is set to
    /// 1"
    void reset_timestamps(auto& ctx) {
        model::do_with_all(lines, [](L2Line<D>& C, int lease, const Flag<D>& epoch) {
            if (!C.awaiting_dram) {
                C.wts = 1;
                C.rts = lease;
            }
            C.waiting.each([&](Request<D>& request) { request.message.epoch = epoch; });  // all are stale from now on
        }, ctx.config().leases[0], epoch);
        mem_ts = 1;
        epoch = !epoch;
        date(ctx);
        ctx.clock_reset();
        if (ctx.config().reset == Reset::epoch) {
            model::insert_all(lagging, ctx.config().shape);
            reset_wanted = false;
            if (ctx.config().banks_agree() && ctx.index() == 0) unready = ctx.config().banks - 1;
        }
    }

    /// SM `sm` has sent a message that counts from the last reset; all its earlier messages have been received.
    void follows(Core<D> sm, auto& ctx) {
        if (!lagging.contains(sm)) return;
        lagging.erase(sm);
        told.erase(sm);
        ctx.did(Outcome::sm_follows);
        if (!ctx.config().banks_agree()) return;
        if (ctx.index() == 0) reset_if_wanted(ctx);
        else if (lagging.empty()) ctx.send(NodeKind::l2, 0, {.kind = MessageKind::AllFollow, .epoch = epoch});
    }

    void announce_reset(Core<D> sm, auto& ctx) {
        if (!asks_to_follow(ctx)) return ctx.stall(Outcome::stalled_nothing_to_do);
        if (!lagging.contains(sm) || told.contains(sm)) return ctx.stall(Outcome::stalled_nothing_to_do);
        told.insert(sm);
        ctx.send(NodeKind::l1, sm, {.kind = MessageKind::BusReset, .epoch = epoch});
        ctx.did(Outcome::reset_announced);
    }

    // ---- V-D with several banks -------------------------------------------------------------------------------------

    void receive_from_bank(const Message<D>& m, auto& ctx) {
        if (m.kind == MessageKind::ResetSignal) {
            reset_timestamps(ctx);
            return ctx.did(Outcome::reset_signalled);
        }
        if (m.kind == MessageKind::AllFollow) {
            unready -= 1;
            ctx.did(Outcome::bank_follows);
        } else {
            if (m.epoch == epoch) reset_wanted = true;  // else a reset has come meanwhile
            ctx.did(Outcome::overflow_heard);
        }
        reset_if_wanted(ctx);
    }

    void reset_if_wanted(auto& ctx) {
        if (reset_wanted && all_follow(ctx)) begin_reset(ctx);
    }

    /// Whether the sender counts from a reset that has not been signalled here yet. A lagging sender counts from the one before.
    bool ahead(const Message<D>& m, auto& ctx) const {
        return ctx.config().banks_agree() && m.epoch != epoch && !lagging.contains(ctx.sender());
    }

    /// With one bank, SMs that send something follow by themselves, and others are asked when a request waits. Several banks ask
    /// after each reset, so no message needs to say which bank's request waits.
    bool asks_to_follow(auto& ctx) const {
        return ctx.config().banks_agree() || reset_wanted;
    }

    /// Whether an SM must be told of the last reset.
    bool tells(const Config& config) const {
        bool somebody = false;
        if (config.banks_agree() || reset_wanted)
            lagging.each([&](Core<D> sm) {
                if (!told.contains(sm)) somebody = true;
            });
        return somebody;
    }

    /// Tells monitors which reset this bank's timestamps count from.
    void date(auto& ctx) const {
        if (ctx.config().banks > 1) ctx.counts_from(epoch);
    }

    bool idle() const {
        bool waiting = false;
        lines.each([&](Address<D>, const L2Line<D>& C) {
            if (C.awaiting_dram || !C.waiting.empty()) waiting = true;
        });
        return !waiting;  // an SM that lags may do so for good: nobody waits for it before the next reset
    }
};

}  // namespace tandem::gtsc
