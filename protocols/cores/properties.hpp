// The promises of each side of a core to its threads, over the ledger of accesses under way (model/ledger.hpp), which the text
// does not write; and the order of write buffers.
//
// `conform` compares what threads see of each other through it with a model.
#pragma once

#include <optional>
#include <string>

#include "model/network.hpp"
#include "model/refutation.hpp"
#include "model/warp_instruction.hpp"
#include "protocols/cores/choices.hpp"

namespace tandem::cores {

/// What a thread may have under way when an instruction is accepted.
struct Allowed {
    bool loads, stores;                // at all
    bool block_loads, block_stores;    // of the block that it names
};

inline Allowed allowed(model::AccessKind kind, const Choices& c) {
    using enum model::AccessKind;
    constexpr Allowed nothing{false, false, false, false};
    switch (c.side) {
        case Side::scsimple: return nothing;
        case Side::scwb:
            if (kind == store || kind == fence) return {false, true, false, true};
            return nothing;
        case Side::tso:
            if (kind == store) return {false, true, false, true};
            if (kind == load) return {false, true, false, c.forwarding != Forwarding::none};
            return nothing;
        case Side::rmo: return kind == fence ? nothing : Allowed{false, true, false, false};
        case Side::rmo_lr:
        case Side::rmo_lr_stores: break;
    }
    if (kind == fence) return c.fences == FencesWait::for_all ? nothing : Allowed{true, false, true, false};
    if (kind == load) return {true, true, true, false};
    return {kind == store && c.side == Side::rmo_lr_stores, true, false, false};
}

/// An instruction begins when its thread has nothing under way that it must wait for. So a fence finds nothing left, and no load
/// passes a store of its thread to its block.
template <class System>
void add_waits(System& system) {
    const Choices choices = system.config();
    system.add_account_property(
        "issue-order",
        "a thread's instruction begins when nothing is under way that the consistency model makes it wait for: one access at a "
        "time (6.1), a drained buffer (6.2, 6.3), a store of its block (6.3, 6.4), a fence (6.3, 6.4)",
        [choices](const auto& account, const auto& refuted) {
            if (!account.accepted) return true;
            const auto& op = *account.accepted;
            const Allowed may = allowed(model::enumerator(op.kind), choices);
            bool holds = true;
            const auto& of_thread = account.before.threads[op.warp];
            for (std::size_t a = 0; a < of_thread.items.size(); ++a) {
                const auto& under_way = of_thread.items[a];
                const bool same = bool(op.blocks.members[a]);
                const auto must_wait = [&](const char* what) {
                    return refuted("the node accepts ", op.text(), ", which must wait for ", refuted.thread(op.warp), "'s ", what,
                                   " of ", static_cast<char>('A' + a), ", still under way");
                };
                if (!(same ? may.block_loads : may.loads) && under_way.loads != 0) holds = must_wait("load");
                if (!(same ? may.block_stores : may.stores) && under_way.stores != 0) holds = must_wait("store");
            }
            return holds;
        });
}

/// "This FIFO write buffer" (6.2): stores leave it in the order of their arrival. `Node` is the kind of the clusters.
template <auto Node, class System>
void add_fifo(System& system) {
    system.template add_step_property<Node>(
        "buffer-fifo", "this FIFO write buffer (6.2): the store that leaves is the oldest, and one that enters is the youngest",
        [](const auto& before, const auto& after, const auto&, const auto& refuted) {
            const auto kept = [&](const auto& old, const auto& now, const auto&... whose) {
                const std::size_t had = old.size.index(), has = now.size.index();
                for (std::size_t gone = 0; gone <= had; ++gone) {  // the oldest of them have left
                    bool fits = has + gone >= had && has + gone <= had + 1 && gone <= 1;
                    for (std::size_t i = gone; fits && i < had; ++i) {
                        const auto &was = old.items[i], &is = now.items[i - gone];
                        fits = was.thread == is.thread && was.block == is.block && was.data == is.data;
                    }
                    if (fits) return true;
                }
                const auto oldest = [](const auto& queue) {
                    const auto& store = queue.items[0];
                    return queue.size.index() == 0
                               ? std::string("none")
                               : "that of " + model::part_text(store.data) + " to " + model::part_text(store.block);
                };
                return refuted("the write buffer", whose..., " held ", had, had == 1 ? " store" : " stores",
                               " and now holds ", has, ". Only the oldest may leave and only a youngest may enter: the oldest "
                               "was ", oldest(old), ", and is now ", oldest(now));
            };
            bool holds = kept(before.shared, after.shared);
            for (std::size_t t = 0; t < before.queues.items.size(); ++t)
                holds = holds && kept(before.queues.items[t], after.queues.items[t], " of ", refuted.thread(t));
            return holds;
        });
}

template <auto Node, class System>
void add_properties(System& system) {
    add_waits(system);
    if (system.config().buffered()) add_fifo<Node>(system);
}

/// Whether an outcome of a core side, or one that depends on it, must occur in a system of several cores; empty for other
/// outcomes.
template <class Outcome>
std::optional<bool> expected(Outcome outcome, const Choices& c, bool atomics, int threads) {
    using O = Outcome;
    const bool rmo = c.side == Side::rmo || c.reorders_loads();
    switch (outcome) {
        case O::buffered:
        case O::retires:
        case O::stalled_buffer: return c.buffered();
        case O::forwarded: return c.side == Side::tso && c.forwarding != Forwarding::none;
        case O::load_waits: return c.reorders_loads();
        case O::load_passes: return c.reorders_loads() && c.same_block == SameBlock::any_order;
        case O::stalled_same_block:
            return rmo || (c.side == Side::tso && c.forwarding == Forwarding::none) ||
                   (c.side == Side::scwb && c.prefetched == Prefetched::kept);
        case O::stalled_warp_busy:
            return c.side != Side::rmo_lr_stores || atomics || (c.lanes_go == Lanes::in_step && threads > 1);
        case O::stalled_fence:
        case O::fence_passes: return true;
        default: return std::nullopt;
    }
}

}  // namespace tandem::cores
