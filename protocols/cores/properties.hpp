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
#include "protocols/cores/watch.hpp"

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
    const std::size_t enter = static_cast<std::size_t>(system.config().lanes);  // an instruction stores to so many blocks
    system.template add_step_property<Node>(
        "buffer-fifo", "this FIFO write buffer (6.2): the store that leaves is the oldest, and one that enters is the youngest",
        [enter](const auto& before, const auto& after, const auto&, const auto& refuted) {
            const auto kept = [&](const auto& old, const auto& now, const auto&... whose) {
                const std::size_t had = old.size.index(), has = now.size.index();
                for (std::size_t gone = 0; gone <= had; ++gone) {  // the oldest of them have left
                    bool fits = has + gone >= had && has + gone <= had + enter && gone <= 1;
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

/// "If an older load misses and a younger load hits, these loads appear out of order" (7.5): not those of one block, where they
/// keep their order.
template <auto Node, class System>
void add_loads_in_order(System& system) {
    system.template add_step_property<Node>(
        "loads-in-order",
        "where a thread's loads of one block keep their order, none is answered while an older one waits to be tried again",
        [](const auto& before, const auto& after, const model::LocalStep& step, const auto& refuted) {
            for (const auto& event : step.events) {
                if (event.kind != model::EventKind::load_completed && event.kind != model::EventKind::load_returned) continue;
                const auto waiting = [&](const auto& node) {
                    int loads = 0;
                    const auto& queue = node.queues[event.thread];
                    for (std::size_t i = 0; i < queue.size.index(); ++i) loads += queue.items[i].block == event.address;
                    return loads;
                };
                const bool has_older = !before.under_way(event.thread, event.address) && waiting(before) > 0;
                if (has_older && waiting(after) >= waiting(before))
                    return refuted(refuted.thread(event.thread), "'s load of ",
                                   model::name_text(model::Sort::address, event.address.number),
                                   " is answered, while an older one of that block waits to be tried again");
            }
            return true;
        });
}

/// A warp "issues an instruction" to its lanes (2.1, 4). The node counts who has issued it.
template <auto Node, class System>
void add_in_step(System& system) {
    const int lanes = system.config().shape[model::Sort::thread];
    system.template add_issue_property<Node>(
        "lanes-in-step",
        "a warp's lanes issue the same instruction, and the next when each has issued this one (2.1, 4)",
        [lanes](const auto& before, const auto& after, const auto& op, const auto& refuted) {
            auto issued = before.ahead;
            if (issued.contains(op.warp))
                return refuted(refuted.thread(op.warp), " issues its next instruction, and other lanes have not issued this one");
            issued.insert(op.warp);
            bool all = true;
            for (int lane = 0; lane < lanes; ++lane) all = all && issued.contains(lane);
            if (all) issued.clear();
            for (int lane = 0; lane < lanes; ++lane)
                if (bool(after.ahead.contains(lane)) != bool(issued.contains(lane)))
                    return refuted(refuted.thread(op.warp), " issues an instruction, and who has issued it is counted wrongly");
            return true;
        });
}

template <class System>
void add_what_loads_read(System& system) {
    system.add_invariant("write-atomicity",
                         "stores are atomic: no load but one that its own thread's buffer answers reads a store that is not "
                         "performed (6.3)",
                         [](const auto& view) { return bool(view.monitor().misread != Misread::early); });
    if (system.config().forwarding != Forwarding::none)
        system.add_invariant("own-store-read",
                             "a load that is forwarded gets its thread's youngest store to the block, as in x86",
                             [](const auto& view) { return bool(view.monitor().misread != Misread::older); });
}

template <auto Node, class Monitor, class System>
void add_properties(System& system) {
    const Choices& c = system.config();
    add_waits(system);
    if (c.buffered()) add_fifo<Node>(system);
    if (c.reorders_loads() && c.same_block == SameBlock::in_order) add_loads_in_order<Node>(system);
    if (c.lanes_go == Lanes::in_step) add_in_step<Node>(system);
    if constexpr (Monitor::present) add_what_loads_read(system);
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
