// All steps from a state: every node on its own, then every message that may be delivered.
#pragma once

#include "checker/components.hpp"

namespace tandem::checker {

/// Which step of which node, for traces.
struct Move {
    int node;            // slot
    int channel;         // of the message that was delivered, or -1
    Number message;
    const Step* step;
};

/// Calls visit(move, next) for each enabled step; returns the outcomes of handlers that stalled. A step whose messages do not
/// all find room is not enabled, nor is one that the monitor forbids.
template <class Visit>
std::uint64_t for_each_successor(Components& components, const Parts& parts, Visit&& visit) {
    const int nodes = components.nodes(), slots = components.slots(), monitor = components.monitor_slot();
    std::uint64_t stalled = 0;
    Parts next;

    const auto take = [&](const Row& row, int node, int link, Number rest, int channel, Number message) {
        stalled |= row.stalled;
        for (const Step& step : row.steps) {
            for (int s = 0; s < slots; ++s) next[static_cast<std::size_t>(s)] = parts[static_cast<std::size_t>(s)];
            next[static_cast<std::size_t>(node)] = step.next;
            if (link >= 0) next[static_cast<std::size_t>(link)] = rest;
            bool room = true;
            for (int i = 0; i < step.postings && room; ++i) {
                const Posting& posting = step.posted[i];
                Number& contents = next[static_cast<std::size_t>(nodes + posting.link)];
                contents = components.push(posting.link, posting.lane, contents, posting.message);
                room = contents != Components::none;
            }
            if (!room) continue;
            if (monitor >= 0 && step.events != 0) {
                Number& state = next[static_cast<std::size_t>(monitor)];
                state = components.observe(state, step.events);
                if (state == Components::none) continue;
            }
            visit(Move{node, channel, message, &step}, next);
        }
    };

    for (int n = 0; n < nodes; ++n) take(components.spontaneous(n, parts[static_cast<std::size_t>(n)]), n, -1, 0, -1, 0);
    for (int l = 0; l < components.links(); ++l) {
        const auto& info = components.link(l);
        const int slot = nodes + l;
        for (const Deliverable& d : components.link_entry(l, parts[static_cast<std::size_t>(slot)]).deliverable) {
            const int receiver = info.receiver[d.lane], channel = info.channels[d.lane];
            take(components.receive(channel, parts[static_cast<std::size_t>(receiver)], d.message), receiver, slot, d.rest, channel, d.message);
        }
    }
    return stalled;
}

}  // namespace tandem::checker
