// A monitor for protocols in which a cache needs the permission to write: a followed store, what was stored last
// (last_stored.hpp), and of each block whose write epoch it is.
//
// Nothing is judged by the epochs. They are there for proofs, as auxiliary variables. A protocol spreads the permission over
// caches, channels and the directory, and over a chain of forwards of any length. "No two caches have it on its way to them"
// then speaks of four caches, and of forwards that nobody has counted. With epochs the same is said of one cache at a time:
// whatever brings the permission brings it to the one whose epoch it is. The texts say where epochs begin (`write_epoch` and
// `read_epoch` in model/event.hpp); lemmas say what follows from them.
#pragma once

#include "specs/last_stored.hpp"

namespace tandem::specs {

template <class D, Judged judged>
struct EpochWatch : LastStoredWatch<D, judged> {
    using Base = LastStoredWatch<D, judged>;
    model::Array<D, model::Sort::address, model::Maybe<D, model::Core<D>>> writer;  // nobody: a read epoch
    BOOST_DESCRIBE_CLASS(EpochWatch, (Base), (writer), (), ())

    static std::optional<EpochWatch> start(const std::vector<int>& contents) {
        const auto base = Base::start(contents);
        if (!base) return std::nullopt;
        EpochWatch state;
        static_cast<Base&>(state) = *base;
        return state;
    }

    bool observe(const model::Event<D>& event) {
        if (event.kind == model::EventKind::write_epoch) writer[event.address] = event.core;
        if (event.kind == model::EventKind::read_epoch) writer[event.address].reset();
        return Base::observe(event);
    }
};

template <class D>
using WatchedEpochs = EpochWatch<D, Judged::all>;

/// For proofs, as `OnlyWatchedStore`.
template <class D>
using OnlyWatchedEpochs = EpochWatch<D, Judged::watched>;

}  // namespace tandem::specs
