// A warp's access to a block that its core's cache performs, in protocols with write-back caches.
#pragma once

#include "protocols/baseline/messages.hpp"

namespace tandem::baseline {

template <class D>
struct CoreAccess {
    Enum<D, AccessKind> kind{};
    Thread<D> warp{};
    Value<D> data{};  // of a store or an atomic
    BOOST_DESCRIBE_CLASS(CoreAccess, (), (kind, warp, data), (), ())

    void clear_unused() {
        if (loads()) data = {};
    }

    /// The instruction's access to one of its blocks.
    static CoreAccess of(const model::WarpInstruction<D>& op, const Address<D>& a) {
        return {op.kind, op.warp, model::part_for(a, op.data)};
    }
    bool loads() const { return bool(kind == AccessKind::load); }

    void issue(const Address<D>& a, auto& ctx) const {
        if (!loads()) ctx.store_issued(warp, a, data);
    }
    /// Performs it on the block, which completes it.
    void perform(const Address<D>& a, Value<D>& block, auto& ctx) const {
        if (loads()) return ctx.load_completed(warp, a, block, 0);
        const bool atomic = bool(kind == AccessKind::atomic);
        Value<D> found{};
        if (atomic) found = model::perform(block, data);
        else model::overwrite(block, data);
        if (atomic) ctx.load_performed(ctx.core(), warp, a, found, 0);
        ctx.store_performed(ctx.core(), warp, a, data, 0);
        if (atomic) ctx.load_returned(warp, a, found, 0);
        ctx.store_completed(warp, a, 0);
    }
};

}  // namespace tandem::baseline
