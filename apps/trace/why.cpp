#include "apps/trace/why.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <set>
#include <tuple>

#include <fmt/format.h>

#include "apps/common/shell_word.hpp"
#include "apps/common/thread_word.hpp"
#include "apps/common/words.hpp"
#include "apps/trace/message_text.hpp"
#include "apps/trace/why_said.hpp"
#include "apps/trace/why_stuck.hpp"
#include "specs/why/reason.hpp"

namespace tandem::apps {

using checker::Trace, checker::TraceStep;

namespace {

std::string told(const TraceStep& step) {
    return step.event + (step.outcomes.empty() ? "" : " (" + join(step.outcomes, ", ") + ")");
}

specs::WatchedRun watched_run(const Trace& trace) {
    specs::WatchedRun run;
    run.last = static_cast<int>(trace.steps.size()) - 1;
    run.blocks = trace.blocks;
    run.thread = [&trace](int core, int thread) { return thread_name(trace, core, thread); };
    const std::size_t monitor = trace.cores.size();
    if (monitor < trace.start.size()) run.monitor = trace.start[monitor].second;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const auto& event : trace.steps[i].events) run.events.push_back({static_cast<int>(i), event});
        for (const auto& [node, fields] : trace.steps[i].states)
            if (node == static_cast<int>(monitor)) run.monitor = fields;
    }
    return run;
}

/// The first fields that a step changes, of this node or (empty) of all nodes.
std::string changes_of(const TraceStep& step, const std::string& node, std::size_t most) {
    std::vector<std::string> list;
    for (const checker::Change& c : step.changes)
        if (c.node != "monitor" && (node.empty() || c.node == node) && list.size() < most)
            list.push_back(fmt::format("{}.{} {}", c.node, c.field,
                                       c.after.empty()
                                           ? "goes (it was " + c.before + ")"
                                           : "becomes " + c.after + (c.before.empty() ? "" : " (it was " + c.before + ")")));
    return join(list, ", ");
}

/// Which field of a node has the data of its copies: "lines" of "lines.A.data", and "memory" of "memory.A". Empty where none has,
/// or several.
std::string holder_of_data(const Trace& trace, int number, int address) {
    const std::string block = std::string(1, '.') + static_cast<char>('A' + address);
    std::set<std::string> holders;
    const auto look = [&](const std::vector<model::Field>& fields) {
        for (const model::Field& field : fields)
            for (const std::string& end : {block + ".data", block})
                if (field.name.ends_with(end)) holders.insert(field.name.substr(0, field.name.size() - end.size()));
    };
    look(trace.start[static_cast<std::size_t>(number)].second);
    for (const TraceStep& step : trace.steps)
        for (const auto& [node, fields] : step.states)
            if (node == number) look(fields);
    return holders.size() == 1 ? *holders.begin() : "";
}

/// What a field is called within the copy of a block: "wts" of "lines.A.wts"; "." for the copy itself. Empty if it is of
/// something else, as "mshr.A.requests" where "lines" holds the data.
std::string within_copy(const std::string& field, const std::string& holder, int address) {
    const std::string block = std::string(1, '.') + static_cast<char>('A' + address) + ".", path = "." + field + ".";
    const std::size_t at = path.find("." + holder + (holder.empty() ? block.substr(1) : block));
    if (at == std::string::npos || (!holder.empty() && at != 0)) return "";
    const std::size_t behind = at + 1 + holder.size() + (holder.empty() ? block.size() - 1 : block.size());
    return behind >= path.size() ? "." : path.substr(behind, path.size() - behind - 1);
}

/// The last steps that changed what a node has of a block: its data, if the node shows any, and whatever of it; or -1. A store of
/// the same data changes them too.
std::pair<int, int> last_changes(const Trace& trace, int number, int address) {
    const std::string& node = trace.start[static_cast<std::size_t>(number)].first;
    const std::string holder = holder_of_data(trace, number, address);
    int of_data = -1, of_any = -1;
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const auto& event : trace.steps[i].events)
            if (trace.steps[i].node == number && event.kind == model::EventKind::store_performed &&
                static_cast<int>(event.address.index()) == address)
                of_data = of_any = static_cast<int>(i);
        for (const checker::Change& c : trace.steps[i].changes) {
            const std::string part = c.node == node ? within_copy(c.field, holder, address) : "";
            if (part.empty()) continue;
            of_any = static_cast<int>(i);
            if (part.ends_with("data") || part == ".") of_data = static_cast<int>(i);
        }
    }
    return {of_data >= 0 ? of_data : of_any, of_any};
}

/// "step 8: ack_unlocks": what the step is called by its handler.
std::string with_outcomes(const Trace& trace, int step) {
    const std::vector<std::string>& outcomes = trace.steps[static_cast<std::size_t>(step)].outcomes;
    return fmt::format("step {}{}{}", step + 1, outcomes.empty() ? "" : ": ", join(outcomes, ", "));
}

/// "wts becomes 3, rts becomes 4": what a step changes of a block in a node, the first few.
std::string changes_of_block(const Trace& trace, const TraceStep& step, int number, int address) {
    constexpr std::size_t most = 3;
    const std::string& node = trace.start[static_cast<std::size_t>(number)].first;
    const std::string holder = holder_of_data(trace, number, address);
    std::vector<std::string> list;
    for (const checker::Change& c : step.changes) {
        const std::string part = c.node == node ? within_copy(c.field, holder, address) : "";
        if (part.empty() || part == "." || list.size() == most) continue;
        list.push_back(part + (c.after.empty() ? " goes" : " becomes " + c.after));
    }
    return join(list, ", ");
}

/// "SM0 has 0 (step 6: fill_installed)"
std::string told(const Trace& trace, const checker::CopyTold& one, bool of_permissions, std::vector<int>& steps) {
    const std::string may = of_permissions && one.copy.writable ? " and may write it" : "";
    int step = -1, later = -1;
    std::string where;
    if (one.copy.node >= 0) {
        std::tie(step, later) = last_changes(trace, one.copy.node, one.copy.block);
        where = fmt::format("{} has {}{}", trace.start[static_cast<std::size_t>(one.copy.node)].first, one.copy.value, may);
    } else if (one.flight >= 0) {
        const checker::Flight& flight = trace.messages[static_cast<std::size_t>(one.flight)];
        const auto name = [&](int node) { return trace.start[static_cast<std::size_t>(node)].first; };
        step = flight.sent;
        where = fmt::format("{} on its way from {} to {} brings {}", flight.message, name(flight.from), name(flight.to),
                            one.copy.value);
    } else {
        where = fmt::format("a message on its way brings {}", one.copy.value);
    }
    if (step < 0) return where + " from the start";
    steps.push_back(step);
    if (one.copy.node < 0) return where + fmt::format(" (step {})", step + 1);
    where += " (" + with_outcomes(trace, step);
    if (later <= step) return where + ")";
    steps.push_back(later);
    const TraceStep& changed = trace.steps[static_cast<std::size_t>(later)];
    const std::string changes = changes_of_block(trace, changed, one.copy.node, one.copy.block);
    return where + "; " + with_outcomes(trace, later) + (changes.empty() ? "" : ", where its " + changes) + ")";
}

/// Which two copies of a block must not be at once.
void explain_copies(Trace& trace) {
    const model::CopyWitness &a = trace.copies[0].copy, &b = trace.copies[1].copy;
    const int from = std::max(a.from, b.from), until = std::min(a.until, b.until);
    const char block = static_cast<char>('A' + a.block);
    const bool timed = a.until != 0 || b.until != 0;  // then the flag is that of an era of the clock
    const bool of_permissions = !timed && (a.writable || b.writable);
    trace.why = fmt::format("{} ", trace.steps.empty() ? "At the start" : fmt::format("After step {}", trace.steps.size()));
    if (of_permissions) trace.why += fmt::format("two have {} though one of them may write it", block);
    else trace.why += fmt::format("two versions of {} can be read at one moment", block);
    if (timed) trace.why += from == until ? fmt::format(", time {}", from) : fmt::format(", from time {} to {}", from, until);
    trace.why += ": " + told(trace, trace.copies[0], of_permissions, trace.witnesses) + ", and ";
    trace.why += told(trace, trace.copies[1], of_permissions, trace.witnesses) + ".";
    if (!trace.steps.empty()) trace.witnesses.push_back(static_cast<int>(trace.steps.size()) - 1);
}

/// What the property says of the last state, or of the last step.
void explain_as_said(Trace& trace, const model::Property& property) {
    const bool of_step = property.kind == model::PropertyKind::step;
    if (trace.steps.empty()) trace.why = "At the start ";
    else if (of_step) trace.why = fmt::format("In step {}, {}: ", trace.steps.size(), told(trace.steps.back()));
    else trace.why = fmt::format("After step {} ", trace.steps.size());
    trace.why += said_reason(trace, trace.witnesses) + ".";
    if (!trace.steps.empty()) trace.witnesses.push_back(static_cast<int>(trace.steps.size()) - 1);
}

void explain_invariant(Trace& trace, const model::Property& property) {
    if (const auto reason = specs::reason_of(property.name, watched_run(trace))) {
        trace.why = reason->words;
        trace.why[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(trace.why[0])));
        trace.witnesses = reason->steps;
        return;
    }
    std::string said;  // by a property that names nothing: what the run shows is told besides
    if (!trace.reason.empty()) {
        explain_as_said(trace, property);
        if (property.kind == model::PropertyKind::step || trace.steps.empty() ||
            std::any_of(trace.reason.begin(), trace.reason.end(),
                        [](const model::ReasonPart& part) { return part.kind != model::ReasonPart::Kind::words; }))
            return;
        said = trace.why + " ";
    }
    if (said.empty() && trace.copies.size() == 2) return explain_copies(trace);
    if (trace.steps.empty()) return void(trace.why = "It does not hold in an initial state.");
    const int last = static_cast<int>(trace.steps.size());
    const std::string changes = changes_of(trace.steps.back(), "", 4);
    // No family of specs/why knows the property, so the reason is where it stops to hold.
    trace.why = said +
                fmt::format("It holds until step {}, in which {}.{} After that it does not hold.", last, told(trace.steps.back()),
                            changes.empty() ? "" : " There " + changes + ".");
    trace.witnesses = {last - 1};
    // What the last step does is told already; of the other nodes the violation rests on what they did before.
    std::vector<std::string> others;
    for (const checker::Needed& needed : trace.needed) {
        const TraceStep& step = trace.steps[static_cast<std::size_t>(needed.step)];
        if (needed.step == last - 1) continue;
        const std::string& node = trace.start[static_cast<std::size_t>(needed.node)].first;
        const std::string fields = changes_of(step, node, 3);
        others.push_back(fmt::format("what {} has since step {}, {}{}", node, needed.step + 1, told(step),
                                     fields.empty() ? "" : ", where " + fields));
        trace.witnesses.push_back(needed.step);
    }
    if (!others.empty())
        trace.why += " It rests as well on " + join(others, "; and on ") + ". " +
                     (others.size() == 1 ? "Without that" : "Without any of these") + " it would still hold.";
    trace.why += " (" + trace.property + " names no witnesses of its own, so this is read off the run.)";
}

// ---- what must happen in the end ----

/// What a node keeps of the message's block in all states that repeat, the first few: "entries.A.serving is reader".
std::vector<std::string> kept_meanwhile(const Trace& trace, const checker::Flight& message) {
    constexpr std::size_t most = 3;
    const std::vector<std::string> named = blocks_in(message_text(message.message), trace.blocks);
    if (named.empty()) return {};
    const std::string block = "." + named.front() + ".";
    std::map<std::string, std::string> kept;
    const auto meet = [&](const std::vector<model::Field>& fields, bool first) {
        std::map<std::string, std::string> now;
        for (const model::Field& f : fields)
            if (("." + f.name + ".").find(block) != std::string::npos) now[f.name] = f.value;
        if (first) kept = now;
        else std::erase_if(kept, [&](const auto& one) { return !now.contains(one.first) || now[one.first] != one.second; });
    };
    const auto from = static_cast<std::size_t>(trace.cycle_from);
    const auto node = static_cast<std::size_t>(message.to);
    const std::vector<model::Field>* at = &trace.start[node].second;
    if (from == 0) meet(*at, true);
    for (std::size_t i = 0; i < trace.steps.size(); ++i) {
        for (const auto& [changed, fields] : trace.steps[i].states)
            if (changed == message.to) at = &fields;
        if (i + 1 >= from) meet(*at, i + 1 == from);
    }
    for (const model::Field& f : trace.start[node].second)
        if (kept.contains(f.name) && kept[f.name] == f.value) kept.erase(f.name);
    std::vector<std::string> told;
    for (const auto& [name, value] : kept)
        if (told.size() < most) told.push_back(name + " is " + value);
    return told;
}

/// "PUTX(A) from L1 (step 3) waits for L2 all the while: it is refused (stalled_busy) in 24 of these 33 states; ...".
std::string told(const Trace& trace, const checker::Waiting& waiting) {
    using Kind = checker::Waiting::Obstacle::Kind;
    const auto hint = [](const std::string& name) {
        return " Weak fairness promises only what stays possible; under `--fairness strong`, or " +
               shell_word("--fairness=strong=" + name) + ", it would happen.";
    };
    if (waiting.message < 0) {
        const bool always = waiting.obstacles.size() == 1;
        int all = 0;
        for (const auto& obstacle : waiting.obstacles) all += obstacle.states;
        const std::string often = always ? "all of these" : fmt::format("{} of these {}", waiting.obstacles[0].states, all);
        std::string text = fmt::format("{} never happens, though it is possible in {} states.", waiting.action, often);
        for (const auto& [kind, what, states] : waiting.obstacles)
            if (kind == Kind::no_room)
                text += fmt::format(" In {} of them what it would send has no room: the channel {}.", states, what);
        return always ? text : text + hint(waiting.action);
    }
    const checker::Flight& message = trace.messages[static_cast<std::size_t>(waiting.message)];
    const auto node = [&](int n) { return trace.start[static_cast<std::size_t>(n)].first; };
    int all = 0;
    bool possible = false;
    for (const auto& obstacle : waiting.obstacles) all += obstacle.states;
    std::vector<std::string> parts;
    for (const auto& obstacle : waiting.obstacles) {
        possible = possible || obstacle.kind == Kind::none;
        const std::string where = waiting.obstacles.size() == 1 ? "in all of these states"
                                                                : fmt::format("in {} of these {} states", obstacle.states, all);
        if (obstacle.kind == Kind::none) parts.push_back(fmt::format("it could be received {}", where));
        else if (obstacle.kind == Kind::refused) parts.push_back(fmt::format("it is refused ({}) {}", obstacle.what, where));
        else parts.push_back(fmt::format("what would be sent on it has no room {}: the channel {}", where, obstacle.what));
    }
    const bool weak = possible && waiting.obstacles.size() > 1;
    const std::vector<std::string> kept = kept_meanwhile(trace, message);
    return fmt::format("{} from {}{} waits for {} all the while: {}.{}{}", message.message, node(message.from),
                       message.sent < 0 ? "" : fmt::format(" (step {})", message.sent + 1), node(message.to), join(parts, "; "),
                       kept.empty() ? "" : fmt::format(" In all of them {} keeps this: {}.", node(message.to), join(kept, ", ")),
                       weak ? hint(message.channel) : "");
}

/// What waits as long as the steps repeat, the first few.
std::string waiting_text(const Trace& trace) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(trace.waiting.size(), most); ++i) text += " " + told(trace, trace.waiting[i]);
    if (trace.waiting.size() > most) text += fmt::format(" {} more wait.", trace.waiting.size() - most);
    return text;
}

/// What is never met; what is said of it where the run ends, and where steps repeat.
struct Never {
    std::string what, in_the_end, ever;
};

Never never_met(const Trace& trace) {
    const auto& owed = trace.owed;
    const auto node = [&](int n) { return trace.start[static_cast<std::size_t>(n)].first; };
    if (trace.asked >= 0) {
        const std::string asks = node(trace.steps[static_cast<std::size_t>(trace.asked)].node);
        return {fmt::format("what {} asks in step {} ({})", asks, trace.asked + 1, trace.question), "is not answered",
                "is never answered"};
    }
    if (!trace.due.empty()) {
        const std::string refusals = trace.refusals.empty() ? "" : " (" + join(trace.refusals, ", ") + ")";
        return {trace.due, "is still refused" + refusals, "is never accepted" + refusals};
    }
    std::string what = "what is owed";
    if (owed.node >= 0 && owed.thread < 0) what = "what " + node(owed.node) + " owes";
    else if (owed.node >= 0)
        what = fmt::format("the access of {} to {}",
                           thread_name(trace, trace.cores[static_cast<std::size_t>(owed.node)], owed.thread),
                           static_cast<char>('A' + owed.block));
    return {what, "is not complete", "never completes"};
}

void explain_lasso(Trace& trace) {
    const auto [never, open, ever] = never_met(trace);
    const auto from = static_cast<std::size_t>(trace.cycle_from);
    if (trace.dead_end) {
        trace.why = fmt::format("After step {} no run accepts {}, whatever happens.", trace.steps.size(), never);
    } else if (from >= trace.steps.size()) {
        trace.why = fmt::format("After step {} the run may end, for nothing has to happen any more; but {} {}.",
                                trace.steps.size(), never, open);
    } else {
        std::set<std::string> served;
        for (std::size_t i = from; i < trace.steps.size(); ++i)
            for (const auto& event : trace.steps[i].events)
                if (event.kind == model::EventKind::load_completed || event.kind == model::EventKind::load_returned ||
                    event.kind == model::EventKind::store_completed)
                    served.insert(
                        thread_name(trace, static_cast<int>(event.core.index()), static_cast<int>(event.thread.index())));
        trace.why = fmt::format("Steps {} to {} repeat forever. ", from + 1, trace.steps.size());
        trace.why += served.empty() ? "Nobody's access completes in them"
                                    : "In them " + join(std::vector<std::string>(served.begin(), served.end()), ", ") +
                                          (served.size() == 1 ? " is" : " are") + " served again and again";
        trace.why += fmt::format(", and {} {}.", never, ever);
    }
    if (!trace.dead_end) trace.why += waiting_text(trace);
    if (!trace.steps.empty()) trace.witnesses = {std::min(trace.cycle_from, static_cast<int>(trace.steps.size()) - 1)};
    if (trace.asked >= 0) trace.witnesses.push_back(trace.asked);
}

}  // namespace

std::string thread_name(const Trace& trace, int core, int thread) {
    std::string node;
    for (std::size_t n = 0; n < trace.cores.size(); ++n) {
        if (trace.cores[n] != core) continue;
        if (node.empty()) node = trace.start[n].first;
        for (const TraceStep& step : trace.steps)
            if (step.node == static_cast<int>(n) && step.thread == thread) {
                const std::size_t colon = step.event.find(": ");
                return thread_word(step.event.substr(colon + 2)) + " of " + step.event.substr(0, colon);
            }
    }
    return fmt::format("thread {} of {}", thread, node.empty() ? fmt::format("core {}", core) : node);
}

void explain(const model::Network& network, const model::Property& property, Trace& trace) {
    switch (property.kind) {
        case model::PropertyKind::no_deadlock:
            explain_deadlock(network, trace);
            break;
        case model::PropertyKind::always_eventually:
        case model::PropertyKind::always_accepted:
            explain_lasso(trace);
            break;
        default:
            explain_invariant(trace, property);
    }
    std::sort(trace.witnesses.begin(), trace.witnesses.end());
    trace.witnesses.erase(std::unique(trace.witnesses.begin(), trace.witnesses.end()), trace.witnesses.end());
}

}  // namespace tandem::apps
