// A thread's accesses to one block are seen in its program order, whatever else it has under way.
//
// A monitor beside the watched store (watched_store.hpp). Once a thread has issued or read the watched store, its later accesses
// to that block come after it. None may be performed at an earlier moment (coherence of write and write, write and read, read and
// read). A load that was under way when its thread issued the watched store comes before it: it may not return the store (read
// and write). `load-value` judges whether timestamps and data agree.
#pragma once

#include "specs/watched_store.hpp"

namespace tandem::specs {

/// What a thread has to do with the watched store.
template <class D>
struct Standing {
    // Issued and not complete, until a store is watched; then only accesses to its block count.
    model::Set<D, model::Sort::address> loads, stores;
    model::Flag<D> load_before{}, store_before{};  // under way since before this thread issued the watched store
    model::Flag<D> after{};                        // this thread has issued or read it: accesses issued from now on come after it
    model::Flag<D> store_after{};                  // such a store is under way
    BOOST_DESCRIBE_CLASS(Standing, (), (loads, stores, load_before, store_before, after, store_after), (), ())
};

template <class D>
struct ProgramOrder {
    static constexpr bool present = true;
    static constexpr bool values_symmetric = false, hears_of_atomics = true;
    static constexpr int plain = WatchedStore<D>::plain, watched = WatchedStore<D>::watched;

    WatchedStore<D> watch;
    model::Flag<D> broken{};
    // the earliest moment of an access after the watched store, while that is not performed itself
    model::Maybe<D, DatedMoment<D>> early;
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, Standing<D>>> threads;
    BOOST_DESCRIBE_CLASS(ProgramOrder, (), (watch, broken, early, threads), (), ())

    static std::optional<ProgramOrder> start(const std::vector<int>& contents) {
        const auto watch = WatchedStore<D>::start(contents);
        if (!watch) return std::nullopt;
        ProgramOrder state;
        state.watch = *watch;
        return state;
    }

    bool observe(const model::Event<D>& event) {
        if (broken) return true;
        if (event.kind == model::EventKind::clock_reset && early && watch.starts_again(event)) early.item.age();
        if (!watch.observe(event)) return false;
        if (watch.phase == WatchPhase::idle) note_idle(event);
        else note(event);
        return true;
    }

    void clear_unused() {
        const model::Flag<D> idle = watch.phase == WatchPhase::idle;
        const auto clear = [](Standing<D>& thread, const model::Flag<D>& is_idle, const auto& of) {
            if (!is_idle) thread.loads.clear(), thread.stores.clear();
            // Moments before the last reset but one are not asked for any more.
            if (is_idle || of.begin.resets_ago == 2)
                thread.after = thread.store_after = thread.load_before = thread.store_before = false;
        };
        model::do_with_all(
            threads, [](auto& of_core, const auto& does, const auto&... asked) { model::do_with_all(of_core, does, asked...); },
            clear, idle, watch);
    }

private:
    Standing<D>& standing(const model::Event<D>& event) { return threads[event.core][event.thread]; }
    bool performed() const { return watch.phase == WatchPhase::latest || watch.phase == WatchPhase::over; }

    void note_idle(const model::Event<D>& event) {
        using enum model::EventKind;
        if (event.elsewhere()) return;
        if (event.kind == load_issued) standing(event).loads.insert(event.address);
        else if (event.kind == load_completed) standing(event).loads.erase(event.address);
        else if (event.kind == store_issued) standing(event).stores.insert(event.address);
        else if (event.kind == store_completed) standing(event).stores.erase(event.address);
    }

    void note(const model::Event<D>& event) {
        using enum model::EventKind;
        if (!watch.block || *watch.block != event.address || event.elsewhere()) return;
        switch (model::enumerator(event.kind)) {
            case store_issued: issued(event, standing(event)); break;
            case store_performed: store(event, standing(event)); break;
            case load_completed:
                if (watch.behind[event.core] < 2) load(event, standing(event), {watch.behind[event.core], event.when});
                break;
            case load_performed:
                if (event.value == watched) standing(event).after = true;
                break;
            default: break;
        }
    }

    void issued(const model::Event<D>& event, Standing<D>& thread) {
        if (event.value != watched) {
            if (thread.after) thread.store_after = true;
            return;
        }
        thread.load_before = thread.loads.contains(event.address);
        thread.store_before = thread.stores.contains(event.address);
        thread.after = true;
    }

    void store(const model::Event<D>& event, Standing<D>& thread) {
        const DatedMoment<D> when = watch.moment_of(event);
        if (event.value == watched) {
            if (early && *early < watch.begin) return fail();
            early.reset();
        } else if (thread.store_before) {
            thread.store_before = false;
            if (performed() && watch.begin < when) fail();
        } else if (thread.store_after) {
            thread.store_after = false;
            comes_after(when);
        }
    }

    void load(const model::Event<D>& event, Standing<D>& thread, DatedMoment<D> when) {
        const model::Flag<D> returned = event.value == watched;
        if (thread.load_before) {
            thread.load_before = false;
            if (returned || (performed() && watch.begin < when)) fail();
            return;
        }
        if (thread.after && !returned) comes_after(when);
        if (returned) thread.after = true;
    }

    void comes_after(DatedMoment<D> when) {
        if (performed()) {
            if (when < watch.begin) fail();
        } else if (!early || when < *early) {
            early = when;
        }
    }

    void fail() {
        *this = ProgramOrder{};
        broken = true;
    }
};

template <class System>
void add_program_order(System& system) {
    system.add_invariant(
        "program-order",
        "the global time is only used to order memory operations from the same thread (III-A), and release consistency allows "
        "re-ordering of memory operations to different addresses only (II-B)",
        [](const typename System::View& view) { return !bool(view.monitor().broken); });
}

}  // namespace tandem::specs
