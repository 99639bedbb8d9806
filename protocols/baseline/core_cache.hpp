// The common part of write-back caches that perform their core's accesses. One access waits for a block, others stall. A message
// that must wait for it is deferred, so that others pass.
//
// `Self`, which derives from this, begins an access, `begin(access, block, line, ctx)`, evicts a line, `evict(block, line, ctx)`,
// and answers a message, `answer(message, line, ctx)`. A `Line` has the `access` that waits and, if messages may have to wait for
// it, the message that is `deferred`. `waiting()` tells whether an access waits, and `stable()` whether nothing is awaited at
// all. `accepts(access)` tells whether an access may begin, and `defers(message)` whether a message must wait.
#pragma once

#include "model/block_action.hpp"
#include "protocols/baseline/access.hpp"
#include "protocols/baseline/core_access.hpp"

namespace tandem::baseline {

template <class Self, class D, class Line, class Message, class Outcome>
struct CoreCache {
    model::Array<D, Sort::thread, Warp<D>> warps;
    model::Cache<D, Line> lines;
    BOOST_DESCRIBE_CLASS(CoreCache, (), (warps, lines), (), ())

    void start(const auto&, const std::vector<int>&) {}
    bool idle() const {
        bool idle = true;
        lines.each([&](Address<D>, const Line& line) { idle = idle && line.stable() && !defers_one(line); });
        return idle;
    }

    using Operation = model::WarpInstruction<D>;
    using Access = CoreAccess<D>;
    static bool issues(const Operation& op, const Config& config) { return issued(op, config); }

    void access(const Operation& op, auto& ctx) {
        if (!may_access<Outcome>(*this, op, ctx)) return;
        bool possible = true;
        op.blocks.each([&](Address<D> a) {
            const Line* line = lines.find(a);
            possible = possible && (!line || line->accepts(Access::of(op, a)));
        });
        if (!possible) return ctx.stall(Outcome::stalled_transient);
        op.blocks.each([&](Address<D> a) {
            const Access access = Access::of(op, a);
            access.issue(a, ctx);
            self().begin(access, a, lines.place(a), ctx);
        });
    }
    bool under_way(Thread<D> w, Address<D> a) const {
        const Line* line = lines.find(a);
        return line && line->waiting() && line->access.warp == w;
    }
    void wait(const Access& access, Line& line) {
        line.access = access;
        warps[access.warp].outstanding += 1;
    }
    /// The block that the access waited for has arrived.
    void complete(Address<D> a, Line& line, auto& ctx) {
        warps[line.access.warp].outstanding -= 1;
        line.access.perform(a, line.data, ctx);
    }

    void answer_or_defer(const Message& m, Line& line, auto& ctx) {
        if (!line.defers(m)) return self().answer(m, line, ctx);
        line.deferred = m;
        ctx.did(Outcome::deferred);
    }

    enum class ActionKind : std::uint8_t { evict, answer_deferred };
    BOOST_DESCRIBE_NESTED_ENUM(ActionKind, evict, answer_deferred)
    using Action = model::BlockAction<D, ActionKind>;
    static bool offers(const Action&, const Config&) { return true; }
    static model::Unit unit(ActionKind kind) {
        return kind == ActionKind::evict ? model::Unit::replacement : model::Unit::controller;
    }
    static bool fair(const Action& action) { return action.kind == ActionKind::answer_deferred; }

    void act(const Action& action, auto& ctx) {
        Line* line = lines.find(action.block);
        if (!line) return ctx.stall(Outcome::nothing_to_do);
        if (action.kind == ActionKind::evict) {
            if (!line->stable() || defers_one(*line)) return ctx.stall(Outcome::nothing_to_do);
            return self().evict(action.block, *line, ctx);
        }
        if constexpr (puts_off) {
            if (!line->deferred || line->defers(*line->deferred)) return ctx.stall(Outcome::nothing_to_do);
            const Message m = *line->deferred;
            line->deferred.reset();
            ctx.did(Outcome::answered_late);
            self().answer(m, *line, ctx);
        } else {
            ctx.stall(Outcome::nothing_to_do);
        }
    }

    // ---- for a simulated machine

    /// Whether an access to the block has to wait for it.
    bool misses(AccessKind kind, const Address<D>& a) const {
        const Line* line = lines.find(a);
        if (!line) return true;
        if constexpr (requires { line->readable(), line->writable(); })
            return !(kind == AccessKind::load ? line->readable() : line->writable());
        else return !line->stable();
    }

private:
    /// Whether messages can ever wait for an access.
    static constexpr bool puts_off = requires(Line line) { line.deferred; };
    static bool defers_one(const Line& line) {
        if constexpr (puts_off) return bool(line.deferred);
        else return false;
    }
    Self& self() { return static_cast<Self&>(*this); }
};

}  // namespace tandem::baseline
