// Finding the path to a violation, and telling it.
#include "checker/trace.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "checker/asked_steps.hpp"
#include "checker/waiting.hpp"

namespace tandem::checker {

namespace {

bool same(const Parts& a, const Parts& b, int slots) { return std::equal(a.begin(), a.begin() + slots, b.begin()); }

/// The representatives from an initial state to the one at `position` in `level`, of rank `rank`. All ranks look for them
/// together, and each gets them.
std::vector<Parts> path_of_representatives(Search& search, int level, Position position, int rank = 0) {
    Components& components = search.components();
    const FoundStates& found = search.found();
    std::vector<Parts> path(static_cast<std::size_t>(level) + 1);
    if (search.rank() == rank && !found.state(position, path.back()))
        throw std::logic_error("a violation names a position without a state");
    path.back() = search.told(rank, path.back());
    for (int l = level; l > 0; --l) {
        const Parts& target = path[static_cast<std::size_t>(l)];
        bool reached = false;
        found.any_state(l - 1, l, 1, [&](const Parts& parts) {
            for_each_successor(components, parts, [&](const Move&, Parts& next) {
                if (reached) return;
                search.symmetry().canonicalise(next);
                reached = same(next, target, components.slots());
            });
            if (reached) path[static_cast<std::size_t>(l) - 1] = parts;
            return reached;
        });
        const int whose = search.first_rank(reached);
        if (whose < 0) throw std::logic_error("a state has no predecessor in the level before");
        Parts& predecessor = path[static_cast<std::size_t>(l) - 1];
        predecessor = search.told(whose, predecessor);
    }
    return path;
}

/// A step with all that rows do not keep, such as where the text names its outcomes: the handler runs once more.
model::LocalStep step_again(const Components& components, const Move& move, const Parts& before, const Parts& after) {
    const auto node = static_cast<std::size_t>(move.node);
    const Packed& state = components.node(move.node, before[node]).packed;
    std::vector<model::LocalStep> steps;
    if (move.channel < 0) components.network().spontaneous(move.node, state, steps);
    else components.network().receive(move.node, move.channel, state, components.message(move.message).packed, steps);
    const auto same_step = [&](const model::LocalStep& step) {
        return !step.stalled && step.label == move.step->label && step.outcomes == move.step->outcomes &&
               (!step.error.empty() ||
                (step.broken == move.step->broken && step.next == components.node(move.node, after[node]).packed));
    };
    const auto found = std::find_if(steps.begin(), steps.end(), same_step);
    return found == steps.end() ? model::LocalStep() : std::move(*found);
}

/// Tells a run step by step, and keeps account of the messages on their way.
class Teller {
public:
    Teller(const Components& components, const Parts& start)
        : components_(components), network_(components.network()), under_way_(network_.channels().size()) {
        trace.start = describe(components, start);
        states.push_back(start);
        trace.blocks = network_.shape()[model::Sort::address];
        for (const model::NodeInfo& node : network_.nodes()) trace.cores.push_back(node.owner);
        for (int l = 0; l < components.links(); ++l)
            for (std::size_t lane = 0; lane < components.link(l).channels.size(); ++lane)
                for (const Number message : components.contents(l, start).lanes[lane])
                    depart(components.link(l).channels[lane], components.message(message).packed, -1);
    }

    void tell(const Move& move, const Parts& before, const Parts& after) {
        TraceStep step = describe(components_, move, before, after);
        const int number = static_cast<int>(trace.steps.size());
        if (move.node == no_node) {
            for (auto& channel : under_way_)
                for (auto& [message, packed] : channel) packed = network_.aged_message(packed);
        } else {
            if (move.channel >= 0) {
                auto& channel = under_way_[static_cast<std::size_t>(move.channel)];
                const auto found = std::find_if(channel.begin(), channel.end(), [&](const auto& one) {
                    return one.second == components_.message(move.message).packed;
                });
                if (found == channel.end()) throw std::logic_error("a message is received that nobody has sent");
                step.received = found->first;
                trace.messages[static_cast<std::size_t>(found->first)].received = number;
                channel.erase(found);
            }
            step.lines = step_again(components_, move, before, after).lines;
            for (const Posting& posting : move.step->sends())
                step.sent.push_back(depart(components_.channel(posting), components_.message(posting.message).packed, number));
        }
        trace.steps.push_back(std::move(step));
        states.push_back(after);
        moves_.push_back(move);
        actions_.emplace_back(move.channel < 0 ? move.node : no_node,
                              move.channel < 0 && move.step ? static_cast<int>(move.step->label) : -1);
    }

    /// What the property says of why it does not hold of the last step, or in the last state.
    void ask_reason(const model::Property& property) {
        if (property.kind == model::PropertyKind::step && !moves_.empty() && moves_.back().node != no_node) {
            for (const model::BrokenStep& broken :
                 step_again(components_, moves_.back(), states[states.size() - 2], states.back()).reasons)
                if (broken.property == property.number) trace.reason = broken.reason;
        } else if (property.kind == model::PropertyKind::invariant && components_.for_properties()) {
            std::vector<const void*> objects;
            std::vector<model::MessageInFlight> messages;
            const model::RawState last = components_.raw(states.back(), objects, messages);
            trace.reason = network_.reason(property.number, last);
            for (model::ReasonPart& part : trace.reason)
                if (part.kind == model::ReasonPart::Kind::message) part.number = flight_of(last, part.number);
        }
    }

    /// Which nodes a violation rests on: one after the other is set back to what it was before each of its changes, the others
    /// staying as they are in the last state.
    void find_needed(const model::Property& property) {
        if (property.kind != model::PropertyKind::invariant || !components_.for_properties()) return;
        std::vector<const void*> objects;
        std::vector<model::MessageInFlight> messages;
        const auto holds = [&](const Parts& parts) {
            return network_.holds(property.number, components_.raw(parts, objects, messages));
        };
        if (holds(states.back())) return;
        const model::RawState last = components_.raw(states.back(), objects, messages);
        for (const model::CopyWitness& copy : network_.witnesses(property.number, last))
            trace.copies.push_back({copy, copy.message < 0 ? -1 : flight_of(last, copy.message)});
        for (int node = 0; node < components_.nodes(); ++node) {
            const auto n = static_cast<std::size_t>(node);
            for (std::size_t step = states.size() - 1; step-- > 0;) {
                if (states[step][n] == states[step + 1][n]) continue;
                Parts parts = states.back();
                parts[n] = states[step][n];
                if (!holds(parts)) continue;
                trace.needed.push_back({node, static_cast<int>(step)});
                break;
            }
        }
        std::stable_sort(trace.needed.begin(), trace.needed.end(),
                         [](const Needed& a, const Needed& b) { return a.step < b.step; });
    }

    /// Says what is never met.
    void name_obligation(const Obligation& obligation) {
        trace.dead_end = !obligation.certain;
        if (obligation.inquiry.thread >= 0)
            trace.owed = {obligation.node, obligation.inquiry.thread, obligation.inquiry.block};
        else if (obligation.answers >= 0) name_question(obligation);
        else if (obligation.label >= 0)
            trace.due = network_.nodes()[static_cast<std::size_t>(obligation.node)].name + ": " +
                        network_.label(obligation.node, obligation.label);
        else if (network_.askings(obligation.node).empty()) trace.owed = {obligation.node};
        else trace.owed = {obligation.node, obligation.bit / model::max_extent, obligation.bit % model::max_extent};
    }

    /// What is not received, and not accepted, as long as the last steps repeat. Time that passes changes messages, so where it
    /// does nothing is told.
    void find_waiting(const Obligation& obligation, int cycle_from) {
        if (network_.time_passes()) return;
        // The state in which the run may end is the whole cycle.
        const auto from = std::min(static_cast<std::size_t>(cycle_from), states.size() - 1),
                   to = std::max(from + 1, states.size() - 1);
        const std::span repeated(states.begin() + static_cast<std::ptrdiff_t>(from), to - from);
        const WaitingMessages waits(components_);
        if (obligation.label >= 0) trace.refusals = waits.refusals(obligation.node, obligation.label, repeated);
        trace.waiting = waits.actions_never_taken(
            {actions_.begin() + static_cast<std::ptrdiff_t>(std::min(from, actions_.size())), actions_.end()}, repeated);
        for (std::size_t c = 0; c < under_way_.size(); ++c)
            for (const auto& [message, packed] : under_way_[c]) {
                if (trace.messages[static_cast<std::size_t>(message)].sent < cycle_from)
                    trace.waiting.push_back({message, "", waits.obstacles(static_cast<int>(c), packed, repeated)});
                if (network_.channels()[c].ordered) break;  // the others wait behind it
            }
    }

    /// Why no message that is on its way is received in the last state, where nothing can happen.
    void find_stuck() {
        const std::span last(&states.back(), 1);
        const WaitingMessages waits(components_);
        for (std::size_t c = 0; c < under_way_.size(); ++c)
            for (const auto& [message, packed] : under_way_[c]) {
                trace.waiting.push_back({message, "", waits.obstacles(static_cast<int>(c), packed, last)});
                if (network_.channels()[c].ordered) break;  // the others wait behind it
            }
    }

    Trace trace;
    std::vector<Parts> states;  // the first, and that after each step

private:
    /// The message of a state's list, as the trace numbers it: both list those of a channel in their order.
    int flight_of(const model::RawState& state, int message) const {
        const int channel = state.messages[static_cast<std::size_t>(message)].channel;
        std::size_t place = 0;
        for (int m = 0; m < message; ++m) place += state.messages[static_cast<std::size_t>(m)].channel == channel;
        const auto& of_channel = under_way_[static_cast<std::size_t>(channel)];
        if (network_.channels()[static_cast<std::size_t>(channel)].ordered && place < of_channel.size())
            return of_channel[place].first;
        return of_channel.size() == 1 ? of_channel[0].first : -1;
    }
    /// The first step that asks what is not answered after it.
    void name_question(const Obligation& obligation) {
        AskedSteps asked(components_, obligation.answers);
        for (std::size_t i = 0; i < moves_.size(); ++i) {
            if (asked.answers(moves_[i], obligation.inquiry)) trace.asked = -1;
            if (trace.asked < 0 && asked.asks(moves_[i], obligation.inquiry)) trace.asked = static_cast<int>(i);
        }
        if (trace.asked < 0) return;
        const Move& move = moves_[static_cast<std::size_t>(trace.asked)];
        const TraceStep& step = trace.steps[static_cast<std::size_t>(trace.asked)];
        for (std::size_t s = 0; s < move.step->sends().size(); ++s)
            if (asked.asks_by(move, obligation.inquiry, s)) return void(trace.question = step.sends[s]);
        for (const std::string& outcome : step.outcomes) trace.question += (trace.question.empty() ? "" : ", ") + outcome;
    }
    int depart(int channel, const Packed& message, int step) {
        const model::ChannelInfo& info = network_.channels()[static_cast<std::size_t>(channel)];
        const int number = static_cast<int>(trace.messages.size());
        trace.messages.push_back({info.from, info.to, info.name, network_.describe_message(message), step});
        under_way_[static_cast<std::size_t>(channel)].emplace_back(number, message);
        return number;
    }

    const Components& components_;
    const model::Network& network_;
    std::vector<std::vector<std::pair<int, Packed>>> under_way_;  // by channel, the oldest first
    std::vector<std::pair<int, int>> actions_;                    // by step: the node and label of what is no delivery
    std::vector<Move> moves_;                                     // by step
};

/// Follows a path of representatives with real states, and tells it.
struct Walker {
    Walker(Components& components, Symmetry& symmetry, const std::vector<Parts>& path)
        : components(components), at(first(components, symmetry, path.front())), teller(components, at) {
        for (std::size_t l = 1; l < path.size(); ++l)
            take([&](const Move&, Parts next) {
                symmetry.canonicalise(next);
                return same(next, path[l], components.slots());
            });
    }
    Walker(Search& search, const std::vector<Parts>& path) : Walker(search.components(), search.symmetry(), path) {}

    /// The initial state that is represented.
    static Parts first(Components& components, Symmetry& symmetry, const Parts& representative) {
        Parts at{};
        for (int i = 0; i < components.network().initial_states(); ++i) {
            at = components.initial(i);
            Parts least = at;
            symmetry.canonicalise(least);
            if (same(least, representative, components.slots())) break;
        }
        return at;
    }

    /// Takes the first step that is wanted.
    template <class Wanted>
    void take(Wanted&& wanted) {
        bool taken = false;
        Parts after{};
        for_each_successor(components, at, [&](const Move& move, Parts& next) {
            if (taken || !wanted(move, next)) return;
            taken = true;
            after = next;
            teller.tell(move, at, next);
        });
        if (!taken) throw std::logic_error("a path of representatives cannot be followed");
        at = after;
    }

    /// Ends with the first step whose handler does what no text may.
    void take_error() {
        bool told = false;
        for_each_successor(
            components, at, [](const Move&, const Parts&) {},
            [&](const Move& move) {
                if (!std::exchange(told, true)) teller.tell(move, at, at);
            });
        if (!told) throw std::logic_error("an error of the text is not where it was found");
    }

    Components& components;
    Parts at;
    Teller teller;
};

void add_changes(const std::string& node, const std::vector<model::Field>& before, const std::vector<model::Field>& after,
                 std::vector<Change>& out) {
    const auto value_in = [](const std::vector<model::Field>& fields, const std::string& name) {
        const auto at = std::find_if(fields.begin(), fields.end(), [&](const auto& f) { return f.name == name; });
        return at == fields.end() ? std::string() : at->value;
    };
    for (const auto& field : after)
        if (const auto old = value_in(before, field.name); old != field.value)
            out.push_back({node, field.name, old, field.value});
    for (const auto& field : before)
        if (std::none_of(after.begin(), after.end(), [&](const auto& f) { return f.name == field.name; }))
            out.push_back({node, field.name, field.value, ""});
}

/// All nodes change, and messages on their way, which are not shown.
TraceStep describe_tick(const Components& components, const Parts& before, const Parts& after) {
    TraceStep told;
    told.event = event_text(components, Move{no_node, -1, 0, nullptr});
    for (int n = 0; n < components.nodes(); ++n) {
        const auto& node = components.network().nodes()[static_cast<std::size_t>(n)];
        const auto fields = [&](const Parts& parts) {
            return components.network().describe_node(node.kind, components.node(n, parts[static_cast<std::size_t>(n)]).packed);
        };
        add_changes(node.name, fields(before), fields(after), told.changes);
        told.states.emplace_back(n, fields(after));
    }
    return told;
}

}  // namespace

std::vector<std::string> outcomes_of(const model::Network& network, std::uint64_t outcomes) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < network.outcomes().size(); ++i)
        if (outcomes >> i & 1) names.push_back(network.outcomes()[i]);
    return names;
}

std::string event_text(const Components& components, const Move& move) {
    if (move.node == no_node) return "a tick passes";
    const model::Network& network = components.network();
    const auto& nodes = network.nodes();
    const std::string node = nodes[static_cast<std::size_t>(move.node)].name + ": ";
    if (move.channel < 0) return node + network.label(move.node, move.step->label);
    const int from = network.channels()[static_cast<std::size_t>(move.channel)].from;
    return node + "receives " + network.describe_message(components.message(move.message).packed) + " from " +
           nodes[static_cast<std::size_t>(from)].name;
}

namespace {

/// An event without the value that its kind does not bring: a store that is complete has none.
std::string seen_text(const model::Network& network, const model::Event<model::Concrete>& event) {
    using enum model::EventKind;
    std::string text = network.describe_event(event);
    const model::EventKind kind = model::enumerator(event.kind);
    const bool has_value = kind == store_issued || kind == store_performed || kind == load_completed || kind == load_performed ||
                           kind == load_returned || kind == begins_store || kind == begins_atomic;
    const std::string value = ", value ";
    if (const std::size_t at = text.find(value); !has_value && at != std::string::npos)
        text.erase(at, text.find_first_of(",)", at + value.size()) - at);
    return text;
}

}  // namespace

TraceStep describe(const Components& components, const Move& move, const Parts& before, const Parts& after) {
    if (move.node == no_node) return describe_tick(components, before, after);
    const model::Network& network = components.network();
    const auto& nodes = network.nodes();
    const auto& node = nodes[static_cast<std::size_t>(move.node)];
    TraceStep told;
    told.node = move.node;
    told.event = event_text(components, move);
    if (move.channel < 0)
        for (const model::Asking& asking : network.askings(move.node))
            if (asking.label == move.step->label) told.thread = asking.thread;
    told.outcomes = outcomes_of(network, move.step->outcomes);
    for (const Posting& posting : move.step->sends()) {
        const int to = network.channels()[static_cast<std::size_t>(components.channel(posting))].to;
        told.sends.push_back(network.describe_message(components.message(posting.message).packed) + " to " +
                             nodes[static_cast<std::size_t>(to)].name);
    }
    told.events = components.events(move.step->events);
    for (const auto& event : told.events) told.seen.push_back(seen_text(network, event));
    if (move.step->error != 0)
        told.error = network.handler(move.node, move.channel, move.step->label) + " " + components.error(*move.step);
    const auto fields = [&](const Parts& parts) {
        return network.describe_node(node.kind, components.node(move.node, parts[static_cast<std::size_t>(move.node)]).packed);
    };
    add_changes(node.name, fields(before), fields(after), told.changes);
    told.states.emplace_back(move.node, fields(after));
    if (const int m = components.monitor_slot(); m >= 0) {
        const auto watch = [&](const Parts& parts) {
            return network.describe_monitor(components.monitor(parts[static_cast<std::size_t>(m)]).packed);
        };
        add_changes("monitor", watch(before), watch(after), told.changes);
        told.states.emplace_back(components.nodes(), watch(after));
    }
    return told;
}

std::vector<std::pair<std::string, std::vector<model::Field>>> describe(const Components& components, const Parts& parts) {
    std::vector<std::pair<std::string, std::vector<model::Field>>> told;
    const model::Network& network = components.network();
    for (int n = 0; n < components.nodes(); ++n) {
        const auto& node = network.nodes()[static_cast<std::size_t>(n)];
        told.emplace_back(node.name,
                          network.describe_node(node.kind, components.node(n, parts[static_cast<std::size_t>(n)]).packed));
    }
    if (const int m = components.monitor_slot(); m >= 0)
        told.emplace_back("monitor", network.describe_monitor(components.monitor(parts[static_cast<std::size_t>(m)]).packed));
    return told;
}

Trace trace_to(Search& search, const Violation& violation) {
    return trace_through(search.components(), search.symmetry(),
                         path_of_representatives(search, violation.level, violation.position, violation.rank), violation);
}

Trace trace_through(Components& components, Symmetry& symmetry, const std::vector<Parts>& representatives,
                    const Violation& violation) {
    Walker walker(components, symmetry, representatives);
    if (violation.property == no_property) {
        walker.take_error();
        return std::move(walker.teller.trace);
    }
    const auto& property = components.network().properties()[static_cast<std::size_t>(violation.property)];
    if (violation.in_step)
        walker.take([&](const Move& move, const Parts&) { return (move.step->broken >> property.number & 1) != 0; });
    else walker.teller.find_needed(property);
    walker.teller.ask_reason(property);
    if (property.kind == model::PropertyKind::no_deadlock) walker.teller.find_stuck();
    walker.teller.trace.property = property.name;
    return std::move(walker.teller.trace);
}

Trace trace_to(Search& search, int level, Position position) {
    return std::move(Walker(search, path_of_representatives(search, level, position)).teller.trace);
}

namespace {

Teller told_along(const Components& components, const model::Property& property, const Parts& start,
                  const std::vector<PathStep>& path) {
    Teller teller(components, start);
    const Parts* before = &start;
    for (const PathStep& step : path) {
        teller.tell(step.move, *before, step.after);
        before = &step.after;
    }
    teller.find_needed(property);
    teller.ask_reason(property);
    if (property.kind == model::PropertyKind::no_deadlock) teller.find_stuck();
    teller.trace.property = property.name;
    teller.trace.shortest = false;
    return teller;
}

}  // namespace

Trace trace_along(const Components& components, const model::Property& property, const Parts& start,
                  const std::vector<PathStep>& path) {
    return std::move(told_along(components, property, start, path).trace);
}

Trace trace_along(const Components& components, const model::Property& property, const Parts& start,
                  const std::vector<PathStep>& path, const Obligation& obligation, int cycle_from) {
    Teller teller = told_along(components, property, start, path);
    teller.trace.cycle_from = cycle_from;
    teller.name_obligation(obligation);
    teller.find_waiting(obligation, cycle_from);
    return std::move(teller.trace);
}

Trace without_monitor(Trace trace) {
    for (TraceStep& step : trace.steps) {
        std::erase_if(step.changes, [](const Change& change) { return change.node == "monitor"; });
        std::erase_if(step.seen,
                      [](const std::string& event) { return event.starts_with("begins_") || event.starts_with("begun"); });
    }
    // It is the last of the nodes, so the others keep their numbers.
    const int monitor = static_cast<int>(trace.start.size()) - 1;
    for (TraceStep& step : trace.steps)
        std::erase_if(step.states, [monitor](const auto& state) { return state.first == monitor; });
    trace.start.pop_back();
    return trace;
}

Trace trace_to(Search& search, const model::Property& property, const Lasso& lasso) {
    const auto& levels = search.found().levels();
    const int level = static_cast<int>(std::upper_bound(levels.begin(), levels.end(), lasso.entry) - levels.begin()) - 1;
    Walker walker(search, path_of_representatives(search, level, lasso.entry));
    Trace& trace = walker.teller.trace;
    trace.property = property.name;
    trace.shortest = false;
    const Parts* before = &walker.at;
    const auto follow = [&](const std::vector<PathStep>& path) {
        for (const PathStep& step : path) {
            walker.teller.tell(step.move, *before, step.after);
            before = &step.after;
        }
    };
    follow(lasso.unanswered);
    trace.cycle_from = static_cast<int>(trace.steps.size());
    follow(lasso.cycle);
    walker.teller.name_obligation(lasso);
    walker.teller.find_waiting(lasso, trace.cycle_from);
    return std::move(trace);
}

}  // namespace tandem::checker
