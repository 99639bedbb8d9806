// The monitor that follows one store (specs/watched_store.hpp), for threads with several stores to one block in a write buffer.
//
// That monitor records what a thread is owed for one access to a block at a time (specs/answers.hpp). So the stores behind it are
// counted here, and the next is owed when one is complete.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::cores {

template <class D>
struct StoresBehind {
    model::Array<D, model::Sort::address, model::Counter<D, 3>> of;
    BOOST_DESCRIBE_CLASS(StoresBehind, (), (of), (), ())
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
        auto& due = watch.answers.due[event.core][event.thread].of[event.address];
        const bool joins = event.kind == store_issued && due == specs::Due::store;
        if (!watch.observe(event)) return false;
        auto& count = behind[event.core][event.thread].of[event.address];
        if (joins) count += 1;
        if (event.kind == store_completed && count > 0 && due == specs::Due::nothing) {
            count -= 1;
            due = specs::Due::store;
        }
        return true;
    }
};

}  // namespace tandem::cores
