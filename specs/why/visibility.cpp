// Reasons of specs/visibility.hpp, where the order of stores is real time: steps say what came first.
#include "specs/visibility.hpp"
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;

}  // namespace

std::optional<Reason> reason_of_visibility(const std::string& property, const WatchedRun& run) {
    if (property != "no-stale-load" && property != "write-atomicity" && property != "fence-visible") return {};
    if (run.events.empty()) return {};
    const Occurrence& end = run.events.back();
    const ConcreteEvent& load = end.event;
    Reason reason;
    if (load.kind == fence_passed) {
        const auto open = run.latest(
            [&](const auto& e) { return same_thread(e, load) && (e.kind == load_issued || e.kind == store_issued); }, &end);
        reason.words = "The fence of " + run.who(load) + " passes " + at_step(end) +
                       " while an access of that thread is under way" +
                       (open ? ": that to " + block_name(open->event) + " " + at_step(*open) : "") + ".";
        reason.steps = open ? std::vector<int>{open->step, end.step} : std::vector<int>{end.step};
        return reason;
    }
    if (load.kind != load_completed && load.kind != load_returned) return {};
    const auto issued = run.latest(
        [&](const auto& e) { return e.kind == load_issued && same_thread(e, load) && e.address == load.address; }, &end);
    const auto performed =
        run.latest([&](const auto& e) { return e.kind == store_performed && e.address == load.address; }, &end);
    reason.words = run.who(load) + " reads " + value_text(load) + " from " + block_name(load) + " " + at_step(end);
    if (issued && issued->step != end.step)
        reason.words += ", by a load that it issued in step " + std::to_string(issued->step + 1);
    reason.words += ". ";
    if (performed && performed->event.value != load.value) {
        reason.words += "But the store of " + value_text(performed->event) + " by " + run.who(performed->event) +
                        " was performed " + at_step(*performed);
        reason.steps.push_back(performed->step);
        if (property == "write-atomicity") {
            const auto seen = run.latest(
                [&](const auto& e) {
                    return (e.kind == load_completed || e.kind == load_returned) && e.address == load.address &&
                           e.value == performed->event.value && !same_thread(e, performed->event);
                },
                &end);
            if (seen)
                reason.words += ", and " + run.who(seen->event) + " has read it " + at_step(*seen) +
                                ": from then on every load that is issued must see it",
                    reason.steps.push_back(seen->step);
        } else if (property == "fence-visible") {
            const auto fence =
                run.latest([&](const auto& e) { return e.kind == fence_passed && same_thread(e, performed->event); }, &end);
            if (fence)
                reason.words += ", and a fence of that thread has passed " + at_step(*fence) +
                                ": from then on every load that is issued must see it",
                    reason.steps.push_back(fence->step);
        } else {
            reason.words += ", and since then the block holds nothing else";
        }
        reason.words += ".";
    } else {
        reason.words += "No store of that to " + block_name(load) + " was performed.";
    }
    reason.steps.push_back(end.step);
    return reason;
}

}  // namespace tandem::specs
