// A monitor for protocols in which a cache needs the permission to write: a followed store, and beside it, of each block, whose
// write epoch it is and what was stored last.
//
// Nothing is judged by the epochs. They are there for proofs, as auxiliary variables (Owicki and Gries, Acta Informatica 6,
// 1976). A protocol spreads the permission over caches, channels and the directory, and over a chain of forwards of any length.
// "No two caches have it on its way to them" then speaks of four caches, and of forwards that nobody has counted. With epochs the
// same is said of one cache at a time: whatever brings the permission brings it to the one whose epoch it is. The texts say where
// epochs begin (`write_epoch` and `read_epoch` in model/event.hpp); lemmas say what follows from them.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

template <class D, Judged judged>
struct EpochWatch {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int plain = StoreWatch<D, judged>::plain, watched = StoreWatch<D, judged>::watched;

    StoreWatch<D, judged> watch;
    model::Array<D, model::Sort::address, model::Maybe<D, model::Core<D>>> writer;  // nobody: a read epoch
    model::Array<D, model::Sort::address, model::Value<D>> last;                    // that was stored, or was there at first
    BOOST_DESCRIBE_CLASS(EpochWatch, (), (watch, writer, last), (), ())

    static std::optional<EpochWatch> start(const std::vector<int>& contents) {
        const auto watch = StoreWatch<D, judged>::start(contents);
        if (!watch) return std::nullopt;
        EpochWatch state;
        state.watch = *watch;
        model::assign_all(state.last, contents);
        return state;
    }

    bool observe(const model::Event<D>& event) {
        if (event.kind == model::EventKind::write_epoch) writer[event.address] = event.core;
        if (event.kind == model::EventKind::read_epoch) writer[event.address].reset();
        if (event.kind == model::EventKind::store_performed && !event.elsewhere()) last[event.address] = event.value;
        return watch.observe(event);
    }
};

template <class D>
using WatchedEpochs = EpochWatch<D, Judged::all>;

/// For proofs, as `OnlyWatchedStore`.
template <class D>
using OnlyWatchedEpochs = EpochWatch<D, Judged::watched>;

}  // namespace tandem::specs
