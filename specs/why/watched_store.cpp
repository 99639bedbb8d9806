// Reasons of specs/watched_store.hpp: the followed store writes 1, and all else is 0. A moment is the protocol's own.
#include "specs/watched_store.hpp"
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;
constexpr int followed = WatchedStore<model::Concrete>::watched;

/// Whether the protocol gives its accesses moments of its own.
bool timed(const WatchedRun& run) {
    return run.latest([](const auto& e) { return e.when != 0; }) != nullptr;
}
bool loads(const ConcreteEvent& e) { return e.kind == load_completed || e.kind == load_performed; }
std::string time(const ConcreteEvent& e) { return "time " + std::to_string(model::number_of(e.when)); }
/// " at time 3"
std::string at_time(const WatchedRun& run, const ConcreteEvent& e) { return timed(run) ? " at " + time(e) : ""; }

std::string reads(const WatchedRun& run, const Occurrence& load) {
    return run.who(load.event) + " reads " + value_text(load.event) + " from " + block_name(load.event) +
           at_time(run, load.event) + " " + at_step(load);
}
std::string stores(const WatchedRun& run, const Occurrence& store) {
    return "the store of " + value_text(store.event) + " by " + run.who(store.event) + " is performed" +
           at_time(run, store.event) + " " + at_step(store);
}
/// "the block holds 1 from time 3 on, by the store of W0 of SM1 (step 6)"
std::string holds_from(const WatchedRun& run, const Occurrence* store, const std::string& block) {
    if (!store) return block + " has held 1 since the start";
    return block + " holds 1 from " + (timed(run) ? time(store->event) : "then") + " on, by the store of " +
           run.who(store->event) + " " + at_step(*store);
}

}  // namespace

std::optional<Reason> reason_of_watched_store(const std::string& property, const WatchedRun& run) {
    const std::string failure = run.noted("failure");
    if (property != "load-value" || failure.empty() || failure == "none") return {};
    const Occurrence* load = run.latest([](const auto& e) { return loads(e); });
    const Occurrence* own = run.latest([](const auto& e) { return e.kind == store_performed && e.value == followed; });
    const Occurrence* other = run.latest([&](const auto& e) {
        return e.kind == store_performed && e.value != followed && (!own || e.address == own->event.address);
    });
    const bool now = load && load->step == run.last;
    const bool reset = run.latest([](const auto& e) { return e.kind == clock_reset; }) != nullptr;
    Reason reason;
    const auto rests_on = [&](std::initializer_list<const Occurrence*> which) {
        for (const Occurrence* one : which)
            if (one) reason.steps.push_back(one->step);
    };
    if (failure == "read_too_early") {
        if (!now) load = run.latest([](const auto& e) { return loads(e) && e.value == followed; });
        if (!load || !own) return {};
        reason.words = reads(run, *load) + ". But " + stores(run, *own) + ", so " +
                       (timed(run) ? "at " + time(load->event) + " " : "") + block_name(load->event) + " did not hold it yet.";
        rests_on({load, own});
    } else if (failure == "read_too_late") {
        if (!load || !other) return {};
        reason.words = reads(run, *load) + ". But " + stores(run, *other) +
                       " and replaces it: " + (timed(run) ? "at " + time(load->event) : "from then on") + " a load must return " +
                       value_text(other->event) + ".";
        if (own) reason.words += " The old value: " + stores(run, *own) + ".";
        rests_on({own, other, load});
    } else if (failure == "overtaken") {
        const Occurrence* before = run.latest([](const auto& e) { return loads(e) && e.value == followed; });
        if (!before || !other) return {};
        reason.words = stores(run, *other) + ". But " + run.who(before->event) + " has read 1, which that store replaces" +
                       (timed(run) ? ", at the later " + time(before->event) : "") + " " + at_step(*before) + ".";
        rests_on({before, other});
    } else if (failure == "not_read") {
        if (!now) return {};
        reason.words = reads(run, *load) + ". But " + holds_from(run, own, block_name(load->event)) +
                       (other && (!own || own->step < other->step)
                            ? ", until " + (timed(run) ? time(other->event) + " " : "") + at_step(*other)
                            : "") +
                       ".";
        rests_on({own, load});
    } else {
        if (!now) return {};
        reason.words = reads(run, *load) + ". Nobody has stored that there.";
        rests_on({load});
    }
    if (reset) reason.words += " The clock was reset on the way: times before the reset are earlier than all after it.";
    return reason;
}

}  // namespace tandem::specs
