// The monitor that follows one store (specs/watched_store.hpp), for threads with several stores to one block in a write buffer.
//
// That monitor records what a thread is owed for one access to a block at a time (specs/answers.hpp): here it is the oldest. The
// stores behind it are counted, with the place of the one that is followed, and each is owed when those before it are complete.
// So it is known which store a load is forwarded, which that monitor leaves out.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::cores {

template <class D>
struct StoresBehind {
    model::Array<D, model::Sort::address, model::Counter<D, 3>> of;
    model::Array<D, model::Sort::address, model::Counter<D, 3>> followed;  // which of them is followed, from 1 on; 0: none
    BOOST_DESCRIBE_CLASS(StoresBehind, (), (of, followed), (), ())
};

/// What a load has read.
BOOST_DEFINE_FIXED_ENUM_CLASS(Misread, std::uint8_t,
    nothing,
    early,  // a store that is not performed, and not as forwarded; or nothing was performed for it, and nothing forwarded
    older)  // forwarded: another than its thread's youngest store

template <class D>
struct Watch {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int watched = specs::WatchedStore<D>::watched;

    specs::WatchedStore<D> watch;
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, StoresBehind<D>>> behind;
    model::Enum<D, Misread> misread{};
    BOOST_DESCRIBE_CLASS(Watch, (), (watch, behind, misread), (), ())

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
        if (misread != Misread::nothing || watch.phase == specs::WatchPhase::failed) return true;  // the first failure stands
        auto& due = watch.answers.due[event.core][event.thread].of[event.address];
        const Due oldest = model::enumerator(due);
        const bool joins = event.kind == store_issued && (oldest == Due::store || oldest == Due::store_watched);
        if (reads_early(event) || reads_nothing(event, oldest)) return fail(Misread::early);
        if (event.kind == load_returned && (oldest == Due::store || oldest == Due::store_watched) &&
            bool(event.value == watched) != youngest_is_followed(event, oldest))
            return fail(Misread::older);
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

private:
    bool reads_early(const model::Event<D>& event) const {
        using enum model::EventKind;
        if (event.kind != load_completed && event.kind != load_performed) return false;
        return event.value == watched && watch.phase == specs::WatchPhase::issued && *watch.block == event.address;
    }
    /// A load returns, no load was performed for it, and its thread has no store that could be forwarded.
    bool reads_nothing(const model::Event<D>& event, specs::Due oldest) const {
        return event.kind == model::EventKind::load_returned && oldest == specs::Due::nothing &&
               watch.answers.failure == specs::AnswerFailure::none;
    }
    /// Of a thread's stores to a block that are under way.
    bool youngest_is_followed(const model::Event<D>& event, specs::Due oldest) const {
        const StoresBehind<D>& stores = behind[event.core][event.thread];
        const auto count = stores.of[event.address];
        return count == 0 ? oldest == specs::Due::store_watched : bool(stores.followed[event.address] == count);
    }
    bool fail(Misread what) {
        const auto of_answers = watch.answers.failure;  // the same step may break both promises
        *this = Watch{};
        watch.answers.failure = of_answers;
        misread = what;
        return true;
    }
};

}  // namespace tandem::cores
