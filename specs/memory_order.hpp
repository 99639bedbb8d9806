// What loads return and what memory keeps, judged by the watched store.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

template <class System>
void add_load_value(System& system) {
    system.add_invariant(
        "load-value",
        "the load value and write order are consistent with the timestamp order: if load_ts = 10 and store_ts = 8, then the load "
        "must return 1, [...] if load_ts = 8 and store_ts = 10, then the load must return 0 (III-C)",
        [](const typename System::View& view) { return bool(watched_store(view.monitor()).phase != WatchPhase::failed); });
}

/// `current(view, address)` is the value that a load would return after all stores so far.
template <class System, class Current>
void add_no_store_lost(System& system, Current current) {
    system.add_invariant(
        "no-store-lost",
        "Since the L2 cache has the up-to-date data of all blocks (V-D): the latest store to a block is there, or in "
        "DRAM after an eviction",
        [current](const typename System::View& view) {
            const auto& watch = watched_store(view.monitor());
            if (watch.phase != WatchPhase::latest) return true;
            const auto value = current(view, *watch.block);
            return value == watch.watched ||
                   view.refuted(view.last_store(*watch.block, watch.watched), " is the latest to ", *watch.block,
                                ", so from then on every load must see it. But from what the caches and memory have, a load "
                                "would read ", value);
        });
}

}  // namespace tandem::specs
