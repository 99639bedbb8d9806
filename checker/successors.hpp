// All steps from a state, in the plain form that traces, liveness and random walks use: every node's own steps, and every
// message that may be delivered.
#pragma once

#include <algorithm>
#include <concepts>
#include <type_traits>
#include <utility>

#include "checker/components.hpp"

namespace tandem::checker {

/// Which step of which node, for traces.
struct Move {
    int node;            // slot; no_node for a tick
    int channel;         // of the message that was delivered, or -1
    Number message;
    const Step* step;
};

inline constexpr int no_node = -1;

/// Which steps: all; with or without events that the monitor has a say in; all of which the monitor sees nothing, or of these
/// those that must not be postponed forever.
enum class Steps { all, observed, silent, unwatched, fair };

/// Calls visit(move, next) for each enabled step of these, or until it returns false, if it returns something; returns the
/// outcomes of handlers that stalled, and perhaps of enabled steps. A step whose messages do not all find room is not enabled,
/// nor is one that the monitor forbids. Steps whose handler does what it must not lead nowhere: fail(move) is called for them.
template <class Visit, class Fail>
requires std::invocable<Fail&, const Move&> std::uint64_t for_each_successor(Components& components, const Parts& parts,
                                                                             Visit&& visit, Fail&& fail,
                                                                             Steps steps = Steps::all) {
    const int slots = components.slots(), monitor = components.monitor_slot();
    const bool whole = steps == Steps::all || steps == Steps::unwatched;
    const bool watched = monitor >= 0 && steps < Steps::unwatched;
    std::uint64_t outcomes = 0;
    Parts next;
    bool more = true;
    const auto visited = [&](const Move& move) {
        if constexpr (std::is_void_v<std::invoke_result_t<Visit&, const Move&, Parts&>>) visit(move, next);
        else more = visit(move, next);
    };

    // What `row` says of the node in slot `node`; `from` holds the message that it receives, if any.
    const auto take = [&](const Row& row, int node, int from, Number rest) {
        outcomes |= row.outcomes;
        for (const Step& step : row.steps()) {
            if (steps == Steps::fair ? !step.fair : !whole && (steps == Steps::observed) != (step.events != 0))
                continue;
            for (int s = 0; s < slots; ++s) next[static_cast<std::size_t>(s)] = parts[static_cast<std::size_t>(s)];
            if (from >= 0) next[static_cast<std::size_t>(from)] = rest;
            next[static_cast<std::size_t>(node)] = step.next;
            bool room = true;
            for (const Posting& posting : step.elsewhere()) {
                Number& contents = next[posting.slot];
                contents = components.push(posting, contents);
                if (!(room = contents != Components::none)) break;
            }
            if (!room) continue;
            if (watched && step.events != 0) {
                Number& state = next[static_cast<std::size_t>(monitor)];
                state = components.observe(state, step.events);
                if (state == Components::none) continue;
            }
            const Move move{node, step.channel, step.message, &step};
            if (step.error == 0) visited(move);
            else fail(move);
            if (!more) return;
        }
    };

    for (int s = 0; s < slots; ++s) {
        if (s == monitor) continue;
        const Row& row = components.row(s, parts[static_cast<std::size_t>(s)]);
        take(row, s, -1, 0);
        for (const Delivery& d : row.deliveries()) {
            if (!more) return outcomes;
            take(components.receive(d.channel, parts[d.receiver], d.message), d.receiver, s, d.rest);
        }
        if (!more) return outcomes;
    }
    if (components.time_passes() && steps != Steps::observed) {
        for (int s = 0; s < slots; ++s)
            next[static_cast<std::size_t>(s)] = components.aged(s, parts[static_cast<std::size_t>(s)]);
        if (!std::equal(next.begin(), next.begin() + slots, parts.begin())) visited(Move{no_node, -1, 0, &components.tick()});
    }
    return outcomes;
}

template <class Visit>
std::uint64_t for_each_successor(Components& components, const Parts& parts, Visit&& visit, Steps steps = Steps::all) {
    return for_each_successor(components, parts, std::forward<Visit>(visit), [](const Move&) {}, steps);
}

}  // namespace tandem::checker
