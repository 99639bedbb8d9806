// A monitor that follows one store of each run, like specs/watched_store.hpp: its data are 1, those of all other stores 0. Texts
// copy data and never look at them, so a wrong version is found in the run that watches it.
//
// GL1s may hold old versions, and a CPU reads its own store before it is performed. So the monitor judges copies, and for loads
// only the promises of HRF and TSO. Only its own thread reads a store before it is performed. A load after an acquire reads what
// was performed before the acquire, or something newer. A thread's stores before a release are performed. A thread reads the
// latest of its own stores to a block, until somebody's later store to it is performed.
#pragma once

#include <optional>

#include "model/event.hpp"
#include "model/ordered_instruction.hpp"

namespace tandem::apu {

BOOST_DEFINE_FIXED_ENUM_CLASS(Watched, std::uint8_t,
    nothing,  // no store is watched yet
    issued,   // it is on its way
    latest,   // it was performed, and no later store to the block was
    over)     // a later store was performed

template <class D>
struct Watch {
    static constexpr bool present = true, values_symmetric = false;
    static constexpr int plain = 0, watched = 1;

    model::Enum<D, Watched> phase{};
    model::Maybe<D, model::Address<D>> block;
    model::Flag<D> of_thread{};  // a thread has stored it, and no later store to the block was performed
    model::Core<D> core{};       // that thread
    model::Thread<D> thread{};
    model::Flag<D> replaced{};   // that thread has issued another to the block since
    /// Threads that have acquired since the block last changed.
    model::Array<D, model::Sort::core, model::Set<D, model::Sort::thread>> acquired;
    // What was broken: acquire-fresh, write-atomicity, rmw-atomic, release-covers, own-store-read.
    model::Flag<D> outdated{}, early{}, torn{}, lost{}, forgotten{};
    BOOST_DESCRIBE_CLASS(Watch, (),
                         (phase, block, of_thread, core, thread, replaced, acquired, outdated, early, torn, lost, forgotten), (),
                         ())

    /// One block may hold the watched data initially.
    static std::optional<Watch> start(const std::vector<int>& contents) {
        Watch state;
        for (std::size_t a = 0; a < contents.size(); ++a) {
            if (contents[a] == plain) continue;
            if (contents[a] != watched || state.phase != Watched::nothing) return std::nullopt;
            state.phase = Watched::latest;
            state.block = model::Address<D>(static_cast<int>(a));
        }
        return state;
    }

    /// False for an event that cannot be: a second watched store.
    bool observe(const model::Event<D>& event) {
        using enum model::EventKind;
        if (failed()) return true;
        switch (model::enumerator(event.kind)) {
            case store_issued:
                if (event.value == watched) {
                    if (phase != Watched::nothing) return false;
                    phase = Watched::issued;
                    block = event.address;
                    of_thread = true;
                    core = event.core;
                    thread = event.thread;
                } else if (ours(event)) {
                    acquired[event.core].erase(event.thread);
                    if (of_its_thread(event)) replaced = true;
                }
                break;
            case store_performed:
                if (!ours(event)) break;
                if (event.value == watched) phase = Watched::latest;
                else if (phase == Watched::latest) phase = Watched::over;
                else break;
                for (auto& of_core : acquired.items) of_core.clear();
                break;
            case fence_passed:
                if (model::fence_releases(event.synchronization.order) && phase == Watched::issued && of_its_thread(event))
                    fail(lost);
                else if (model::fence_acquires(event.synchronization.order) &&
                         (phase == Watched::latest || phase == Watched::over))
                    acquired[event.core].insert(event.thread);
                break;
            case load_completed: loaded(event); break;
            case load_performed:
                if (bool(event.value == watched) != latest_of(event.address)) fail(torn);
                break;
            default: break;
        }
        return true;
    }

    void clear_unused() {
        if (phase == Watched::over) of_thread = false;
        if (!of_thread) core = {}, thread = {}, replaced = false;
    }

    bool failed() const { return outdated || early || torn || lost || forgotten; }
    /// Whether the block holds the watched data, after all stores so far.
    bool latest_of(const model::Address<D>& a) const { return phase == Watched::latest && *block == a; }

private:
    bool of_its_thread(const model::Event<D>& event) const { return of_thread && event.core == core && event.thread == thread; }
    bool ours(const model::Event<D>& event) const { return block && *block == event.address; }

    void loaded(const model::Event<D>& event) {
        if (!ours(event)) return event.value == watched ? fail(early) : void();
        const bool read = bool(event.value == watched);
        if (phase == Watched::issued && read && !of_its_thread(event)) return fail(early);
        if (of_its_thread(event) && read == bool(replaced)) return fail(forgotten);
        if (acquired[event.core].contains(event.thread) && read != bool(phase == Watched::latest)) fail(outdated);
    }
    void fail(model::Flag<D>& why) {
        const bool is_outdated = &why == &outdated, is_early = &why == &early, is_torn = &why == &torn, is_lost = &why == &lost;
        *this = Watch{};
        if (is_outdated) outdated = true;
        else if (is_early) early = true;
        else if (is_torn) torn = true;
        else if (is_lost) lost = true;
        else forgotten = true;
    }
};

}  // namespace tandem::apu
