// The views of properties on G-TSC: the readable copies and their times, the present value of a block, and properties particular
// to this protocol.
#pragma once

#include "protocols/gtsc/protocol.hpp"

namespace tandem::gtsc {

/// Every copy of a block that a load may read, with its lease: in L1 unless a store hides it (V-A), in L2, and in fills on
/// their way. Timestamps of different epochs are never compared (V-D).
struct ReadableCopies {
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        const Visibility visibility = view.config().visibility;
        view.template each<NodeKind::l1>([&](const auto& l1, int) {
            l1.lines.each([&](auto a, const auto& C) {
                if (C.state == LineState::valid || visibility != Visibility::delay) sink({a, C.data, C.wts, C.rts, l1.epoch});
            });
        });
        view.template each<NodeKind::l2>([&](const auto& l2, int) {
            l2.lines.each([&](auto a, const auto& C) {
                if (!C.awaiting_dram) sink({a, C.data, C.wts, C.rts, l2.epoch});
            });
        });
        view.each_message([&](const auto& m, const auto&) {
            if (m.kind == MessageKind::BusFill) sink({m.address, m.data, m.wts, m.rts, m.epoch});
        });
    }
};

/// The value of a block after all stores so far: L2's, or DRAM's if L2 has none.
struct CurrentValue {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        Value<typename View::D> value{};
        view.template each<NodeKind::l2>([&](const auto& l2, int bank) {
            if (bank != view.config().home(a)) return;
            const auto* C = l2.lines.find(a);
            value = C && !C->awaiting_dram ? C->data : l2.dram[a];
        });
        return value;
    }
};

template <class System>
void add_warp_ts_monotone(System& system) {
    system.template add_step_property<NodeKind::l1>(
        "warp-ts-monotone", "each warp monotonically increases its own warp_ts (III-C), but for a reset (V-D)",
        [](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            if (step.outcomes >> static_cast<int>(Outcome::l1_reset) & 1) return true;
            for (std::size_t w = 0; w < before.warps.items.size(); ++w)
                if (after.warps.items[w].ts < before.warps.items[w].ts)
                    return refuted("warp_ts of ", refuted.thread(w), " falls from ", before.warps.items[w].ts, " to ",
                                   after.warps.items[w].ts, ", and no reset is adopted");
            return true;
        });
}

/// Otherwise a load or store could be performed before its warp's earlier accesses, and no single block would show that.
template <class System>
void add_warp_ts_latest(System& system) {
    const bool one_at_a_time = system.config().consistency == Consistency::sc && system.config().lanes == 1;
    system.template add_step_property<NodeKind::l1>(
        "warp-ts-latest",
        "The timestamp of each warp represents the conceptual timestamp of the last memory operation performed by that warp "
        "(III-B)",
        [one_at_a_time](const auto& before, const auto& after, const auto& step, const auto& refuted) {
            if (step.outcomes >> static_cast<int>(Outcome::old_response) & 1) return true;  // of the epoch before this one
            bool reset = false;
            for (const auto& event : step.events) {
                if (event.kind == model::EventKind::reset_adopted) reset = true;
                if (event.kind != model::EventKind::load_completed && event.kind != model::EventKind::store_completed) continue;
                const auto w = event.thread.index();
                if (after.warps.items[w].ts < event.when)
                    return refuted(refuted.thread(w), " completes an access at time ", event.when, ", but its warp_ts is only ",
                                   after.warps.items[w].ts, " afterwards");
                if (one_at_a_time && !reset && event.when < before.warps.items[w].ts)
                    return refuted(refuted.thread(w), " completes an access at time ", event.when,
                                   ", but its warp_ts was ", before.warps.items[w].ts,
                                   " already: the access is performed before an older one");
            }
            return true;
        });
}

/// Whether `outcome` is one that a variant must show in some run. The shape must have room for it: two warps of an SM if warps
/// wait for each other, two blocks if one ages while the other is written.
inline bool expected(Outcome outcome, const Config& config) {
    const bool epoch = config.reset == Reset::epoch;
    const bool two_warps = config.shape[Sort::thread] > 1, two_blocks = config.shape[Sort::address] > 1;
    const bool rc = config.consistency == Consistency::rc;
    switch (outcome) {
        case Outcome::atomic_sent:
        case Outcome::atomic_performed:
        case Outcome::atomic_returned: return config.atomics;
        case Outcome::load_hit_under_store: return config.visibility != Visibility::delay && two_warps;
        case Outcome::load_merged: return config.combining == Combining::mshr && two_warps;
        case Outcome::stalled_forwarding: return config.combining == Combining::forward_all && two_warps;
        case Outcome::load_waits_for_store:
        case Outcome::stalled_store_pending: return two_warps;
        case Outcome::copy_given_up: return config.shape.words > 1 && config.partial == Partial::gives_copy_up;
        case Outcome::stalled_copy_in_use: return config.shape.words > 1 && config.partial == Partial::gives_copy_up && two_warps;
        case Outcome::load_not_covered: return two_warps && two_blocks;
        case Outcome::renewal_sent: return two_warps && two_blocks;
        case Outcome::renewed:
        case Outcome::read_renewed: return two_blocks;
        case Outcome::load_expired: return two_blocks;
        case Outcome::fence_passes:
        case Outcome::stalled_fence:
        case Outcome::stalled_same_block: return rc;
        case Outcome::stalled_warp_busy: return !rc;
        case Outcome::fill_dropped: return config.response == Response::guarded && two_warps;
        case Outcome::renewal_dropped:
            return config.response == Response::guarded && two_warps && two_blocks && config.visibility != Visibility::keep_old;
        case Outcome::renewal_without_block: return false;  // renewal-has-data forbids it
        case Outcome::reset_acknowledged:
        case Outcome::reset_announced:
        case Outcome::overflow_waits:
        case Outcome::sm_follows: return epoch;
        case Outcome::old_response:
        case Outcome::request_ahead:
        case Outcome::overflow_heard:
        case Outcome::bank_follows: return config.banks_agree();
        case Outcome::reset_signalled: return config.banks > 1;
        default: return true;
    }
}

}  // namespace tandem::gtsc
