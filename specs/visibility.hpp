// A monitor for protocols whose order of stores is real time. When may a load still return an old version, and when not yet a new
// one?
//
// Like the watched store (watched_store.hpp), it follows one store in each run: the search picks the store and gives it data of
// its own. A load is under way from its issue to its return. Three promises are judged, each stronger than the next:
//
//   no-stale-load     a load returns what its block holds at some moment while the load is under way (so loads and stores are
//                     linearizable)
//   write-atomicity   if a thread has read another thread's store, a load issued later reads it too, or something newer
//   fence-visible     if a thread has stored and then passed a fence, a load issued later reads that store, or something newer
//
// `Answers` (answers.hpp) judges further what an atomic returns, and whether stores are performed. A load under way at the same
// time may return either version; an atomic may not.
//
// The first is judged for `Promise::now` only, where an old version is an error at once. For the last, under
// `Promise::after_fence`, the watched store must no longer be read, and the stores after it are fenced.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

enum class Promise : std::uint8_t { now, after_fence };

/// How far a thread's replacement of the watched store has come. The replacement is the first of its stores to that block that
/// were performed after the watched store. The thread has passed no fence since. A fence covers completed stores only, and the
/// protocol's promise for such a fence is settled by then.
BOOST_DEFINE_FIXED_ENUM_CLASS(Replacement, std::uint8_t,
    none,
    performed,
    completed)

/// A thread's accesses under way, in particular its load of the watched block.
template <class D>
struct Reader {
    model::Set<D, model::Sort::address> under_way;  // its loads
    model::Set<D, model::Sort::address> stores;
    // the load of the watched block may return the watched store or not: the block held both meanwhile
    model::Flag<D> either{};
    model::Flag<D> before_sight{};   // the load was issued before another thread saw the watched store
    model::Flag<D> before_fence{};   // the load was issued before the fence after which the watched store must not be read
    model::Enum<D, Replacement> replacement{};
    BOOST_DESCRIBE_CLASS(Reader, (), (under_way, stores, either, before_sight, before_fence, replacement), (), ())
};

template <class D, Promise promise>
struct Visibility {
    static constexpr bool present = true;
    static constexpr Promise promised = promise;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int plain = 0, watched = 1;  // data values

    model::Enum<D, WatchPhase> phase{};
    model::Flag<D> stale{}, torn{}, outdated{};  // the promise that was broken
    model::Maybe<D, model::Address<D>> block;
    model::Flag<D> seen{};                       // a thread other than the writer has read it
    model::Core<D> writer_core{};                // until then
    model::Thread<D> writer{};
    model::Flag<D> fenced{};                     // a thread that has replaced it has passed a fence since
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, Reader<D>>> readers;
    Answers<D> answers;
    BOOST_DESCRIBE_CLASS(Visibility, (),
                         (phase, stale, torn, outdated, block, seen, writer_core, writer, fenced, readers, answers), (), ())

    /// The initial state in which memory holds `contents`: one block may hold the watched value.
    static std::optional<Visibility> start(const std::vector<int>& contents) {
        Visibility state;
        for (std::size_t a = 0; a < contents.size(); ++a) {
            if (contents[a] == plain) continue;
            if (contents[a] != watched || state.phase != WatchPhase::idle) return std::nullopt;
            state.phase = WatchPhase::latest;
            state.block = model::Address<D>(static_cast<int>(a));
            state.seen = true;  // nobody waits to see what was always there
        }
        return state;
    }

    /// False for an event that cannot be: a second watched store.
    bool observe(const model::Event<D>& event) {
        using enum model::EventKind;
        if (phase == WatchPhase::failed) return true;
        switch (model::enumerator(event.kind)) {
            case load_issued: issued(event, reader(event)); break;
            case load_completed:
            case load_returned:
                answers.returned(event, event.value == watched);
                returned(event, reader(event));
                break;
            case store_issued:
                answers.store_issued(event, event.value == watched && !event.elsewhere());
                reader(event).stores.insert(event.address);
                if (event.elsewhere() || event.value != watched) break;
                if (phase != WatchPhase::idle) return false;
                phase = WatchPhase::issued;
                block = event.address;
                break;
            case store_performed:
                answers.store_performed(event, ours(event) && !event.elsewhere() && phase == WatchPhase::latest,
                                        event.value == watched && !event.elsewhere());
                if (ours(event) && !event.elsewhere()) performed(event);
                break;
            case fence_passed: fence(reader(event)); break;
            case store_completed:
                answers.store_completed(event);
                completed(event, reader(event));
                break;
            case begins_atomic: answers.atomic_begins(event); break;
            case load_performed:
            case clock_reset:
            case reset_adopted:
            case write_epoch:
            case read_epoch:
            case begins_load:
            case begins_store:
            case begins_fence:
            case begun: break;
        }
        return true;
    }

    void clear_unused() {
        if (phase != WatchPhase::latest) seen = false;
        if (phase != WatchPhase::latest || seen) writer_core = {}, writer = {};
    }

private:
    bool ours(const model::Event<D>& event) const { return block && *block == event.address; }
    Reader<D>& reader(const model::Event<D>& event) { return readers[event.core][event.thread]; }
    template <class F>
    void each_reader(F&& f) {
        const auto tell = [](Reader<D>& reader, const auto& does, const auto& of) {
            does(reader, of && reader.under_way.contains(*of));
        };
        model::do_with_all(
            readers, [](auto& of_core, const auto& tells, const auto&... asked) { model::do_with_all(of_core, tells, asked...); },
            tell, f, block);
    }

    void issued(const model::Event<D>& event, Reader<D>& thread) {
        thread.under_way.insert(event.address);
        if (ours(event)) thread.either = thread.before_sight = thread.before_fence = false;
    }

    void performed(const model::Event<D>& event) {
        if (event.value == watched) {
            phase = WatchPhase::latest;
            writer_core = event.core;
            writer = event.thread;
        } else if (phase == WatchPhase::latest || phase == WatchPhase::over) {
            phase = WatchPhase::over;
            if constexpr (promise == Promise::after_fence)
                if (!fenced && reader(event).replacement == Replacement::none) reader(event).replacement = Replacement::performed;
        } else {
            return;
        }
        if constexpr (promise == Promise::now)
            each_reader([](Reader<D>& reader, bool loads) { reader.either = reader.either || loads; });
        each_reader([](Reader<D>& reader, bool) { reader.before_sight = false; });
    }

    void completed(const model::Event<D>& event, Reader<D>& thread) {
        thread.stores.erase(event.address);
        if (ours(event) && thread.replacement == Replacement::performed) thread.replacement = Replacement::completed;
    }

    void fence(Reader<D>& thread) {
        if (!thread.under_way.empty() || !thread.stores.empty()) return fail(outdated);
        if (thread.replacement == Replacement::none) return;
        fenced = true;
        each_reader([](Reader<D>& reader, bool loads) {
            reader.replacement = Replacement::none;
            reader.before_fence = loads;
        });
    }

    void returned(const model::Event<D>& event, Reader<D>& thread) {
        const bool hit = !bool(thread.under_way.contains(event.address));
        thread.under_way.erase(event.address);
        if (event.value == watched && !ours(event)) return fail(stale);  // nobody wrote it there
        if (!ours(event)) return;
        const bool read = bool(event.value == watched), latest = bool(phase == WatchPhase::latest);
        const bool either = !hit && thread.either, before_sight = !hit && thread.before_sight,
                   before_fence = !hit && thread.before_fence;
        thread.either = thread.before_sight = thread.before_fence = false;
        if (event.elsewhere()) return;
        if (latest && seen && !read && !before_sight) torn = true;
        if constexpr (promise == Promise::now) {
            if (read != latest && !either) return fail(stale);
        } else {
            if (read && phase == WatchPhase::issued) return fail(outdated);  // before it was stored
            if (read && fenced && !before_fence) return fail(outdated);
        }
        if (latest && !seen && read && !torn && !(event.core == writer_core && event.thread == writer)) see();
    }

    void see() {
        seen = true;
        each_reader([](Reader<D>& reader, bool loads) { reader.before_sight = loads; });
    }

    void fail(model::Flag<D>& why) {
        why = true;
        const bool also_torn = bool(torn), is_stale = bool(stale), is_outdated = bool(outdated);
        const model::Enum<D, AnswerFailure> of_answers = answers.failure;
        *this = Visibility{};
        answers.failure = of_answers;
        phase = WatchPhase::failed;
        torn = also_torn, stale = is_stale, outdated = is_outdated;
    }
};

template <class System>
void add_no_stale_load(System& system) {
    system.add_invariant("no-stale-load",
                         "a write request can be performed only when the leases of all private copies of the block expire "
                         "(II-D): a load returns what its "
                         "block holds at some moment while the load is under way",
                         [](const typename System::View& view) { return !bool(view.monitor().stale); });
}

template <class System>
void add_write_atomicity(System& system) {
    system.add_invariant("write-atomicity",
                         "TC also implements a version that relaxes the write atomicity (TC-Weak) (II-D), and TC-Strong does "
                         "not: what one thread has read "
                         "of another's store, every load that is issued later reads too",
                         [](const typename System::View& view) { return !bool(view.monitor().torn); });
}

template <class System>
void add_fence_visible(System& system) {
    system.add_invariant(
        "fence-visible",
        "A memory fence operation uses GWCT to stall warps until all previous writes by that warps are globally visible (II-D)",
        [](const typename System::View& view) { return !bool(view.monitor().outdated); });
}

}  // namespace tandem::specs
