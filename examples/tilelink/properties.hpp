// What the protocol promises, and which outcomes a system must show.
#pragma once

#include "specs/usual_properties.hpp"
#include "tilelink/protocol.hpp"

namespace tilelink {

namespace specs = tandem::specs;

/// Calls f(cache, core) for each client of L2, caches and readers.
template <class View, class F>
void each_client(const View& view, F&& f) {
    view.template each<NodeKind::l1>([&](const auto& cache, int index) { f(cache, index); });
    view.template each<NodeKind::reader>([&](const auto& cache, int index) { f(cache, view.config().caches() + index); });
}

/// Every copy that may be read now. `era` says which of them may be written: a client's Tip. A manager that has given the Tip
/// away reads nothing.
struct Copies {
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        using Copy = model::Copy<typename View::D>;
        view.template each<NodeKind::memory>([&](const auto& memory, int) {
            memory.lines.each([&](auto a, const auto& line) {
                if (!line.reads() && line.given != Permission::tip) sink(Copy{a, line.data, 0, 0, false});
            });
        });
        view.template each<NodeKind::l2>([&](const auto& l2, int) {
            l2.lines.each([&](auto a, const auto& line) {
                if (line.have != Permission::nothing && !line.tip) sink(Copy{a, line.data, 0, 0, false});
            });
        });
        each_client(view, [&](const auto& cache, int) {
            cache.lines.each([&](auto a, const auto& line) {
                if (line.readable()) sink(Copy{a, line.data, 0, 0, line.writable()});
            });
        });
    }
};

/// The block's value after all stores so far: in the cache nearest to memory that has not given the Tip away. A Tip that is on
/// its way counts as kept; the next load shows whether it is.
struct Current {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        Value<typename View::D> value = view.monitor().watched;
        view.template each<NodeKind::memory>([&](const auto& memory, int) {
            const auto* line = memory.lines.find(a);
            if (!line || line->reads()) value = memory.dram[a];
            else if (line->given != Permission::tip) value = line->data;
            else
                view.template each<NodeKind::l2>([&](const auto& l2, int bank) {
                    const auto* copy = bank == view.config().home(a) ? l2.lines.find(a) : nullptr;
                    if (copy && copy->have == Permission::tip && !copy->tip) value = copy->data;
                });
        });
        return value;
    }
};

/// "Inclusive": who is asked for the latest data finds it by the directories.
template <class System>
void add_directories_cover(System& system) {
    using View = typename System::View;
    system.add_invariant(
        "directories-cover", "a manager knows of each copy of its clients, and has at least their permission",
        [](const View& view) {
            bool covered = true;
            view.template each<NodeKind::l2>([&](const auto& l2, int bank) {
                each_client(view, [&](const auto& cache, int core) {
                    cache.lines.each([&](auto a, const auto& line) {
                        if (bank != view.config().home(a) || !line.readable()) return;
                        const auto* entry = l2.lines.find(a);
                        const auto differs = [&](const char* how) {
                            covered = view.refuted(view.here("lines.", a), " has ", a, " (", line.have, "), but ",
                                                   view.template of<NodeKind::l2>(bank, "lines.", a), how);
                        };
                        if (!entry || !covers(entry->have, line.have)) return differs(" does not have that permission itself");
                        const bool known = entry->tip && *entry->tip == core;
                        if (!known && (line.writable() || !entry->branches.contains(core))) differs(" does not list that copy");
                    });
                });
                view.template each<NodeKind::memory>([&](const auto& memory, int) {
                    l2.lines.each([&](auto a, const auto& line) {
                        if (line.have == Permission::nothing) return;
                        const auto* entry = memory.lines.find(a);
                        if (!entry || !covers(entry->given, line.have))
                            covered = view.refuted(view.template of<NodeKind::l2>(bank, "lines.", a), " has ", a, " (",
                                                   line.have, "), but ", view.template of<NodeKind::memory>(0, "lines.", a),
                                                   " has not given it that permission");
                    });
                });
            });
            return covered;
        });
}

/// The rule that GrantAck is for.
template <class System>
void add_grants_alone(System& system) {
    using View = typename System::View;
    system.add_invariant("grants-alone",
                         "a manager probes no client for a block whose Grant to it is not acknowledged (1.8.1, 9.1)",
                         [](const View& view) {
                             bool alone = true;
                             view.each_message([&](const auto& probe, const auto& channel) {
                                 if (probe.kind != MessageKind::Probe) return;
                                 view.each_message([&](const auto& m, const auto& other) {
                                     const bool grant = m.kind == MessageKind::Grant || m.kind == MessageKind::GrantData;
                                     const bool ack = bool(m.kind == MessageKind::GrantAck);
                                     if (m.address != probe.address) return;
                                     if ((grant && other.from == channel.from && other.to == channel.to) ||
                                         (ack && other.from == channel.to && other.to == channel.from))
                                         alone = view.refuted(view.sent(probe), " is on its way, while ", view.sent(m),
                                                              ", for the same block and client, has not arrived");
                                 });
                             });
                             return alone;
                         });
}

/// A request has its answer in the end (1.8.1, 9.1). A Probe that crosses a Release has one, too.
template <class System>
void add_answers(System& system) {
    system.add_answered(
        "acquire-granted", "each Acquire is answered by a Grant", [](const auto& m) { return m.kind == MessageKind::Acquire; },
        [](const auto& m) { return m.kind == MessageKind::Grant || m.kind == MessageKind::GrantData; });
    system.add_answered(
        "probe-acknowledged", "each Probe is answered by a ProbeAck of the client that was probed",
        [](const auto& m) { return m.kind == MessageKind::Probe; },
        [](const auto& m) { return m.kind == MessageKind::ProbeAck || m.kind == MessageKind::ProbeAckData; },
        model::Answered::by_receiver);
}

/// Whether a system of this shape must show an outcome in some run.
bool expected(Outcome outcome, const Config& config);

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    specs::add_usual_properties<Monitor>(system, Copies{}, Current{}, expected);
    specs::add_writer_alone(system, Copies{});
    add_directories_cover(system);
    if constexpr (model::finite<typename System::D>) {
        add_grants_alone(system);
        add_answers(system);
        baseline::add_issue_order(system);
    }
}

inline bool expected(Outcome outcome, const Config& config) {
    const int clients = config.caches() + config.readers;
    const bool rc = config.consistency == baseline::Consistency::rc, as_asked = config.grants == Grants::as_asked;
    switch (outcome) {
        case Outcome::stalled_same_block:
        case Outcome::stalled_fence:
        case Outcome::fence_passes: return rc;
        case Outcome::stalled_warp_busy: return !rc;
        case Outcome::requested:
        case Outcome::completed:
        case Outcome::serves_get:
        case Outcome::serves_put:
        case Outcome::probes_l2: return config.dmas > 0;
        case Outcome::probes: return clients > 1;
        case Outcome::downgraded: return clients > 1 || config.dmas > 0;
        case Outcome::upgrade:
        case Outcome::upgraded:
        case Outcome::grants_without_data: return clients > 1 || config.dmas > 0 || as_asked;
        default: return true;
    }
}

}  // namespace tilelink
