// What properties see of remote-scope promotion, and which outcomes a system must show.
#pragma once

#include "protocols/rsp/protocol.hpp"

namespace tandem::rsp {

/// A block as L2 holds it.
struct HeldByL2 {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        Value<typename View::D> value{};
        view.template each<NodeKind::l2>([&](const auto& l2, int bank) {
            const Address<typename View::D> block(a);
            if (bank != view.config().home(block)) return;
            const auto* line = l2.lines.find(block);
            value = line && !line->awaiting_dram ? line->data : l2.dram[block];
        });
        return value;
    }
};

/// Whether what is dirty in each L1 stands in its FIFO, and no address stands there twice.
struct DirtyInFifo {
    static constexpr const char* name = "dirty-in-fifo";
    static constexpr const char* sentence = "every write inserts its address at the FIFO's tail (2.3): what is dirty in an L1 stands in its FIFO, so that a release writes it through, and stands there once";

    template <class View>
    bool operator()(const View& view) const {
        bool all = true;
        view.template each<NodeKind::cu>([&](const auto& cu, int) {
            for (int a = 0; a < view.config().shape[Sort::address]; ++a) {
                int times = 0;
                for (std::size_t i = 0; i < cu.fifo.size.index(); ++i) times += cu.fifo.items[i].kind == EntryKind::write && cu.fifo.items[i].address == a;
                const auto* line = cu.lines.find(a);
                all = all && times <= 1 && (times == 1 || !line || !line->dirty);
            }
        });
        return all;
    }
};

/// Whether a system of this shape must show an outcome in some run, if its wavefronts share locally (specs/ownership.hpp) and `beyond` says whether
/// those of the home work-group use component scope as well.
inline bool expected(Outcome outcome, const Config& config, bool beyond) {
    const bool before = config.acquire_invalidates == AcquireInvalidates::before, locks = config.remote_release == RemoteRelease::locks;
    const bool flushes = config.remote_acquire == RemoteAcquire::flushes;
    const bool two = config.shape[Sort::thread] > 1, cus = config.shape[Sort::core] > 1;
    switch (outcome) {
        case Outcome::load_merged: return two && config.fetches > 0;
        case Outcome::stalled_fifo_full: return config.writes < config.shape[Sort::address];
        case Outcome::stalled_block_busy: return two;
        case Outcome::release_marker_inserted:
        case Outcome::release_done: return beyond || flushes;
        case Outcome::sent_to_l2: return beyond;
        case Outcome::served: return !flushes;
        case Outcome::invalidated_for_acquire: return beyond || !before;
        case Outcome::nothing_to_write: return config.invalidation == Invalidation::forgets_writes;
        case Outcome::dirty_line_invalidated: return config.invalidation == Invalidation::keeps_writes;
        case Outcome::rm_acq_2:
        case Outcome::rm_ar_2: return before;
        case Outcome::rm_rel_1:
        case Outcome::line_locked:
        case Outcome::stalled_locked: return locks;
        case Outcome::request_queued: return locks || config.memory;
        case Outcome::fetched: return config.fetches > 0;
        case Outcome::fill_superseded:
        case Outcome::promotion_waits: return cus;
        case Outcome::dram_read:
        case Outcome::dram_filled:
        case Outcome::l2_evicted: return config.memory;
        default: return true;
    }
}

}  // namespace tandem::rsp
