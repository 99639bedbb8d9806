// Do a thread's accesses return what was performed?
//
// A store, an atomic, and some loads are performed far from their thread. A text reports both ends: that L2 has performed the
// access, and later that the thread knows. This monitor compares the two, for each thread and block. A thread has at most one
// access to a block under way.
//
//   rmw-atomic       an atomic is performed once, and its thread gets what the block held right before it
//   store-performed  a store that its thread takes for complete has been performed, once and with its data
//   load-answer      a load that was performed far away brings back what it found there
//
// The block's content is known for one version, the watched store (watched_store.hpp). In some runs it is the version before the
// atomic, in others the atomic's own. So the monitor catches an atomic that answers with its own data, two that find the same
// version, and one that finds a version already replaced. The system, not the text, says that an access is an atomic: it reports
// which instruction a step begins with.
#pragma once

#include "model/all_names.hpp"
#include "model/event.hpp"

namespace tandem::specs {

/// What a thread is still owed for its access to a block.
BOOST_DEFINE_FIXED_ENUM_CLASS(Due, std::uint8_t,
    nothing,       // or a load that is not known to be performed
    store,         // not yet performed
    store_watched, // the same of the watched store
    atomic,        // not yet performed
    atomic_watched,
    completion,    // of a store that was performed, or of an atomic that was answered
    old_plain,     // the answer to a performed atomic: the block did not hold the watched store
    old_watched,   // the same; the block held the watched store
    load_plain,    // the answer to a performed load
    load_watched)

BOOST_DEFINE_FIXED_ENUM_CLASS(AnswerFailure, std::uint8_t, none, of_atomic, of_store, of_load)

/// What one thread is still owed, by block.
template <class D>
struct DueToThread {
    model::Array<D, model::Sort::address, model::Enum<D, Due>> of;
    BOOST_DESCRIBE_CLASS(DueToThread, (), (of), (), ())
};

/// A part of a monitor, which tells it what the block held. After a failure it records nothing more.
template <class D>
struct Answers {
    model::Enum<D, AnswerFailure> failure{};
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, DueToThread<D>>> due;
    BOOST_DESCRIBE_CLASS(Answers, (), (failure, due), (), ())

    void atomic_begins(const model::Event<D>& event) {
        if (failure == AnswerFailure::none) begin(event, Due::atomic);
    }
    /// For a store or an atomic; `watched`: it is the watched store.
    void store_issued(const model::Event<D>& event, const model::Flag<D>& watched) {
        if (failure != AnswerFailure::none) return;
        if (to(event) == Due::atomic) to(event) = watched ? Due::atomic_watched : Due::atomic;
        else begin(event, watched ? Due::store_watched : Due::store);
    }
    /// For a store or an atomic. `held`: the block held the watched store right before. `watched`: the access performed is the
    /// watched store.
    void store_performed(const model::Event<D>& event, const model::Flag<D>& held, const model::Flag<D>& watched) {
        if (failure != AnswerFailure::none) return;
        const Due due = model::enumerator(to(event));
        switch (due) {
            case Due::store:
            case Due::store_watched:
                if (bool(watched) != (due == Due::store_watched)) return fail(AnswerFailure::of_store);  // with other data
                to(event) = Due::completion;
                break;
            case Due::atomic:
            case Due::atomic_watched:
                if (bool(watched) != (due == Due::atomic_watched)) return fail(AnswerFailure::of_store);
                to(event) = held ? Due::old_watched : Due::old_plain;
                break;
            case Due::old_plain:
            case Due::old_watched: fail(AnswerFailure::of_atomic); break;  // a second time
            default: fail(AnswerFailure::of_store); break;                 // a second time, or without a request
        }
    }
    void store_completed(const model::Event<D>& event) {
        if (failure != AnswerFailure::none) return;
        switch (model::enumerator(to(event))) {
            case Due::completion: to(event) = Due::nothing; break;
            case Due::atomic:
            case Due::atomic_watched:
            case Due::old_plain:
            case Due::old_watched: fail(AnswerFailure::of_atomic); break;  // it was not performed, or its answer has not arrived
            default: fail(AnswerFailure::of_store); break;                 // it was not performed, or nobody requested it
        }
    }
    /// For a load that returns later; an atomic reports its finding with its store. `watched`: the load has found the watched
    /// store.
    void load_performed(const model::Event<D>& event, const model::Flag<D>& watched) {
        if (failure != AnswerFailure::none) return;
        switch (model::enumerator(to(event))) {
            case Due::nothing: to(event) = watched ? Due::load_watched : Due::load_plain; break;
            case Due::load_plain:
            case Due::load_watched: fail(AnswerFailure::of_load); break;  // the load before has not returned
            default: break;
        }
    }
    /// An atomic or a load returns to its thread; `watched`: it returns the watched store.
    void returned(const model::Event<D>& event, const model::Flag<D>& watched) {
        if (failure != AnswerFailure::none) return;
        switch (model::enumerator(to(event))) {
            case Due::atomic:
            case Due::atomic_watched: fail(AnswerFailure::of_atomic); break;  // before it was performed
            case Due::old_plain: atomic_brings(event, !watched); break;
            case Due::old_watched: atomic_brings(event, watched); break;
            case Due::load_plain: load_brings(event, !watched); break;
            case Due::load_watched: load_brings(event, watched); break;
            default: break;
        }
    }

    /// Whether some thread has issued a store to the block, other than the watched one, that is not performed.
    model::Flag<D> store_on_its_way(const model::Address<D>& address) const {
        return model::some_satisfies(
            due,
            [](const auto& of_core, const auto& block) {
                return model::some_satisfies(
                    of_core,
                    [](const DueToThread<D>& thread, const auto& a) {
                        using model::disjunction;
                        return model::Flag<D>(disjunction(thread.of[a] == Due::store, thread.of[a] == Due::atomic));
                    },
                    block);
            },
            address);
    }

private:
    model::Enum<D, Due>& to(const model::Event<D>& event) { return due[event.core][event.thread].of[event.address]; }
    void begin(const model::Event<D>& event, Due what) {
        // the load has not returned
        if (to(event) == Due::load_plain || to(event) == Due::load_watched) return fail(AnswerFailure::of_load);
        to(event) = what;
    }
    void atomic_brings(const model::Event<D>& event, const model::Flag<D>& right) {
        if (!right) return fail(AnswerFailure::of_atomic);
        to(event) = Due::completion;
    }
    void load_brings(const model::Event<D>& event, const model::Flag<D>& right) {
        if (!right) return fail(AnswerFailure::of_load);
        to(event) = Due::nothing;
    }
    void fail(AnswerFailure why) {
        *this = Answers{};
        failure = why;
    }
};

/// Records nothing: for monitors of proofs, which this record would make too large.
template <class D>
struct NoAnswers {
    static constexpr AnswerFailure failure = AnswerFailure::none;
    BOOST_DESCRIBE_CLASS(NoAnswers, (), (), (), ())

    void atomic_begins(const model::Event<D>&) {}
    void store_issued(const model::Event<D>&, const model::Flag<D>&) {}
    void store_performed(const model::Event<D>&, const model::Flag<D>&, const model::Flag<D>&) {}
    void store_completed(const model::Event<D>&) {}
    void load_performed(const model::Event<D>&, const model::Flag<D>&) {}
    void returned(const model::Event<D>&, const model::Flag<D>&) {}
};

/// The answers of a monitor: its own, or those of a part of it.
template <class Monitor>
const auto& answers_of(const Monitor& monitor) {
    if constexpr (requires { monitor.watch; }) return monitor.watch.answers;
    else return monitor.answers;
}

/// For systems with atomics.
template <class System>
void add_rmw_atomic(System& system) {
    system.add_invariant(
        "rmw-atomic",
        "an atomic reads and writes in one step, which happens once, and its thread gets what the block held right before",
        [](const typename System::View& view) { return bool(answers_of(view.monitor()).failure != AnswerFailure::of_atomic); });
}

template <class System>
void add_store_performed(System& system) {
    system.add_invariant(
        "store-performed",
        "acknowledging the global performance of store operations (II-B): what its thread takes for complete was performed, once "
        "and with its data",
        [](const typename System::View& view) { return bool(answers_of(view.monitor()).failure != AnswerFailure::of_store); });
}

/// Where loads are performed at L2.
template <class System>
void add_load_answer(System& system) {
    system.add_invariant(
        "load-answer",
        "an access is performed far from its thread: what a load brings back to the thread is what it has found there",
        [](const typename System::View& view) { return bool(answers_of(view.monitor()).failure != AnswerFailure::of_load); });
}

}  // namespace tandem::specs
