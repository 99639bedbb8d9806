// Reasons of specs/answers.hpp: what reaches a thread is not what was performed.
#include "specs/answers.hpp"
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;

/// What has happened to one access of a thread to a block before an event of its.
struct Access {
    const Occurrence *issued = nullptr, *performed = nullptr, *returned = nullptr;
    const Occurrence* before = nullptr;  // the store that the block held right before this was performed
};

Access before_event(const WatchedRun& run, const Occurrence& end, bool load) {
    Access access;
    const Occurrence* stored = nullptr;
    for (const Occurrence& one : run.events) {
        if (&one == &end) break;
        const ConcreteEvent& e = one.event;
        const bool own = same_thread(e, end.event) && e.address == end.event.address;
        if (own && e.kind == store_issued) access = {.issued = &one};
        if (own && e.kind == (load ? load_performed : store_performed)) access.performed = &one, access.before = stored;
        if (own && e.kind == load_returned) access.returned = &one;
        if (e.kind == store_performed && e.address == end.event.address) stored = &one;
    }
    return access;
}

/// A thread goes on though its load, which has been performed, has not returned.
std::optional<Reason> not_returned(const WatchedRun& run, const Occurrence& end) {
    const Occurrence* open = nullptr;
    for (const Occurrence& one : run.events) {
        if (&one == &end) break;
        if (!same_thread(one.event, end.event)) continue;
        if (one.event.kind == load_performed) open = &one;
        if (one.event.kind == load_returned || one.event.kind == load_completed) open = nullptr;
    }
    if (!open) return {};
    return resting_on(run.who(end.event) + " goes on " + at_step(end) + ". But its load of " + block_name(open->event) +
                          ", which was performed and found " + value_text(open->event) + " " + at_step(*open) +
                          ", has not returned.",
                      {open, &end});
}

/// What is wrong with an event, if anything is. `what` is "atomic", "store" or "load".
std::optional<Reason> wrong(const WatchedRun& run, const Occurrence& end, const std::string& what) {
    const bool atomic = what == "atomic", load = what == "load";
    const ConcreteEvent& e = end.event;
    const std::string whose = "the " + what + " of " + run.who(e) + " to " + block_name(e);
    const auto [issued, performed, returned, before] = before_event(run, end, load);
    if (e.kind == store_performed && !load) {
        const std::string is_performed = whose + " is performed " + at_step(end);
        if (!issued) return resting_on(is_performed + ". That thread has issued none.", {&end});
        if (performed)
            return resting_on(is_performed + " a second time: it was performed before " + at_step(*performed) + ".",
                              {performed, &end});
        if (issued->event.value != e.value)
            return resting_on(is_performed + " with " + value_text(e) + ". But it was issued with " + value_text(issued->event) +
                                  " " + at_step(*issued) + ".",
                              {issued, &end});
    } else if ((e.kind == load_issued || e.kind == store_issued || e.kind == fence_passed) && load) {
        return not_returned(run, end);
    } else if (e.kind == store_completed && !load) {
        const std::string complete = run.who(e) + " takes its " + what + " to " + block_name(e) + " for complete " + at_step(end);
        if (!performed) return resting_on(complete + ". But it has not been performed.", {issued, &end});
        if (atomic && !returned)
            return resting_on(complete + ". But what it found " + at_step(*performed) + " has not reached the thread.",
                              {performed, &end});
    } else if ((e.kind == load_returned || e.kind == load_completed) && what != "store") {
        const std::string returns = whose + " returns " + value_text(e) + " " + at_step(end) + ". But ";
        if (!performed) return resting_on(returns + "it has not been performed.", {issued, &end});
        if (load && performed->event.value != e.value)
            return resting_on(
                returns + "where it was performed it found " + value_text(performed->event) + " " + at_step(*performed) + ".",
                {performed, &end});
        if (atomic && before && before->event.value != e.value)
            return resting_on(returns + "right before it was performed " + at_step(*performed) + " the block held " +
                                  value_text(before->event) + ", by the store of " + run.who(before->event) + " " +
                                  at_step(*before) + ".",
                              {before, performed, &end});
        if (atomic && !before)
            return resting_on(returns + "it was performed first of all stores " + at_step(*performed) +
                                  ", so it must find what the block held at the start.",
                              {performed, &end});
    }
    return {};
}

}  // namespace

std::optional<Reason> reason_of_answers(const std::string& property, const WatchedRun& run) {
    const std::string what = property == "rmw-atomic"        ? "atomic"
                             : property == "store-performed" ? "store"
                             : property == "load-answer"     ? "load"
                                                             : "";
    const std::string failure = run.noted("answers.failure");
    const bool other_store = failure.empty() && run.noted("broken") == "other_store";  // where a monitor notes it so
    if (what.empty() || failure == "none" || (failure.empty() && !other_store)) return {};
    for (const Occurrence& one : run.events)
        if (one.step == run.last)
            if (auto reason = wrong(run, one, what)) return reason;
    return {};
}

}  // namespace tandem::specs
