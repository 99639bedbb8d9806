// A monitor for proofs of protocols without logical time: a followed store, and beside it, of each block, what was stored last.
//
// Nothing is judged by the latter. It is an auxiliary variable (Owicki and Gries, Acta Informatica 6, 1976): "copies agree"
// speaks of two caches, and has to be said of each two places where data may be. "It is what was stored last" speaks of one.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

template <class D, Judged judged>
struct LastStoredWatch {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int plain = StoreWatch<D, judged>::plain, watched = StoreWatch<D, judged>::watched;

    StoreWatch<D, judged> watch;
    model::Array<D, model::Sort::address, model::Value<D>> last;  // that was stored, or was there at first
    BOOST_DESCRIBE_CLASS(LastStoredWatch, (), (watch, last), (), ())

    static std::optional<LastStoredWatch> start(const std::vector<int>& contents) {
        const auto watch = StoreWatch<D, judged>::start(contents);
        if (!watch) return std::nullopt;
        LastStoredWatch state;
        state.watch = *watch;
        model::assign_all(state.last, contents);
        return state;
    }

    bool observe(const model::Event<D>& event) {
        if (event.kind == model::EventKind::store_performed && !event.elsewhere()) last[event.address] = event.value;
        return watch.observe(event);
    }
};

template <class D>
using WatchedLastStored = LastStoredWatch<D, Judged::all>;

/// For proofs, as `OnlyWatchedStore`.
template <class D>
using OnlyWatchedLastStored = LastStoredWatch<D, Judged::watched>;

}  // namespace tandem::specs
