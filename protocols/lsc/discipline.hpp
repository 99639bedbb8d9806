// A monitor of the discipline that hides reordering (lsc.txt, 5): "the reordering is not visible".
//
// Stores are performed in program order, when nothing older is under way. A load may be early, that is, before older stores of
// its thread; then nobody else stores to its block until these are performed. A load reads the latest store, or the youngest of
// its own thread's older stores to the block under way. These come before it in program order, and are the latest ones when they
// have been performed. So each early load can be moved behind the stores that it has passed. The result is an order of all
// accesses that keeps each thread's order and in which a load reads the latest store: SC of wavefronts. The data performed are
// those that a thread has stored.
#pragma once

#include "model/usage_error.hpp"
#include "protocols/apu/watch.hpp"

namespace tandem::lsc {

/// An access under way, or a completed load while older stores are under way.
template <class D>
struct Access {
    model::Address<D> block{};
    model::Flag<D> store{};
    model::Flag<D> early{};    // a load that is done
    model::Flag<D> watched{};  // a store of the watched data
    BOOST_DESCRIBE_CLASS(Access, (), (block, store, early, watched), (), ())
};

/// The accesses of a thread.
template <class D>
struct InOrder {
    static constexpr int capacity = 8;
    model::Fifo<D, Access<D>, capacity> accesses;  // in program order
    BOOST_DESCRIBE_CLASS(InOrder, (), (accesses), (), ())

    /// The accesses under way that are older than one that is done now.
    struct Older {
        bool loads = false, stores = false, store_to_block = false;
        bool watched = false;  // the youngest of the stores to the block has the watched data
        bool itself = false, itself_watched = false;  // the access was under way, and is a store of the watched data
    };
    Older done(const model::Address<D>& block, bool store) {
        Older older;
        bool found = false, store_before = false;
        model::Fifo<D, Access<D>, capacity> kept;
        while (!accesses.empty()) {
            Access<D> access = accesses.pop();
            if (!found && !access.early && access.block == block && bool(access.store) == store) {
                found = older.itself = true;
                older.itself_watched = bool(access.watched);
                if (store || !store_before) continue;
                access.early = true;
            } else if (!found && !access.early) {
                (access.store ? older.stores : older.loads) = true;
                if (access.store && access.block == block) older.store_to_block = true, older.watched = bool(access.watched);
            } else if (access.early && (!store_before || (!found && !store && access.block == block))) {
                continue;  // no store is before it any more; or a later load of the block is early now, and stays so for longer
            }
            store_before = store_before || bool(access.store);
            kept.push(access);
        }
        accesses = kept;
        return older;
    }
    /// Whether a load of the block is early, and does not read a store of its own thread under way, behind which it could be
    /// moved.
    bool early(const model::Address<D>& block) const {
        bool some = false, own = false;
        for (std::size_t i = 0; i < accesses.size.index(); ++i) {
            const Access<D>& access = accesses.items[i];
            if (!(access.block == block)) continue;
            own = own || bool(access.store);
            some = some || (access.early && !own);
        }
        return some;
    }
};

BOOST_DEFINE_FIXED_ENUM_CLASS(Broken, std::uint8_t, nothing, early_load, old_load, other_store)

template <class D>
struct Discipline {
    static constexpr bool present = true, values_symmetric = false;
    static constexpr int plain = apu::Watch<D>::plain, watched = apu::Watch<D>::watched;

    apu::Watch<D> watch;
    // of a thread; what an instruction of several blocks does in any order is told as well, so it is followed on
    model::Flag<D> out_of_order{};
    model::Enum<D, Broken> broken{};
    model::Array<D, model::Sort::core, model::Array<D, model::Sort::thread, InOrder<D>>> threads;
    BOOST_DESCRIBE_CLASS(Discipline, (), (watch, out_of_order, broken, threads), (), ())

    static std::optional<Discipline> start(const std::vector<int>& contents) {
        const auto watch = apu::Watch<D>::start(contents);
        if (!watch) return std::nullopt;
        Discipline state;
        state.watch = *watch;
        return state;
    }

    bool observe(const model::Event<D>& event) {
        using enum model::EventKind;
        // A queue of eight accesses, each of any kind, has too many paths.
        if constexpr (!model::finite<D>)
            throw model::UsageError(
                "the monitor of lsc, which keeps each thread's accesses in order, is not worked out on symbols: `check`, `prove` "
                "without --method, and `export` with --free, are accepted");
        if (failed()) return true;
        if (!watch.observe(event)) return false;
        if (watch.failed()) return true;
        InOrder<D>& thread = threads[event.core][event.thread];
        switch (model::enumerator(event.kind)) {
            case store_issued:
                thread.accesses.push({.block = event.address,
                                      .store = true,
                                      .early = false,
                                      .watched = bool(event.value == apu::Watch<D>::watched)});
                break;
            case load_issued:
                thread.accesses.push({.block = event.address, .store = false, .early = false, .watched = false});
                break;
            case load_completed: loaded(event, thread); break;
            case store_performed: performed(event, thread); break;
            default: break;
        }
        return true;
    }
    bool failed() const { return broken != Broken::nothing || watch.failed(); }

private:
    void loaded(const model::Event<D>& event, InOrder<D>& thread) {
        const auto older = thread.done(event.address, false);
        if (older.loads) out_of_order = true;
        const bool watched = older.store_to_block ? older.watched : watch.latest_of(event.address);
        if (bool(event.value == apu::Watch<D>::watched) != watched) fail(Broken::old_load);
    }
    void performed(const model::Event<D>& event, InOrder<D>& thread) {
        const auto older = thread.done(event.address, true);
        if (older.loads || older.stores) out_of_order = true;
        if (!older.itself || older.itself_watched != bool(event.value == apu::Watch<D>::watched))
            return fail(Broken::other_store);
        for (int core = 0; core < model::room<D>(model::Sort::core); ++core)
            for (int t = 0; t < model::room<D>(model::Sort::thread); ++t) {
                InOrder<D>& other = threads[core][t];
                if (&other != &thread && other.early(event.address)) return fail(Broken::early_load);
            }
    }
    void fail(Broken why) {
        const auto in_order = out_of_order;
        *this = Discipline{};
        out_of_order = in_order;
        broken = why;
    }
};

}  // namespace tandem::lsc
