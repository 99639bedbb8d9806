// Reasons of specs/answers.hpp: what reaches a thread is not what was performed.
#include "specs/answers.hpp"
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;

bool same_access(const ConcreteEvent& a, const ConcreteEvent& b) {
    return a.core == b.core && a.thread == b.thread && a.address == b.address;
}

/// The last event of that kind of the thread that the last event concerns, on its block.
const Occurrence* own(const WatchedRun& run, model::EventKind kind) {
    const Occurrence& end = run.events.back();
    return run.latest([&](const auto& e) { return e.kind == kind && same_access(e, end.event); }, &end);
}

/// The store that the block held right before an access was performed; null if it is none of the run's.
const Occurrence* held_before(const WatchedRun& run, const Occurrence& performed) {
    return run.latest([&](const auto& e) { return e.kind == store_performed && e.address == performed.event.address; }, &performed);
}

std::string an_access(const WatchedRun& run, const char* what) {
    const Occurrence& end = run.events.back();
    return std::string("the ") + what + " of " + run.who(end.event) + " to " + block_name(end.event);
}

}  // namespace

std::optional<Reason> reason_of_answers(const std::string& property, const WatchedRun& run) {
    const bool atomic = property == "rmw-atomic", store = property == "store-performed", load = property == "load-answer";
    if ((!atomic && !store && !load) || run.events.empty()) return {};
    if (const std::string failure = run.noted("answers.failure"); failure.empty() || failure == "none") return {};
    const Occurrence& end = run.events.back();
    const Occurrence *performed = own(run, load ? load_performed : store_performed), *issued = own(run, store_issued);
    Reason reason;
    const auto rests_on = [&](std::initializer_list<const Occurrence*> which) {
        for (const Occurrence* one : which)
            if (one) reason.steps.push_back(one->step);
    };
    rests_on({issued, performed, &end});
    if (end.event.kind == store_performed) {
        const bool again = performed && (!issued || issued->step <= performed->step);
        reason.words = an_access(run, atomic ? "atomic" : "store") + " is performed " + at_step(end);
        if (again) reason.words += " a second time: it was performed before " + at_step(*performed) + ".";
        else if (!issued) reason.words += ", and that thread has issued none.";
        else
            reason.words += " with " + value_text(end.event) + ". It was issued with " + value_text(issued->event) + " " +
                            at_step(*issued) + ".";
        return reason;
    }
    if (end.event.kind == store_completed) {
        reason.words = run.who(end.event) + " takes its " + (atomic ? "atomic" : "store") + " to " + block_name(end.event) +
                       " for complete " + at_step(end) + ". But it has not been performed.";
        return reason;
    }
    if (!performed) {
        reason.words = an_access(run, atomic ? "atomic" : "load") + " is answered " + at_step(end) +
                       " before it has been performed.";
        return reason;
    }
    reason.words = an_access(run, atomic ? "atomic" : "load") + " returns " + value_text(end.event) + " " + at_step(end);
    if (load) {
        reason.words += ". But it found " + value_text(performed->event) + " where it was performed " + at_step(*performed) + ".";
        return reason;
    }
    const Occurrence* before = held_before(run, *performed);
    reason.words += ". But right before it was performed " + at_step(*performed) + " the block held ";
    reason.words += before ? value_text(before->event) + ", by the store of " + run.who(before->event) + " " + at_step(*before)
                           : "what it holds at first";
    reason.words += ".";
    rests_on({before});
    return reason;
}

}  // namespace tandem::specs
