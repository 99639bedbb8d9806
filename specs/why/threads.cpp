// Reasons of monitors that follow what each thread is promised: its own stores, acquires and releases, program order, and loads
// that are early as long as nobody can tell. Stores are performed in real time.
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;

/// The ends of an access under way.
bool ends(const ConcreteEvent& e, const ConcreteEvent& issued) {
    if (!same_thread(e, issued) || e.address != issued.address) return false;
    return issued.kind == load_issued ? e.kind == load_completed : e.kind == store_performed;
}

/// The last event that is wanted before `end` and whose access is still under way there.
template <class Wanted>
const Occurrence* under_way(const WatchedRun& run, const Occurrence& end, Wanted&& wanted) {
    const Occurrence* found = nullptr;
    for (const Occurrence& one : run.events) {
        if (&one == &end) break;
        if ((one.event.kind == load_issued || one.event.kind == store_issued) && wanted(one.event)) found = &one;
        else if (found && ends(one.event, found->event)) found = nullptr;
    }
    return found;
}

std::string what_it_reads(const WatchedRun& run, const Occurrence& load) {
    return run.who(load.event) + " reads " + value_text(load.event) + " from " + block_name(load.event) + " " + at_step(load);
}
/// "store of 1 to A (step 3)"
std::string named(const Occurrence& access) {
    if (access.event.kind == load_issued) return "load of " + block_name(access.event) + " " + at_step(access);
    return "store of " + value_text(access.event) + " to " + block_name(access.event) + " " + at_step(access);
}

/// What the thread has stored last to the block that it loads.
std::optional<Reason> own_store(const WatchedRun& run, const Occurrence& load) {
    const Occurrence* own = run.latest(
        [&](const auto& e) { return e.kind == store_issued && same_thread(e, load.event) && e.address == load.event.address; },
        &load);
    if (!own) return {};
    const Occurrence* performed = run.latest(
        [&](const auto& e) { return e.kind == store_performed && same_thread(e, load.event) && e.address == load.event.address; },
        &load);
    const bool is_performed = performed && own->step <= performed->step;
    return resting_on(what_it_reads(run, load) + ". But its own latest " + named(*own) + " " +
                  (is_performed ? "was performed " + at_step(*performed) + ", and nobody's store to the block was after that"
                                : std::string("is still on its way")) +
                  ": until another is performed, it must read that.",
              {own, is_performed ? performed : nullptr, &load});
}

/// What was performed before the thread's last acquire.
std::optional<Reason> after_acquire(const WatchedRun& run, const Occurrence& load) {
    const Occurrence* fence =
        run.latest([&](const auto& e) { return e.kind == fence_passed && same_thread(e, load.event); }, &load);
    if (!fence) return {};
    const Occurrence* store = run.latest(
        [&](const auto& e) { return e.kind == store_performed && e.address == load.event.address; }, fence);
    if (!store) return {};
    return resting_on(what_it_reads(run, load) + ". But the store of " + value_text(store->event) + " by " +
                          run.who(store->event) + " was performed " + at_step(*store) + ", before the fence of " +
                          run.who(load.event) + " passed " + at_step(*fence) +
                          ": after it the thread reads that or something newer.",
                      {store, fence, &load});
}

std::optional<Reason> fence_waits(const WatchedRun& run, const Occurrence& fence) {
    const Occurrence* open =
        under_way(run, fence, [&](const auto& e) { return e.kind == store_issued && same_thread(e, fence.event); });
    if (!open) return {};
    return resting_on("The fence of " + run.who(fence.event) + " passes " + at_step(fence) + ". But that thread's " +
                          named(*open) + " has not been performed.",
                      {open, &fence});
}

std::optional<Reason> out_of_order(const WatchedRun& run, const Occurrence& end) {
    const Occurrence* older = nullptr;
    for (const Occurrence& one : run.events) {
        if (&one == &end) break;
        const ConcreteEvent& e = one.event;
        if ((e.kind != load_issued && e.kind != store_issued) || !same_thread(e, end.event)) continue;
        if (e.address == end.event.address && (e.kind == load_issued) == (end.event.kind == load_completed)) continue;
        if (under_way(run, end, [&](const auto& other) { return &other == &e; })) {
            older = &one;
            break;
        }
    }
    if (!older) return {};
    const bool load = end.event.kind == load_completed;
    return resting_on(run.who(end.event) + "'s " + (load ? "load of " : "store to ") + block_name(end.event) + " is " +
                  (load ? "done " : "performed ") + at_step(end) + " while its older " + named(*older) +
                  " is still under way. The older one must be visible first.",
              {older, &end});
}

/// Somebody stores to a block that another has loaded early.
std::optional<Reason> early_load(const WatchedRun& run, const Occurrence& store) {
    const Occurrence* load = run.latest(
        [&](const auto& e) {
            return e.kind == load_completed && e.address == store.event.address && !same_thread(e, store.event);
        },
        &store);
    if (!load) return {};
    const Occurrence* older =
        under_way(run, store, [&](const auto& e) { return e.kind == store_issued && same_thread(e, load->event); });
    if (!older) return {};
    return resting_on("the store of " + run.who(store.event) + " to " + block_name(store.event) + " is performed " +
                          at_step(store) + ". But " + run.who(load->event) + " has loaded that block early " + at_step(*load) +
                          ", before its older " + named(*older) + " is performed: until then nobody may store to it.",
                      {older, load, &store});
}

/// The block holds something else.
std::optional<Reason> not_latest(const WatchedRun& run, const Occurrence& load, const std::string& what) {
    const Occurrence* store =
        run.latest([&](const auto& e) { return e.kind == store_performed && e.address == load.event.address; }, &load);
    if (!store) {  // so it is of a store that nobody should see yet
        const Occurrence* early = under_way(run, load, [&](const auto& e) {
            return e.kind == store_issued && e.address == load.event.address && e.value == load.event.value;
        });
        if (!early) return {};
        return resting_on(what + " " + value_text(load.event) + " from " + block_name(load.event) + " " + at_step(load) +
                              ". But the store of that by " + run.who(early->event) + " " + at_step(*early) +
                              " has not been performed yet, nor has any other: the block holds what it held at the start.",
                          {early, &load});
    }
    if (store->event.value == load.event.value) return {};
    return resting_on(what + " " + value_text(load.event) + " from " + block_name(load.event) + " " + at_step(load) +
                  ". But the last store performed there is that of " + value_text(store->event) + " by " +
                  run.who(store->event) + " " + at_step(*store) + ".",
              {store, &load});
}

}  // namespace

std::optional<Reason> reason_of_threads(const std::string& property, const WatchedRun& run) {
    if (run.events.empty()) return {};
    const Occurrence& end = run.events.back();
    const bool load = end.event.kind == load_completed;
    if (property == "own-store-read" && load) return own_store(run, end);
    if (property == "acquire-fresh" && load) return after_acquire(run, end);
    if (property == "release-covers" && end.event.kind == fence_passed) return fence_waits(run, end);
    if (property == "program-order") return out_of_order(run, end);
    if (property == "early-load-stable" && end.event.kind == store_performed) return early_load(run, end);
    if (property == "load-latest" && load) return not_latest(run, end, run.who(end.event) + " reads");
    if (property == "rmw-atomic" && run.noted("torn") == "yes") {
        const Occurrence* found = run.latest([](const auto& e) { return e.kind == load_performed; });
        if (found && found->step == run.last)
            return not_latest(run, *found, "the atomic of " + run.who(found->event) + " reads");
    }
    return {};
}

}  // namespace tandem::specs
