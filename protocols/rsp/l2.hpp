// The L2 of a component: where accesses of component scope are performed, and where remote operations promote the scopes of others.
//
// A promotion goes through sweeps: all L1s flush; the requestor's access is performed; all other L1s are invalidated. L2 tells one L1 after
// the other. The paper sends these commands from CU to CU, and does not say what two remote operations do at a time: here L2 admits one after
// the other. Nothing waits for a lock to flush: what a lock waits for are invalidations, which no access delays.
#pragma once

#include "protocols/baseline/dram_queue.hpp"
#include "protocols/rsp/operations.hpp"

namespace tandem::rsp {

template <class D>
struct L2Line {
    Flag<D> awaiting_dram{};
    Value<D> data{};
    model::Fifo<D, baseline::Request<D, Message<D>>, baseline::most_waiting> waiting;
    BOOST_DESCRIBE_CLASS(L2Line, (), (awaiting_dram, data, waiting), (), ())
    void clear_unused() {
        if (awaiting_dram) data = {};
    }
};

/// A remote operation at L2.
template <class D>
struct Promotion {
    Core<D> core{};
    Thread<D> wavefront{};
    Address<D> address{};
    Enum<D, AccessKind> access{};
    BOOST_DESCRIBE_CLASS(Promotion, (), (core, wavefront, address, access), (), ())
};

enum class Sweep : std::uint8_t {
    none,
    flush,       // rm_acq.1, rm_ar.1
    access,      // the requestor's, which comes next
    invalidate,  // rm_rel.3, rm_ar.4
    resume,      // synchronization, after a remote acquire that stalled it
};
BOOST_DESCRIBE_ENUM(Sweep, none, flush, access, invalidate, resume)

template <class D>
struct L2 : baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome> {
    using Queue = baseline::DramQueue<L2<D>, D, L2Line<D>, Message<D>, Outcome>;
    model::Fifo<D, Promotion<D>, baseline::most_waiting + 1> promotions;  // the head is under way, though its wavefront may have gone on
    Enum<D, Sweep> sweep{};
    model::Set<D, Sort::core> to_tell, unanswered;
    BOOST_DESCRIBE_CLASS(L2, (Queue), (promotions, sweep, to_tell, unanswered), (), ())

    void start(const Config& config, const std::vector<int>& memory) {
        Queue::start(config, memory);
        if (config.memory) return;
        for (std::size_t a = 0; a < memory.size(); ++a) this->lines.place(static_cast<int>(a)).data = memory[a];
    }

    // ---- messages ---------------------------------------------------------------------------------------------------

    template <class Context>
    void receive(const Message<D>& m, Context& ctx) {
        if (m.kind == MessageKind::Promote) return queue_promotion(m, ctx);
        if (m.kind == MessageKind::FlushDone || m.kind == MessageKind::Invalidated) return answered(ctx.sender(), ctx);
        Queue::receive(m, ctx);
    }

    /// Footnote 1: "stalling accesses to the cache line at the target scope until the remote operation completes".
    template <class Context>
    bool delays(const Message<D>& m, const L2Line<D>&, Context& ctx) {
        if (!locks(ctx.config()) || sweep != Sweep::invalidate) return false;
        return promotions.front().access == AccessKind::store && promotions.front().address == m.address;
    }
    template <class Context>
    void put_off(const L2Line<D>&, Context& ctx) { ctx.stall(Outcome::stalled_locked); }

    static bool locks(const Config& config) { return config.remote_release == RemoteRelease::locks; }

    template <class Context>
    void answer(Core<D> from, const Message<D>& m, L2Line<D>& line, Context& ctx) {
        if (m.kind == MessageKind::Read) {
            ctx.send(NodeKind::cu, from, {.kind = MessageKind::ReadData, .address = m.address, .data = line.data});
            ctx.did(Outcome::read_done);
        } else if (m.kind == MessageKind::WriteThrough) {
            model::overwrite(line.data, m.data);
            ctx.store_performed(from, m.wavefront, m.address, m.data, 0);
            ctx.send(NodeKind::cu, from, {.kind = MessageKind::WriteDone, .address = m.address});
            ctx.did(Outcome::write_done);
        } else {
            perform(from, m, line, ctx);
        }
    }

    /// rm_acq.3, rm_rel.2, rm_ar.3, and accesses of component scope that are not remote.
    template <class Context>
    void perform(Core<D> from, const Message<D>& m, L2Line<D>& line, Context& ctx) {
        Value<D> found{};
        if (m.access == AccessKind::load) {
            found = line.data;
        } else if (m.access == AccessKind::store) {
            model::overwrite(line.data, m.data);
        } else {
            found = model::perform(line.data, m.data);
        }
        ctx.did(Outcome::performed_at_l2);
        if (m.access != AccessKind::load) ctx.store_performed(from, m.wavefront, m.address, m.data, 0);
        if (m.remote && m.access == AccessKind::store && locks(ctx.config())) {
            ctx.did(Outcome::line_locked);  // it completes when the others have been invalidated
        } else {
            ctx.send(NodeKind::cu, from, {.kind = MessageKind::Performed, .address = m.address, .wavefront = m.wavefront, .data = found});
        }
        if (m.remote) tell_others(from, m.access, ctx);
    }

    // ---- promotions -------------------------------------------------------------------------------------------------

    template <class Context>
    void queue_promotion(const Message<D>& m, Context& ctx) {
        const bool alone = promotions.empty();
        promotions.push({.core = ctx.sender(), .wavefront = m.wavefront, .address = m.address, .access = m.access});
        if (!alone) return ctx.did(Outcome::promotion_waits);
        begin(ctx);
    }

    /// The head's flushes. rm_acq.1: "flushing all remote scope instances"; rm_ar.1: "the requestor also flushes its local data"; none for a remote
    /// release as it is published.
    template <class Context>
    void begin(Context& ctx) {
        sweep = Sweep::flush;
        if (stalls(promotions.front().access, ctx.config()) || promotions.front().access == AccessKind::load)
            each_cu(ctx.config(), [&](Core<D> cu) { to_tell.insert(cu); });
        if (!stalls(promotions.front().access, ctx.config())) to_tell.erase(promotions.front().core);
        unanswered = to_tell;
        ctx.did(Outcome::promotion_begins);
        if (unanswered.empty()) swept(ctx);
    }

    /// The access has been performed. rm_ar.4, rm_rel.3: "all remote scope instances encompassed by the target scope instance are promoted".
    template <class Context>
    void tell_others(Core<D> requestor, const Enum<D, AccessKind>& access, Context& ctx) {
        sweep = access == AccessKind::load ? Sweep::resume : Sweep::invalidate;
        if (sweep != Sweep::resume || stalls(access, ctx.config())) {
            each_cu(ctx.config(), [&](Core<D> cu) { to_tell.insert(cu); });
            to_tell.erase(requestor);
        }
        unanswered = to_tell;
        if (unanswered.empty()) swept(ctx);
    }

    /// Tells one L1 what the sweep wants of it.
    template <class Context>
    void tell(Core<D> cu, Context& ctx) {
        if (!to_tell.contains(cu)) return ctx.stall(Outcome::nothing_to_do);
        to_tell.erase(cu);
        const Promotion<D> promotion = promotions.front();
        const MessageKind kind = sweep == Sweep::flush ? MessageKind::FlushMarker : sweep == Sweep::invalidate ? MessageKind::Invalidate : MessageKind::Resume;
        ctx.send(NodeKind::cu, cu, {.kind = kind, .address = promotion.address, .stalls = stalls(promotion.access, ctx.config())});
        ctx.did(Outcome::promotion_told);
    }

    template <class Context>
    void answered(Core<D> cu, Context& ctx) {
        unanswered.erase(cu);
        if (unanswered.empty()) swept(ctx);
    }

    /// All have answered.
    template <class Context>
    void swept(Context& ctx) {
        const Promotion<D> promotion = promotions.front();
        if (sweep == Sweep::flush) {
            ctx.send(NodeKind::cu, promotion.core, {.kind = MessageKind::Promoted, .address = promotion.address, .wavefront = promotion.wavefront});
            sweep = Sweep::access;
            return ctx.did(Outcome::promoted);
        }
        if (promotion.access == AccessKind::store && locks(ctx.config()))
            ctx.send(NodeKind::cu, promotion.core, {.kind = MessageKind::Performed, .address = promotion.address, .wavefront = promotion.wavefront});
        promotions.pop();
        sweep = Sweep::none;
        ctx.did(Outcome::promotion_over);
    }

    /// The next remote operation.
    template <class Context>
    void admit(Context& ctx) {
        if (sweep != Sweep::none || promotions.empty()) return ctx.stall(Outcome::nothing_to_do);
        begin(ctx);
    }

    template <class F>
    static void each_cu(const Config& config, F&& f) {
        for (int cu = 0; cu < config.shape[Sort::core]; ++cu) f(Core<D>(cu));
    }

    // ---- what L2 does by itself -------------------------------------------------------------------------------------

    enum class ActionKind : std::uint8_t { dram_fill, evict, answer_waiting, tell, admit };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, dram_fill, evict, answer_waiting, tell, admit)
    struct Action {
        Enum<D, ActionKind> kind{};
        Address<D> block{};
        Core<D> cu{};
        BOOST_DESCRIBE_CLASS(Action, (), (kind, block, cu), (), ())
    };
    static bool offers(const Action& action, const Config& config) {
        if (action.kind == ActionKind::tell) return action.block == 0;
        if (action.cu != 0) return false;
        if (action.kind == ActionKind::admit) return action.block == 0;
        return action.kind == ActionKind::answer_waiting || config.memory;
    }
    static model::Unit unit(ActionKind kind) {
        if (kind == ActionKind::evict) return model::Unit::replacement;
        return kind == ActionKind::dram_fill ? model::Unit::memory : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind != ActionKind::evict; }
    static std::string text(const Action& action) {
        if (action.kind == ActionKind::tell) return "tells CU" + std::to_string(action.cu.number);
        if (action.kind == ActionKind::admit) return "admits the next remote operation";
        return Queue::text({.kind = queued(action.kind), .block = action.block});
    }
    static typename Queue::ActionKind queued(ActionKind kind) {
        if (kind == ActionKind::dram_fill) return Queue::ActionKind::dram_fill;
        return kind == ActionKind::evict ? Queue::ActionKind::evict : Queue::ActionKind::answer_waiting;
    }

    template <class Context>
    void act(const Action& action, Context& ctx) {
        if (action.kind == ActionKind::tell) return tell(action.cu, ctx);
        if (action.kind == ActionKind::admit) return admit(ctx);
        Queue::act({.kind = queued(model::enumerator(action.kind)), .block = action.block}, ctx);
    }

    bool idle() const { return promotions.empty() && Queue::idle(); }
};

}  // namespace tandem::rsp
