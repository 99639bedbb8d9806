// The L1 of a compute unit: a write-through cache that its wavefronts wait for.
#pragma once

#include "protocols/rsp/write_through.hpp"

namespace tandem::rsp {

/// How an L1 writes through, and its other messages.
struct AtL1 {
    static constexpr Outcome dirty_line_invalidated = Outcome::dirty_line_invalidated, written_through = Outcome::written_through,
                             nothing_to_write = Outcome::nothing_to_write, evicted = Outcome::l1_evicted;
    /// To the L2 of this compute unit: a bank of the only component's L2, or the L2 of its own component.
    template <class D, class Context>
    static void send(const Message<D>& m, Context& ctx) {
        const auto& config = ctx.config();
        ctx.send(Context::NodeKind::l2, config.components == 1 ? config.home(m.address) : config.component_of(ctx.core()), m);
    }
};

template <class D> using MshrEntry = Waiting<D, Sort::thread, model::Set<D, Sort::thread>>;
template <class D> using L1 = WriteThroughCache<D, MshrEntry<D>, AtL1>;

}  // namespace tandem::rsp
