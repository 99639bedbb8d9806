// The step between a warp's instruction and the caches in protocols without leases: the consistency model, and at most one access
// of a warp to a block at a time.
#pragma once

#include "protocols/baseline/config.hpp"
#include "protocols/baseline/messages.hpp"

namespace tandem::baseline {

template <class D>
bool issued(const model::WarpInstruction<D>& op, const Config& config) {
    if (op.kind == AccessKind::fence && config.consistency != Consistency::rc) return false;
    if (op.kind == AccessKind::atomic && !config.atomics) return false;
    return op.well_formed() && op.block_count() <= config.lanes;
}

/// Whether the instruction may go to its blocks, all or none. A fence never does: it passes here, or stalls. `node` says which of
/// its warps have an access to a block under way.
template <class Outcome, class Node, class D, class Context>
bool may_access(Node& node, const model::WarpInstruction<D>& op, Context& ctx) {
    if (op.kind == AccessKind::fence) {
        if (node.warps[op.warp].outstanding != 0) ctx.stall(Outcome::stalled_fence);
        else ctx.did(Outcome::fence_passes);
        return false;
    }
    if (ctx.config().consistency == Consistency::sc && node.warps[op.warp].outstanding != 0)
        return ctx.stall(Outcome::stalled_warp_busy), false;
    bool possible = true;
    op.blocks.each([&](Address<D> a) { possible = possible && !node.under_way(op.warp, a); });
    if (!possible) ctx.stall(Outcome::stalled_same_block);
    return possible;
}

}  // namespace tandem::baseline
