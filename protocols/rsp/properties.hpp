// The views of properties on remote-scope promotion, and the outcomes that a system must show.
#pragma once

#include "protocols/rsp/components.hpp"
#include "protocols/rsp/protocol.hpp"

namespace tandem::rsp {

/// L2's content of a block.
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

/// Memory's content of a block, behind several L2s.
struct HeldByMemory {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        Value<typename View::D> value{};
        view.template each<LevelKind::memory>(
            [&](const auto& memory, int) { value = memory.contents[Address<typename View::D>(a)]; });
        return value;
    }
};

/// Whether the FIFO of each cache lists all its dirty blocks, and no address twice.
struct DirtyInFifo {
    static constexpr const char* name = "dirty-in-fifo";
    static constexpr const char* sentence =
        "every write inserts its address at the FIFO's tail (2.3): what is dirty in a cache stands in its FIFO, so that a "
        "release writes it through, and stands there once";

    template <class View, class Says>
    void operator()(const View& view, Says& says) const {
        using Fact = model::Fact<typename View::D>;
        const auto letter = [](int a) { return static_cast<char>('A' + a); };
        view.each_node([&](const auto& node, const auto& info) {
            if constexpr (requires { node.fifo; })
                for (int a = 0; a < view.config().shape[Sort::address]; ++a) {
                    Fact listed = false;
                    for (int place = 0; place < static_cast<int>(node.fifo.items.size()); ++place) {
                        const auto& entry = node.fifo.items[static_cast<std::size_t>(place)];
                        const Fact here =
                            Fact(node.fifo.size > place) & (Fact(entry.kind == EntryKind::write) & (entry.address == a));
                        says(here, !listed, [&](const auto& refuted) {
                            refuted(view.in(info, "fifo"), " lists a write of ", letter(a), " twice in its FIFO");
                        });
                        listed = listed | here;
                    }
                    says(node.lines.slots[static_cast<std::size_t>(a)].item.dirty,
                         says.named(listed, "{}.fifo holds write of {}", info.name, letter(a)), [&](const auto& refuted) {
                             refuted(view.in(info, "lines.", letter(a)), " has ", letter(a), " dirty, but no write of it stands "
                                     "in the FIFO, so no release would write it through");
                         });
                }
        });
    }
};

/// Whether a system of this shape must show an outcome in some run, if its wavefronts share locally (specs/ownership.hpp).
/// `beyond`: those of the home work-group use component scope as well. `loads`: the synchronization location is loaded, and not
/// only exchanged.
inline bool expected(Outcome outcome, const Config& config, bool beyond, bool loads) {
    const bool before = config.acquire_invalidates == AcquireInvalidates::before,
               locks = config.remote_release == RemoteRelease::locks;
    const bool flushes = config.remote_acquire == RemoteAcquire::flushes;
    const bool two = config.shape[Sort::thread] > 1, cus = config.shape[Sort::core] > 1;
    if (outcome >= Outcome::l2_requested) return false;  // of several components
    switch (outcome) {
        case Outcome::load_merged: return two && config.fetches > 0;
        case Outcome::stalled_fifo_full: return config.writes < config.shape[Sort::address];
        case Outcome::stalled_block_busy: return two;
        case Outcome::release_marker_inserted:
        case Outcome::release_done: return beyond || flushes;
        case Outcome::sent_to_l2: return beyond;
        case Outcome::served: return !flushes && loads;
        case Outcome::invalidated_for_acquire: return beyond || !before;
        case Outcome::nothing_to_write: return config.invalidation == Invalidation::forgets_writes;
        case Outcome::dirty_line_invalidated: return config.invalidation == Invalidation::keeps_writes;
        case Outcome::rm_acq_2: return before && loads;
        case Outcome::rm_acq_3: return loads;
        case Outcome::rm_ar_2: return before;
        case Outcome::rm_rel_1:
        case Outcome::line_locked:
        case Outcome::stalled_locked: return locks;
        case Outcome::request_queued: return locks || config.memory;
        case Outcome::fetched: return config.fetches > 0;
        case Outcome::l1_evicted: return config.evictions;
        case Outcome::fill_superseded:
        case Outcome::promotion_waits: return cus;
        case Outcome::dram_read:
        case Outcome::dram_filled:
        case Outcome::l2_evicted: return config.memory;
        default: return true;
    }
}

/// How the wavefronts of several components share (specs/ownership.hpp).
struct SharedBetweenComponents {
    bool local, global, component, beyond, loads;
};

/// The same for several components, with remote operations if something belongs to a work-group or a component. An L1's own flush
/// and invalidation occur only if its wavefronts use the larger scopes without remote operations.
inline bool expected_of_components(Outcome outcome, const Config& config, const SharedBetweenComponents& shared) {
    const bool remote = shared.local || shared.component, plain = shared.global || shared.component || shared.beyond;
    const bool before = config.acquire_invalidates == AcquireInvalidates::before,
               locks = config.remote_release == RemoteRelease::locks;
    const bool keeps = config.invalidation == Invalidation::keeps_writes;
    const bool two = config.shape[Sort::thread] > 1, pairs = config.cus_of_each > 1;
    switch (outcome) {
        case Outcome::load_hit:
        case Outcome::load_miss:
        case Outcome::stored:
        case Outcome::filled:
        case Outcome::completed:
        case Outcome::written_through:
        case Outcome::read_done:
        case Outcome::write_done:
        case Outcome::l2_requested:
        case Outcome::l2_filled:
        case Outcome::l2_written_through:
        case Outcome::l2_invalidated:
        case Outcome::sent_to_memory:
        case Outcome::performed_at_memory:
        case Outcome::stalled_wavefront_busy: return true;
        case Outcome::stalled_fifo_full: return config.writes < config.shape[Sort::address];
        case Outcome::sent_to_l2:
        case Outcome::release_marker_inserted:
        case Outcome::release_done: return plain;
        case Outcome::invalidated_for_acquire: return plain || !before;
        case Outcome::l2_marker_inserted: return shared.global || shared.beyond || locks;
        case Outcome::l2_access_waits:
        case Outcome::performed_at_l2: return shared.component || (shared.local && pairs);
        case Outcome::performed_at_l1:
        case Outcome::awaits_line: return shared.local;
        case Outcome::promotion_sent:
        case Outcome::promotion_begins:
        case Outcome::promotion_waits:
        case Outcome::promotion_told:
        case Outcome::promoted:
        case Outcome::promotion_over:
        case Outcome::marker_inserted:
        case Outcome::synchronization_stalls:
        case Outcome::synchronization_resumes:
        case Outcome::stalled_promotion:
        case Outcome::flush_done:
        case Outcome::l2_flush_done:
        case Outcome::invalidated:
        case Outcome::rm_rel_2:
        case Outcome::rm_ar_3: return remote;
        case Outcome::rm_acq_3: return remote && shared.loads;
        case Outcome::rm_acq_2: return remote && before && shared.loads;
        case Outcome::rm_ar_2: return remote && before;
        case Outcome::rm_rel_1:
        case Outcome::line_locked:
        case Outcome::stalled_locked: return remote && locks;
        case Outcome::l2_evicted:
        case Outcome::l1_evicted: return config.evictions;
        case Outcome::fetched: return config.fetches > 0;
        case Outcome::fill_superseded:
        case Outcome::l2_fill_superseded: return config.fetches > 0 || two || pairs;
        case Outcome::load_merged: return two && config.fetches > 0;
        case Outcome::dirty_line_invalidated: return keeps && (two || remote);
        case Outcome::l2_dirty_line_invalidated: return keeps && (two || pairs);
        default: return false;
    }
}

}  // namespace tandem::rsp
