// The paper's statements about single steps of a cache, besides what loads return. A lease is used, a locked block is left alone,
// a copy grows no older, and a reset has its effects. A protocol may break some of these and still be coherent; it is then not
// the paper's.
#pragma once

#include "protocols/gtsc/protocol.hpp"

namespace tandem::gtsc {

/// Whether `outcome` is among the outcomes of a step.
template <class Step>
bool occurred(const Step& step, Outcome outcome) {
    return step.outcomes >> static_cast<int>(outcome) & 1;
}

/// No load waits for what its SM's copy allows, neither when it is issued nor when a response comes.
template <class System>
void add_covered_load_hits(System& system) {
    system.template add_step_property<NodeKind::l1>(
        "covered-load-hits",
        "An access that fulfills both conditions results in a hit: the tag check, and warp_ts less than or equal to C.rts "
        "(IV-A1)",
        [](const auto&, const auto& after, const auto&, const auto& refuted) {
            bool holds = true;
            after.mshr.each([&](auto a, const auto& entry) {
                const auto* C = after.lines.find(a);
                if (!C || C->state != LineState::valid) return;
                entry.loads.each([&](auto w, const auto& load) {
                    if (load.warp_ts <= C->rts)
                        holds = refuted("the load of ", a, " by ", refuted.thread(w), " waits, though it asks at warp_ts ",
                                        load.warp_ts, " and the SM's copy may be read until ", C->rts);
                });
            });
            return holds;
        });
}

template <class System>
void add_renewal_has_data(System& system) {
    system.template add_step_property<NodeKind::l1>(
        "renewal-has-data",
        "The private cache receives a renewal response when it already has the updated version of the data (IV-D)",
        [](const auto&, const auto&, const auto& step, const auto& refuted) {
            return !occurred(step, Outcome::renewal_without_block) ||
                   refuted("a renewal comes without data, and the SM has no copy of the block to renew");
        });
}

/// If the old copy is kept, it may be renewed meanwhile.
template <class System>
void add_locked_unchanged(System& system) {
    const bool old_copy = system.config().visibility == Visibility::keep_old;
    system.template add_step_property<NodeKind::l1>(
        "locked-unchanged",
        "the L1 cache block data is updated, but all further accesses to the data from the SM are blocked (IV-A2), until the "
        "store is completed and acknowledged (V-A)",
        [old_copy](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            if (occurred(step, Outcome::l1_reset) || occurred(step, Outcome::ack_unlocks)) return true;
            bool holds = true;
            before.lines.each([&](auto a, const auto& old) {
                if (old.state != LineState::store_pending) return;
                const auto* C = after.lines.find(a);
                if (!C || C->state != LineState::store_pending || C->writer != old.writer || C->data != old.data ||
                    C->wts != old.wts)
                    holds = refuted("the copy of ", a, " is locked by the store of ", refuted.thread(old.writer),
                                    ", which is not acknowledged, but the step changes it or takes it away");
                else if (!old_copy && C->rts != old.rts)
                    holds = refuted("the copy of ", a, " is locked by the store of ", refuted.thread(old.writer),
                                    ", but its lease changes: rts was ", old.rts, " and becomes ", C->rts);
            });
            return holds;
        });
}

template <class System>
void add_copy_never_older(System& system) {
    system.template add_step_property<NodeKind::l1>(
        "copy-never-older", "A fill response can either fill a new block or update an existing block with new data (IV-D)",
        [](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            if (!occurred(step, Outcome::fill_installed) || occurred(step, Outcome::l1_reset)) return true;
            bool holds = true;
            before.lines.each([&](auto a, const auto& old) {
                const auto* C = after.lines.find(a);
                if (C && C->wts < old.wts)
                    holds = refuted("a fill replaces the SM's copy of ", a, ", with wts ", old.wts,
                                    ", by an older one, with wts ", C->wts);
            });
            return holds;
        });
}

/// All blocks except that of the request that caused the reset, which is answered in the same step: Fig. 4 and 5.
template <class System>
void add_reset_starts_again(System& system) {
    const int lease = system.config().leases[0];
    system.template add_step_property<NodeKind::l2>(
        "reset-starts-again",
        "the write timestamp of all blocks is set to 1 and the read timestamp is set to (lease) and the memory timestamp is set "
        "to 1 (V-D)",
        [lease](const auto&, const auto& after, const auto& step, const auto& refuted) {
            if (!occurred(step, Outcome::overflow_reset) && !occurred(step, Outcome::reset_signalled)) return true;
            if (after.mem_ts != 1) return refuted("the clock is reset, but mem_ts is ", after.mem_ts, " and not 1");
            for (const auto& event : step.events)
                if (event.kind == model::EventKind::store_performed && event.when != lease + 1)
                    return refuted("the clock is reset, but the store that caused it is performed at ", event.when,
                                   " and not right after the first lease, at ", lease + 1);
            int others = 0;
            after.lines.each([&](auto, const auto& C) {
                if (!C.awaiting_dram && (C.wts != 1 || C.rts != lease)) ++others;
            });
            return others <= 1 || refuted("the clock is reset, but ", others, " blocks do not have wts 1 and rts ", lease,
                                          "; only that of the request may differ");
        });
}

/// The paper's large timestamp says nothing after a reset; ours says which reset it counts from.
template <class System>
void add_stale_counts_as_1(System& system) {
    const int longest = (system.config().smallest_time_max() - 1) / 2;
    system.template add_step_property<NodeKind::l2>(
        "stale-counts-as-1",
        "After resetting all timestamps, the L2 cache responds to every request with timestamp with a large value with a fill "
        "response (V-D): by its own, small timestamps",
        [longest](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            const bool write = occurred(step, Outcome::stale_write), read = occurred(step, Outcome::stale_read);
            if (!write && !read) return true;
            if (occurred(step, Outcome::read_renewed))
                return refuted("a request with a timestamp from before the reset is answered by a renewal and not by a fill");
            if (occurred(step, Outcome::overflow_reset)) return true;  // reset-starts-again
            bool holds = true;
            after.lines.each([&](auto a, const auto& C) {
                const auto* old = before.lines.find(a);
                if (!old || old->awaiting_dram) return;
                if (write && C.wts != old->wts && C.wts != old->rts + 1)
                    holds = refuted("a store with a timestamp from before the reset is performed at ", C.wts, " on ", a,
                                    ", and not right after the block's lease, which ended at ", old->rts);
                if (read && C.rts != old->rts && longest + 1 < C.rts)
                    holds = refuted("a load with a timestamp from before the reset extends the lease of ", a, " to ", C.rts,
                                    ", more than the longest lease, ", longest, ", after 1");
            });
            return holds;
        });
}

/// Combining::forward_all.
template <class System>
void add_forwards_all(System& system) {
    system.template add_step_property<NodeKind::l1>(
        "forwards-all",
        "Forwarding all requests to L2 cache [...] assures that the requests are serviced as soon as the responses are returned "
        "(V-B): no load waits for the answer to another",
        [](const auto&, const auto&, const auto& step, const auto& refuted) {
            return !occurred(step, Outcome::load_merged) ||
                   refuted("a load waits for the answer to another load, and is not sent to L2");
        });
}

/// Reset::epoch, and one lease. With several leases L2 may choose a shorter one for a request that has waited, which then no
/// longer needs the reset. An SM that sends something by itself need not be told.
template <class System>
void add_reset_told_once(System& system) {
    const bool asked_for = !system.config().banks_agree();  // several banks ask after each reset
    system.template add_step_property<NodeKind::l2>(
        "reset-told-once",
        "an SM is told of a reset at most once, and only where a request waits for the next (docs/findings.md, 3)",
        [asked_for](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            if (!occurred(step, Outcome::reset_announced)) return true;
            bool new_to_it = false, waits = false;
            after.told.each([&](auto sm) {
                if (!before.told.contains(sm)) new_to_it = true;
            });
            before.lines.each([&](auto, const auto& C) {
                if (!C.waiting.empty()) waits = true;
            });
            if (!new_to_it) return refuted("L2 announces a reset to an SM that has been told of it");
            return waits || !asked_for || refuted("L2 announces a reset, though no request waits for the next");
        });
}

template <class System>
void add_step_properties(System& system) {
    add_covered_load_hits(system);
    add_renewal_has_data(system);
    add_locked_unchanged(system);
    add_copy_never_older(system);
    add_reset_starts_again(system);
    add_stale_counts_as_1(system);
    if (system.config().combining == Combining::forward_all) add_forwards_all(system);
    if (system.config().lease_choices == 1) add_reset_told_once(system);
}

}  // namespace tandem::gtsc
