// The monitor that follows one store (specs/watched_store.hpp), for threads with several stores to one block in a write buffer.
//
// That monitor records what a thread is owed for one access to a block at a time (specs/answers.hpp): here it is the oldest. The
// stores behind it are counted, with the place of the one that is followed, and each is owed when those before it are complete.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::cores {

template <class D>
struct StoresBehind {
    model::Array<D, model::Sort::address, model::Counter<D, 3>> of;
    model::Array<D, model::Sort::address, model::Counter<D, 3>> followed;  // which of them is followed, from 1 on; 0: none
    BOOST_DESCRIBE_CLASS(StoresBehind, (), (of, followed), (), ())
};

template <class D>
struct Watch {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int watched = specs::WatchedStore<D>::watched;

    specs::WatchedStore<D> watch;
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, StoresBehind<D>>> behind;
    BOOST_DESCRIBE_CLASS(Watch, (), (watch, behind), (), ())

    static std::optional<Watch> start(const std::vector<int>& contents) {
        const auto watch = specs::WatchedStore<D>::start(contents);
        if (!watch) return std::nullopt;
        Watch state;
        state.watch = *watch;
        return state;
    }

    bool observe(const model::Event<D>& event) {
        using enum model::EventKind;
        using specs::Due;
        auto& due = watch.answers.due[event.core][event.thread].of[event.address];
        const Due oldest = model::enumerator(due);
        const bool joins = event.kind == store_issued && (oldest == Due::store || oldest == Due::store_watched);
        if (!watch.observe(event)) return false;
        if (watch.answers.failure != specs::AnswerFailure::none) {
            behind = {};
            return true;
        }
        StoresBehind<D>& stores = behind[event.core][event.thread];
        auto& count = stores.of[event.address];
        auto& followed = stores.followed[event.address];
        if (joins) {
            count += 1;
            if (due == Due::store_watched) followed = count;
            due = oldest;
        }
        if (event.kind == store_completed && count > 0 && due == Due::nothing) {
            due = followed == 1 ? Due::store_watched : Due::store;
            if (followed > 0) followed -= 1;
            count -= 1;
        }
        return true;
    }
};

}  // namespace tandem::cores
