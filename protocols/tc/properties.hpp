// The views of properties on Temporal Coherence: the copies that can be read now, and the outcomes that a system must show.
#pragma once

#include "protocols/tc/protocol.hpp"

namespace tandem::tc {

/// Every copy of a block that a load may read now: L2's, and those in L1 caches and in fills whose lease lasts. All times are
/// physical, so no moments are compared.
struct ReadableCopies {
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        view.template each<NodeKind::l2>([&](const auto& l2, int) {
            l2.lines.each([&](auto a, const auto& line) {
                if (!line.awaiting_dram) sink({a, line.data, 0, 0, false});
            });
        });
        view.template each<NodeKind::sm>([&](const auto& l1, int sm) {
            const bool last = sm == view.config().shape[Sort::core] - 1;
            l1.lines.each([&](auto a, const auto& line) {
                if (clock(view, last) <= line.expiry) sink({a, line.data, 0, 0, false});
            });
        });
        view.each_message([&](const auto& m, const auto&) {
            if (m.kind == MessageKind::Fill && clock(view) <= m.expiry) sink({m.address, m.data, 0, 0, false});
        });
    }
};

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& config) {
    const bool rc = config.consistency == Consistency::rc, weak = config.atomicity == Atomicity::weak,
               two_warps = config.shape[Sort::thread] > 1;
    const bool patient = config.patience == Patience::patient;
    switch (outcome) {
        case Outcome::fence_passes:
        case Outcome::stalled_fence:
        case Outcome::stalled_same_block: return rc;
        case Outcome::stalled_gwct: return weak && patient && config.shape[Sort::core] > 1;
        case Outcome::stalled_warp_busy: return !rc;
        case Outcome::load_merged:
        case Outcome::merged_served:
        case Outcome::merged_not_covered:
        case Outcome::requested_again:
        case Outcome::filled_after_write: return two_warps;
        case Outcome::write_private: return weak;
        case Outcome::write_early: return weak && config.shape[Sort::core] > 1;
        case Outcome::stalled_lease: return config.inclusion == Inclusion::inclusive || (!weak && patient);
        case Outcome::lease_lengthened:
        case Outcome::lease_shortened: return config.choice == LeaseChoice::predicted && config.lease_choices > 1;
        default: return true;
    }
}

}  // namespace tandem::tc
