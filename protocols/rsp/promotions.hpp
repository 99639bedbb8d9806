// The place where accesses of the largest scope are performed, and where remote operations promote the scopes of others (4.2).
//
// A promotion consists of sweeps. All others flush; the requestor's access is performed; all others are invalidated. They are
// told one after the other. The paper sends these commands from CU to CU, and does not say what two simultaneous remote
// operations do. Here one is admitted after the other. No flush waits for a lock: a lock waits only for invalidations, which no
// access delays.
#pragma once

#include "protocols/baseline/messages.hpp"
#include "protocols/rsp/operations.hpp"

namespace tandem::rsp {

/// A remote operation.
template <class D>
struct Promotion {
    Core<D> core{};
    Thread<D> wavefront{};
    Address<D> address{};
    Enum<D, AccessKind> access{};
    BOOST_DESCRIBE_CLASS(Promotion, (), (core, wavefront, address, access), (), ())
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Sweep, std::uint8_t,
    none,
    flush,       // rm_acq.1, rm_ar.1
    access,      // the requestor's, which comes next
    invalidate,  // rm_rel.3, rm_ar.4
    resume)      // synchronization, after a remote acquire that stalled it

/// The command to the participants of a sweep.
template <class D>
MessageKind command(const Enum<D, Sweep>& sweep) {
    return sweep == Sweep::flush        ? MessageKind::FlushMarker
           : sweep == Sweep::invalidate ? MessageKind::Invalidate
                                        : MessageKind::Resume;
}

/// `Self`, which derives from this, says who takes part, each under the name of a compute unit: `each_part`, `leave_out` for a
/// requestor that does not, `send_to_part`, `send_to_requestor`. `performed` is its name for the outcome of performing an access.
template <class Self, class D>
struct Promotions {
    // the head is under way, though its wavefront may have gone on
    model::Fifo<D, Promotion<D>, baseline::most_waiting + 1> promotions;
    Enum<D, Sweep> sweep{};
    model::Set<D, Sort::core> to_tell, unanswered;
    BOOST_DESCRIBE_CLASS(Promotions, (), (promotions, sweep, to_tell, unanswered), (), ())

    /// Footnote 1: "stalling accesses to the cache line at the target scope until the remote operation completes".
    bool locked(Address<D> a, auto& ctx) {
        if (!locks(ctx.config()) || sweep != Sweep::invalidate) return false;
        return promotions.front().access == AccessKind::store && promotions.front().address == a;
    }
    static bool locks(const Config& config) { return config.remote_release == RemoteRelease::locks; }

    /// rm_acq.3, rm_rel.2, rm_ar.3, and non-remote accesses of that scope.
    void perform(Core<D> from, const Message<D>& m, Value<D>& held, auto& ctx) {
        Value<D> found{};
        if (m.access == AccessKind::load) {
            found = held;
        } else if (m.access == AccessKind::store) {
            model::overwrite(held, m.data);
        } else {
            found = model::perform(held, m.data);
        }
        has_performed(from, m, found, ctx);
    }
    void has_performed(Core<D> from, const Message<D>& m, const Value<D>& found, auto& ctx) {
        ctx.did(Self::performed);
        if (m.access != AccessKind::load) ctx.store_performed(from, m.wavefront, m.address, m.data, 0);
        if (m.remote && m.access == AccessKind::store && locks(ctx.config())) {
            ctx.did(Outcome::line_locked);  // it completes when the others have been invalidated
        } else {
            self().send_to_requestor(
                from, {.kind = MessageKind::Performed, .address = m.address, .wavefront = m.wavefront, .data = found}, ctx);
        }
        if (m.remote) tell_others(from, m.access, ctx);
    }

    // ---- promotions -------------------------------------------------------------------------------------------------

    void queue_promotion(Core<D> requestor, const Message<D>& m, auto& ctx) {
        const bool alone = promotions.empty();
        promotions.push({.core = requestor, .wavefront = m.wavefront, .address = m.address, .access = m.access});
        if (!alone) return ctx.did(Outcome::promotion_waits);
        begin(ctx);
    }

    /// The flushes for the queue's head. rm_acq.1: "flushing all remote scope instances"; rm_ar.1: "the requestor also flushes
    /// its local data"; none for a remote release as published.
    void begin(auto& ctx) {
        sweep = Sweep::flush;
        if (stalls(promotions.front().access, ctx.config()) || promotions.front().access == AccessKind::load)
            Self::each_part(ctx, [&](Core<D> part) { to_tell.insert(part); });
        if (!stalls(promotions.front().access, ctx.config())) Self::leave_out(promotions.front().core, to_tell);
        unanswered = to_tell;
        ctx.did(Outcome::promotion_begins);
        if (unanswered.empty()) swept(ctx);
    }

    /// The access has been performed. rm_ar.4, rm_rel.3: "all remote scope instances encompassed by the target scope instance are
    /// promoted".
    void tell_others(Core<D> requestor, const Enum<D, AccessKind>& access, auto& ctx) {
        sweep = access == AccessKind::load ? Sweep::resume : Sweep::invalidate;
        if (sweep != Sweep::resume || stalls(access, ctx.config())) {
            Self::each_part(ctx, [&](Core<D> part) { to_tell.insert(part); });
            Self::leave_out(requestor, to_tell);
        }
        unanswered = to_tell;
        if (unanswered.empty()) swept(ctx);
    }

    /// Sends the sweep's command to one of the participants.
    void tell(Core<D> part, auto& ctx) {
        if (!to_tell.contains(part)) return ctx.stall(Outcome::nothing_to_do);
        to_tell.erase(part);
        const Promotion<D> promotion = promotions.front();
        self().send_to_part(
            part, {.kind = command<D>(sweep), .address = promotion.address, .stalls = stalls(promotion.access, ctx.config())},
            ctx);
        ctx.did(Outcome::promotion_told);
    }

    void answered(Core<D> part, auto& ctx) {
        unanswered.erase(part);
        if (unanswered.empty()) swept(ctx);
    }

    /// All have answered.
    void swept(auto& ctx) {
        const Promotion<D> promotion = promotions.front();
        if (sweep == Sweep::flush) {
            self().send_to_requestor(
                promotion.core, {.kind = MessageKind::Promoted, .address = promotion.address, .wavefront = promotion.wavefront},
                ctx);
            sweep = Sweep::access;
            return ctx.did(Outcome::promoted);
        }
        if (promotion.access == AccessKind::store && locks(ctx.config()))
            self().send_to_requestor(
                promotion.core, {.kind = MessageKind::Performed, .address = promotion.address, .wavefront = promotion.wavefront},
                ctx);
        promotions.pop();
        sweep = Sweep::none;
        ctx.did(Outcome::promotion_over);
    }

    /// The next remote operation.
    void admit(auto& ctx) {
        if (sweep != Sweep::none || promotions.empty()) return ctx.stall(Outcome::nothing_to_do);
        begin(ctx);
    }

private:
    Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace tandem::rsp
