// A monitor that follows one store. Is the store read exactly by the loads that come after it and before the next store?
//
// Protocols copy data and never look at it. So it is enough to follow one store in each run, chosen by the search, and to give it
// a value of its own: all other data is 0, the watched store's is 1 (P. Wolper, "Expressing interesting properties of programs in
// propositional temporal logic", 1986). A load of a wrong version returns some version too early or too late. It is caught in the
// run that watches that version. A load of data that nobody wrote does not return the version of its moment. It is caught in the
// run that watches the latter.
//
// Moments are compared in the protocol's own order, ties by physical order. When the protocol's clock is reset, all events before
// are earlier than all events after. A core that has not adopted the reset still counts in the time before. Parity tells which
// reset a core has adopted; a core that is two resets behind is no longer judged. If several nodes keep the clock, they follow a
// reset one after the other. Their accesses are dated by the parity that they count from.
//
// If blocks have several words, one word of each is watched (model/block_words.hpp); a store to other words leaves it alone.
//
// A load is judged where it is performed, which may be far from its thread. `Answers` (answers.hpp) judges what then reaches the
// thread.
#pragma once

#include <optional>
#include <type_traits>

#include "model/all_names.hpp"
#include "specs/answers.hpp"

namespace tandem::specs {

BOOST_DEFINE_FIXED_ENUM_CLASS(WatchPhase, std::uint8_t,
    idle,    // no store is watched yet
    issued,  // it is on its way
    latest,  // it was performed, and no later store to the block has been
    over,    // a later store was performed
    failed)

/// How the protocol broke its promise.
BOOST_DEFINE_FIXED_ENUM_CLASS(WatchFailure, std::uint8_t,
    none,
    read_too_early,  // a load returned the store's value at a moment before the store's
    read_too_late,   // a load returned it at a moment when a later store had replaced it
    overtaken,       // a store was performed at a moment before a load that returned the value it replaces
    not_read,        // a load between the store and the next returned other data, with no other store on its way
    never_written)   // a load returned the store's value from a place that the store did not write

/// A moment, and how many resets of the clock have happened since; 2 means two or more.
template <class D>
struct DatedMoment {
    model::Counter<D, 2> resets_ago{};
    model::Moment<D> when{};
    BOOST_DESCRIBE_CLASS(DatedMoment, (), (resets_ago, when), (), ())

    friend bool operator<(const DatedMoment& a, const DatedMoment& b) {
        if (a.resets_ago != b.resets_ago) return bool(a.resets_ago > b.resets_ago);
        return bool(a.when < b.when);
    }
    void age() {
        if (resets_ago < 2) resets_ago += 1;
        if (resets_ago == 2) when = 0;
    }
};

/// Which loads are judged.
enum class Judged : std::uint8_t {
    all,      // those that return the watched store, and those that should
    // the same, but what is on its way is asked of `answers`: there may be any number of such stores, and none is counted. After
    // an answer has failed none is known to be, and what a load returns is judged as if none were.
    all_uncounted,
    watched,  // those that return it: excludes every wrong version, but not data that nobody wrote
};

template <class D, Judged judged>
struct StoreWatch {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr bool judges_all = judged != Judged::watched;
    static constexpr int plain = 0, watched = 1;  // data values; any value but the watched one may stand for the others

    model::Enum<D, WatchPhase> phase{};
    model::Enum<D, WatchFailure> failure{};
    model::Maybe<D, model::Address<D>> block;
    DatedMoment<D> begin;                  // the store's moment, once it was performed
    model::Maybe<D, DatedMoment<D>> read;  // issued: the earliest load of it; latest: the last; over: the next store
    model::Array<D, model::Sort::core, model::Counter<D, 2>> behind;  // resets that each core has not adopted
    model::Flag<D> odd_resets{};
    // Judged::all: stores besides the watched one that are issued and not performed. A load may return one of these early.
    model::Array<D, model::Sort::address, model::Counter<D, 15>> on_their_way;
    std::conditional_t<judges_all, Answers<D>, NoAnswers<D>> answers;
    BOOST_DESCRIBE_CLASS(StoreWatch, (), (phase, failure, block, begin, read, behind, odd_resets, on_their_way, answers), (), ())

    /// The initial state in which memory holds `contents`: one block may hold the watched value.
    static std::optional<StoreWatch> start(const std::vector<int>& contents) {
        StoreWatch state;
        for (std::size_t a = 0; a < contents.size(); ++a) {
            if (contents[a] == plain) continue;
            if (contents[a] != watched || state.phase != WatchPhase::idle) return std::nullopt;
            state.phase = WatchPhase::latest;
            state.block = model::Address<D>(static_cast<int>(a));
            state.begin.resets_ago = 2;
        }
        return state;
    }

    /// False for an event that cannot be: a second watched store.
    bool observe(const model::Event<D>& event) {
        using enum model::EventKind;
        if (phase == WatchPhase::failed) return true;
        switch (model::enumerator(event.kind)) {
            case clock_reset:
                if (starts_again(event)) reset();
                break;
            case reset_adopted:
                if (behind[event.core] < 2) behind[event.core] = event.when == (odd_resets ? 1 : 0) ? 0 : 1;
                break;
            case store_issued:
                answers.store_issued(event, event.value == watched && !event.elsewhere());
                if (event.elsewhere()) break;
                if (event.value != watched) {
                    if constexpr (judged == Judged::all) on_their_way[event.address] += 1;
                    break;
                }
                if (phase != WatchPhase::idle) return false;
                phase = WatchPhase::issued;
                block = event.address;
                break;
            case store_performed:
                answers.store_performed(event, held(event), event.value == watched && !event.elsewhere());
                if (event.elsewhere()) break;
                if constexpr (judged == Judged::all)
                    if (event.value != watched && on_their_way[event.address] != 0) on_their_way[event.address] -= 1;
                if (ours(event)) performed(bool(event.value == watched), moment_of(event));
                break;
            case load_completed: {
                const model::Flag<D> owed = store_owed(event);
                answers.returned(event, event.value == watched);
                if (behind[event.core] < 2) loaded(event, {behind[event.core], event.when}, owed);
                break;
            }
            case load_performed: {  // where the block's latest version is
                const model::Flag<D> owed = store_owed(event);
                answers.load_performed(event, event.value == watched);
                loaded(event, moment_of(event), owed);
                break;
            }
            case load_returned: answers.returned(event, event.value == watched); break;
            case store_completed: answers.store_completed(event); break;
            case begins_atomic: answers.atomic_begins(event); break;
            case load_issued:
            case fence_passed:
            case write_epoch:
            case read_epoch:
            case begins_load:
            case begins_store:
            case begins_fence:
            case begun: break;
        }
        return true;
    }

    /// Whether a `clock_reset` is the first from which a node counts since that reset.
    bool starts_again(const model::Event<D>& event) const { return !event.era || *event.era != odd_resets; }
    /// The moment of the access performed.
    DatedMoment<D> moment_of(const model::Event<D>& event) const {
        if (event.era && *event.era != odd_resets) return {1, event.when};
        return {0, event.when};
    }

private:
    bool ours(const model::Event<D>& event) const { return block && *block == event.address; }
    /// Whether the block holds the watched store at the event's moment.
    model::Flag<D> held(const model::Event<D>& event) const {
        if (!ours(event) || event.elsewhere() || (phase != WatchPhase::latest && phase != WatchPhase::over)) return false;
        const DatedMoment<D> when = moment_of(event);
        return !(when < begin) && (phase == WatchPhase::latest || when < *read);
    }

    void fail(WatchFailure why) {
        const auto of_answers = answers;
        *this = StoreWatch{};
        if constexpr (judges_all) answers.failure = of_answers.failure;
        phase = WatchPhase::failed;
        failure = why;
    }

    void reset() {
        odd_resets = !odd_resets;
        if (phase == WatchPhase::latest || phase == WatchPhase::over) begin.age();
        if (read) read.item.age();
        model::do_with_all(behind, [](auto& count) {
            if (count < 2) count += 1;
        });
    }

    void performed(bool watched_one, DatedMoment<D> when) {
        if (watched_one) {
            if (read && *read < when) return fail(WatchFailure::read_too_early);
            phase = WatchPhase::latest;
            begin = when;
        } else if (phase == WatchPhase::latest && !(when < begin)) {
            if (read && when < *read) return fail(WatchFailure::overtaken);
            phase = WatchPhase::over;
            read = when;
        } else if (phase == WatchPhase::over && !(when < begin) && when < *read) {
            read = when;
        }
    }

    void loaded(const model::Event<D>& event, DatedMoment<D> when, const model::Flag<D>& owed) {
        if (event.elsewhere()) return;
        if (event.value == watched && ours(event)) return returned(when);
        if constexpr (judges_all) {
            if (event.value == watched) return fail(WatchFailure::never_written);
            if (!ours(event) || phase == WatchPhase::issued || store_on_its_way(event, owed)) return;
            if (begin < when && (phase == WatchPhase::latest || when < *read)) fail(WatchFailure::not_read);
        }
    }

    /// Whether a store to the block is on its way, besides the watched one, before the event is noted: else that would be another
    /// term over all names than the one which holds otherwise. Judged::all counts instead.
    model::Flag<D> store_owed(const model::Event<D>& event) const {
        if constexpr (judged == Judged::all_uncounted) return answers.store_on_its_way(event.address);
        else return false;
    }
    bool store_on_its_way(const model::Event<D>& event, const model::Flag<D>& owed) const {
        if constexpr (judged == Judged::all) return bool(on_their_way[event.address] != 0);
        else return bool(owed);
    }

    /// A load has returned the watched value.
    void returned(DatedMoment<D> when) {
        if (phase == WatchPhase::issued) {
            if (!read || when < *read) read = when;
        } else if (when < begin) {
            fail(WatchFailure::read_too_early);
        } else if (phase == WatchPhase::over) {
            if (!(when < *read)) fail(WatchFailure::read_too_late);
        } else if (!read || *read < when) {
            read = when;
        }
    }
};

template <class D>
using WatchedStore = StoreWatch<D, Judged::all>;

/// For proofs of any number of stores on their way: none is counted.
template <class D>
using UncountedWatchedStore = StoreWatch<D, Judged::all_uncounted>;

/// For proofs: their invariants do not follow every version in both directions.
template <class D>
using OnlyWatchedStore = StoreWatch<D, Judged::watched>;

/// The watched store in a monitor: the monitor itself, or a part of it.
template <class Monitor>
const auto& watched_store(const Monitor& monitor) {
    if constexpr (requires { monitor.watch; }) return monitor.watch;
    else return monitor;
}

}  // namespace tandem::specs
