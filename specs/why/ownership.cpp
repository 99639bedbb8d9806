// Reasons of specs/ownership.hpp: race-free programs, whose data pass from owner to owner through the last block, a lock or a
// turn.
#include "specs/ownership.hpp"
#include "specs/why/reason.hpp"

namespace tandem::specs {

namespace {

using enum model::EventKind;

std::string how(const ConcreteEvent& e) {
    if (e.synchronization.order == model::Order::plain) return "";
    return std::string(", ") + model::name_of(e.synchronization.order) + " at scope " + model::name_of(e.synchronization.scope) +
           (e.synchronization.remote ? ", remotely" : "");
}

bool changes(const ConcreteEvent& e) { return e.kind == begins_store || e.kind == begins_atomic; }
bool finds(const ConcreteEvent& e) { return e.kind == load_completed || e.kind == load_returned; }

/// A store comes between what an atomic found and what it wrote: the last write to L is that of an atomic that must come before
/// it.
std::optional<Reason> torn_atomic(const WatchedRun& run) {
    const auto at_lock = [&](const ConcreteEvent& e) { return static_cast<int>(e.address.index()) == run.blocks - 1; };
    const Occurrence* last = run.latest([&](const auto& e) { return at_lock(e) && e.kind == store_performed; });
    if (!last) return {};
    const auto own = [&](const ConcreteEvent& e) { return at_lock(e) && same_thread(e, last->event); };
    const Occurrence* begun = run.latest([&](const auto& e) { return own(e) && changes(e); }, last);
    const Occurrence* found = run.latest([&](const auto& e) { return own(e) && finds(e); }, last);
    const Occurrence* between =
        run.latest([&](const auto& e) { return at_lock(e) && e.kind == store_performed && !same_thread(e, last->event); }, last);
    if (!begun || begun->event.kind != begins_atomic || !found || !between || between->step < found->step) return {};
    return resting_on("the atomic of " + run.who(last->event) + " (begun in step " + std::to_string(begun->step + 1) +
                          ") finds " + value_text(found->event) + " in " + block_name(last->event) + " " + at_step(*found) +
                          ", so it comes before the store of " + value_text(between->event) + " by " + run.who(between->event) +
                          ", which is performed later " + at_step(*between) + ": the block must be left at " +
                          value_text(between->event) + ". But what the atomic writes, " + value_text(last->event) +
                          ", arrives after that " + at_step(*last) + ", and memory holds it.",
                      {begun, found, between, last});
}

}  // namespace

std::optional<Reason> reason_of_ownership(const std::string& property, const WatchedRun& run) {
    const std::string broken = run.noted("broken");
    if (broken.empty() || (property != "message-passing" && property != "rmw-atomic" && property != "no-dirty-data-lost"))
        return {};
    const auto at_lock = [&](const ConcreteEvent& e) { return static_cast<int>(e.address.index()) == run.blocks - 1; };
    const Occurrence* end = run.events.empty() ? nullptr : &run.events.back();
    Reason reason;
    const auto rests_on = [&](const Occurrence* one) {
        if (one) reason.steps.push_back(one->step);
    };
    if (broken == "stale_data" && end) {
        const ConcreteEvent& load = end->event;
        const Occurrence* store =
            run.latest([&](const auto& e) { return e.kind == begins_store && e.address == load.address; }, end);
        const Occurrence* given = run.latest([&](const auto& e) { return e.kind == begins_store && at_lock(e); }, end);
        const Occurrence* taken = run.latest(
            [&](const auto& e) { return finds(e) && at_lock(e) && e.core == load.core && e.thread == load.thread; }, end);
        reason.words =
            run.who(load) + " reads " + value_text(load) + " from " + block_name(load) + " " + at_step(*end) + ". But ";
        reason.words += store ? run.who(store->event) + " has stored " + value_text(store->event) + " there " + at_step(*store)
                              : block_name(load) + " holds something else since the start";
        rests_on(store);
        if (given && store && given->step > store->step)
            reason.words += ", and then released " + block_name(given->event) + " " + at_step(*given) + how(given->event),
                rests_on(given);
        if (taken)
            reason.words += ". The reader owns the data: it has found " + value_text(taken->event) + " in " +
                            block_name(taken->event) + " " + at_step(*taken),
                rests_on(taken);
        reason.words += ". A program without races must read what was stored last.";
    } else if (broken == "taken_twice" && end) {
        const Occurrence* first =
            run.latest([&](const auto& e) { return finds(e) && at_lock(e) && e.value == end->event.value; }, end);
        reason.words = run.who(end->event) + " finds the lock " + block_name(end->event) + " free " + at_step(*end) + ". But ";
        reason.words +=
            first ? run.who(first->event) + " has found it free as well " + at_step(*first) + ", and has not given it back."
                  : "it is held since the start, and was not given back.";
        rests_on(first);
    } else if ((broken == "lost_lock" || broken == "lost_turn" || broken == "stale_turn") && end) {
        const Occurrence* left = run.latest([&](const auto& e) { return at_lock(e) && e.kind == begins_store; }, end);
        reason.words = run.who(end->event) + " finds " + value_text(end->event) + " in " + block_name(end->event) + " " +
                       at_step(*end) + ". But ";
        reason.words += left ? "it was left at " + value_text(left->event) + " by " + run.who(left->event) + " " +
                                   at_step(*left) + how(left->event)
                             : "nobody has changed it since the start";
        reason.words +=
            broken == "stale_turn" ? ", and it is the turn of somebody else." : ", and no other access to it was under way.";
        rests_on(left);
    } else if (broken == "nothing") {
        const bool lock = property == "rmw-atomic";
        const Occurrence* left = run.latest([&](const auto& e) { return changes(e) && at_lock(e) == lock; }, nullptr);
        if (!left) return {};
        if (auto torn = torn_atomic(run); lock && torn) return torn;
        const Occurrence* after =
            lock ? run.latest([&](const auto& e) { return e.kind == begins_store && at_lock(e); }, nullptr) : left;
        if (!after) after = left;
        reason.words = "At rest nothing is on its way and no wavefront waits. " + run.who(after->event) + " has stored " +
                       value_text(after->event) + " to " + block_name(after->event) + " " + at_step(*after) + how(after->event);
        if (lock && left != after)
            reason.words += ", while the access of " + run.who(left->event) + " " + at_step(*left) + " was under way";
        reason.words += lock ? ". No order of these accesses leaves what memory holds there now."
                             : ". Memory holds something else there now.";
        rests_on(left);
        if (after != left) rests_on(after);
        reason.steps.push_back(run.last);
        return reason;
    } else {
        return {};
    }
    rests_on(end);
    return reason;
}

}  // namespace tandem::specs
