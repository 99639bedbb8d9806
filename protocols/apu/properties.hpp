// What the APU promises (lsc.txt, 2.1 and 2.2), and which outcomes a system must show.
#pragma once

#include "protocols/apu/protocol.hpp"
#include "protocols/apu/watch.hpp"
#include "specs/accounts.hpp"
#include "specs/several_blocks.hpp"
#include "specs/single_writer.hpp"

namespace tandem::apu {

/// Calls sink(block, data, writable) for each copy in a coherent cache that a load may read: those of CPU caches and of GL2. GL1s
/// are made coherent only by acquires.
template <class Node, class View, class Sink>
void each_coherent_copy(const View& view, Sink&& sink) {
    view.template each<Node::cpu>([&](const auto& cpu, int) {
        cpu.lines.each([&](auto a, const auto& line) {
            if (line.readable()) sink(a, line.data, line.writable());
        });
    });
    view.template each<Node::gl2>([&](const auto& gl2, int) {
        gl2.lines.each([&](auto a, const auto& data) {
            if (gl2.readable(a)) sink(a, data, false);
        });
    });
}

template <class Node>
struct CoherentCopies {
    bool tells_writers = false;  // `era` says which of them a store may write
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        using Copy = model::Copy<typename View::D>;
        each_coherent_copy<Node>(view, [&](auto a, const auto& data, bool writable) {
            sink(Copy{a, data, 0, 0, tells_writers && writable});
        });
    }
};

/// The same, and the copies of GL1s if hardware keeps these coherent.
template <class Node>
struct AllCopies {
    bool tells_writers = false;
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        using Copy = model::Copy<typename View::D>;
        CoherentCopies<Node>{tells_writers}(view, sink);
        view.template each<Node::cu>([&](const auto& cu, int) {
            cu.lines.each([&](auto a, const auto& data) { sink(Copy{a, data, 0, 0, false}); });
        });
    }
};

/// A monitor that follows a store, or one with such a part.
template <class Monitor>
const auto& watch_of(const Monitor& monitor) {
    if constexpr (requires { monitor.watch; }) return monitor.watch;
    else return monitor;
}

/// Copies hold the latest store, and so does memory while no CPU owns the block. `copies` is as for the single writer.
template <class Node, class System, class Copies>
void add_data_value(System& system, Copies copies, std::string sentence) {
    using View = typename System::View;
    system.add_invariant("data-value", std::move(sentence), [copies](const View& view) {
        const auto& watch = watch_of(view.monitor());
        bool holds = true;
        const auto judge = [&](auto a, const auto& data, const auto& who) {
            if (!specs::followed_elsewhere(view.monitor(), a) && bool(data == 1) != watch.latest_of(a))
                holds = view.refuted(who(a), " has ", a, " = ", data, ", but ", view.last_store(a), " is the latest to ", a);
        };
        if (view.monitor().failed()) return true;  // it follows nothing any more
        copies(view,
               [&](const auto& copy) { judge(copy.address, copy.value, [&](auto a) { return view.here("lines.", a); }); });
        view.template each<Node::directory>([&](const auto& directory, int) {
            for (int a = 0; a < view.config().shape[Sort::address]; ++a) {
                const auto& entry = directory.entries.items[static_cast<std::size_t>(a)];
                if (!entry.owner)
                    judge(Address<typename View::D>(a), directory.memory.items[static_cast<std::size_t>(a)],
                          [&](auto block) { return view.template of<Node::directory>(0, "memory.", block); });
            }
        });
        return holds;
    });
}

/// "an inclusive probe filter that keeps a 2-bit sharer vector [...] also keeps track of the cache in ownership states" (2.1).
template <class Node, class System>
void add_filter_covers(System& system) {
    using View = typename System::View;
    system.add_invariant(
        "filter-covers",
        "the probe filter is inclusive: it knows of each copy in a CPU's caches and in GL2, and who owns it (2.1)",
        [](const View& view) {
            using D = typename View::D;
            bool covers = true;
            view.template each<Node::directory>([&](const auto& directory, int) {
                view.template each<Node::cpu>([&](const auto& cpu, int index) {
                    const Core<D> core(view.config().cu_count() + index);
                    cpu.lines.each([&](auto a, const auto& line) {
                        const auto& entry = directory.entries[a];
                        if (line.readable() && !entry.in_cpus)
                            covers = view.refuted(view.template of<Node::cpu>(index, "lines.", a), " has ", a, " (",
                                                  line.state, "), but ", view.template of<Node::directory>(0, a),
                                                  " takes no CPU to have it");
                        if (line.writable() && !(entry.owner && *entry.owner == core))
                            covers = view.refuted(view.template of<Node::cpu>(index, "lines.", a), " may write ", a, " (",
                                                  line.state, "), but ", view.template of<Node::directory>(0, a),
                                                  " does not take it for the owner");
                    });
                });
                view.template each<Node::gl2>([&](const auto& gl2, int part) {
                    gl2.lines.each([&](auto a, const auto&) {
                        if (!directory.entries[a].in_gl2)
                            covers = view.refuted(view.template of<Node::gl2>(part, "lines.", a), " has ", a, ", but ",
                                                  view.template of<Node::directory>(0, a), " does not know that it has");
                    });
                });
            });
            return covers;
        });
}

/// With hardware coherence this covers GL1s as well: a probe that does not reach GL2 does not reach them.
template <class Node, class System>
void add_filter_covers_gl1(System& system) {
    using View = typename System::View;
    system.add_invariant(
        "filter-covers-gl1",
        "the probe filter in SD is made inclusive of all caches in the APU (6.1): it knows of a block that a GL1 has",
        [](const View& view) {
            bool covers = true;
            view.template each<Node::directory>([&](const auto& directory, int) {
                view.template each<Node::cu>([&](const auto& cu, int index) {
                    cu.lines.each([&](auto a, const auto&) {
                        if (!directory.entries[a].in_gl2)
                            covers = view.refuted(view.template of<Node::cu>(index, "lines.", a), " has ", a, ", but ",
                                                  view.template of<Node::directory>(0, a),
                                                  " does not take GL2 to have it, so no probe comes this way");
                    });
                });
            });
            return covers;
        });
}

template <class Node, class System>
void add_coherence(System& system) {
    const auto of = [&]<template <class> class Copies>(Copies<Node>) {
        specs::add_single_writer(system, Copies<Node>{});
        specs::add_writer_alone(system, Copies<Node>{.tells_writers = true});
    };
    if (system.config().broadcasts()) of(AllCopies<Node>{});
    else of(CoherentCopies<Node>{});
    add_filter_covers<Node>(system);
    if (system.config().broadcasts()) add_filter_covers_gl1<Node>(system);
}

template <class Node, class System>
void add_watched(System& system) {
    using View = typename System::View;
    if (system.config().broadcasts())
        add_data_value<Node>(system, AllCopies<Node>{},
                             "a copy in a CPU's caches, GL2 or a GL1 holds what was stored last, and so does memory unless a CPU "
                             "owns the block (9.1: GL1 is read coherent)");
    else
        add_data_value<Node>(system, CoherentCopies<Node>{},
                             "a copy in a CPU's caches or GL2 holds what was stored last, and so does memory unless a CPU owns "
                             "the block (single writer, 2.1)");
    system.add_invariant("acquire-fresh",
                         "a subsequent load request to the GL1 after a ldAcq [...] will forward that load to the GL2 for the "
                         "most recent copy of the data (2.2): it reads what was performed before the acquire, or something newer",
                         [](const View& view) { return !bool(view.monitor().outdated); });
    system.add_invariant("write-atomicity",
                         "the system directory acts as the ordering point between CPU and GPU coherence requests (2.1): nobody "
                         "but its own thread reads a store before it is performed there",
                         [](const View& view) { return !bool(view.monitor().early); });
    system.add_invariant("release-covers",
                         "a stRel operation only needs to wait for all write-through completion acknowledgements (2.2): what a "
                         "thread has stored before a release is performed, with its data, when it passes",
                         [](const View& view) { return !bool(view.monitor().lost); });
    system.add_invariant("own-store-read",
                         "stores are taken out of store queue and moved into a store buffer. As such, the CPU core adheres to "
                         "TSO (2.1): a thread reads its own latest store "
                         "to a block, from when it is issued until another is performed",
                         [](const View& view) { return !bool(view.monitor().forgotten); });
    if (system.config().atomics)
        system.add_invariant("rmw-atomic", "an atomic reads what its block holds right before it writes, in one step",
                             [](const View& view) { return !bool(view.monitor().torn); });
}

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& c) {
    using enum Outcome;
    const int blocks = c.shape[Sort::address], threads = c.shape[Sort::thread], cus = c.cu_count(), cpus = c.cpu_count(),
              gpu_threads = cus * threads;
    const bool gpu = cus > 0, both = gpu && cpus > 0;
    switch (outcome) {
        case load_merged: return threads > 1 && gpu;
        case stalled_fill: return threads > 1 && gpu;
        case atomic_sent: case atomic_done: return gpu && c.atomics;
        case gl1_evicted: return gpu && c.evictions;
        case fill_not_kept: return gpu && threads > 1 && c.acquire == Acquire::forgets_fills && !c.broadcasts();
        case flash_invalidated: return gpu && !c.broadcasts();
        case acquired: return gpu && c.broadcasts();
        case gl1_invalidated: case inv_missed: case gl2_tells: case gl2_collected: return c.broadcasts() && (both || cus > 1);
        case gl2_invalidates: return c.broadcasts() && cus > 1;
        case load_hit:
        case load_miss:
        case written_through:
        case filled:
        case write_done:
        case stalled_same_block:
        case stalled_fence:
        case released:
        case gl2_hit:
        case gl2_miss:
        case gl2_forwarded:
        case gl2_filled:
        case gl2_acknowledged:
        case gl2_granted:
        case write_performed:
            return gpu;
        case gl2_queued: return gpu_threads > 1 && c.busy == Busy::queues;
        case request_queued: return (both || cpus > 1) && c.busy == Busy::queues;
        case memory_asked: return c.busy == Busy::queues;
        case gl2_probed: return both;
        case gl2_evicted: return gpu && c.evictions;
        case eviction_noted: return gpu && c.evictions && c.gl1s != Gl1s::hardware_coherent;
        case rmw_hit: case rmw_miss: case rmw_done: return cpus > 0 && c.atomics;
        case asked_early: return cpus > 0 && c.early;
        case stalled_line: return cpus > 0 && threads > 1;
        case cpu_evicted: return cpus > 0 && c.evictions && (both || cpus > 1);
        case written_back: case victim_taken: return cpus > 0 && c.evictions;
        case stalled_victim: return cpus > 0 && c.evictions;
        case invalidated: return both || cpus > 1;
        case probe_missed: return (both || cpus > 1) && c.evictions;
        case invalidated_dirty: case downgraded: case probes: case probe_answered: return both || cpus > 1;
        case stalled_busy: return (both || cpus > 1 || gpu_threads > 1) && c.busy == Busy::stalls;
        case stalled_load:
        case cpu_load_hit:
        case forwarded:
        case cpu_load_miss:
        case committed:
        case cpu_fence:
        case stalled_store_buffer:
        case cpu_filled:
        case retired:
        case requested_ownership: case retired_on_arrival: case read_granted: case owned_granted: return cpus > 0;
        case nothing_to_do: return true;
    }
    return blocks > 0;
}

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    if constexpr (Monitor::present) add_watched<NodeKind>(system);
    add_coherence<NodeKind>(system);
    if constexpr (model::finite<typename System::D>) {
        specs::add_answers_match(system);
        specs::add_access_accepted(system);
    }
    system.add_property(
        {"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    // Two stores of a thread to a block would be owed as one.
    if (system.config().buffered > 1) specs::add_each_access_completes(system);
    else
        system.add_property({"access-completes",
                             "every access completes, if no message and no action but evictions is postponed forever",
                             model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

/// What the properties need of a shape.
inline void declare_needs(model::Network& network, const Config& config) {
    const bool one_kind = !config.broadcasts() && config.cu_count() > 0 && config.cpu_count() == 0;
    for (const model::Property& property : std::vector<model::Property>(network.properties())) {
        if (property.name == "data-value" || property.name == "rmw-atomic" || property.name == "acquire-fresh" ||
            property.name == "release-covers" || property.name == "own-store-read")
            network.declare_needs(property.name, {.values = 2});
        if (property.name == "write-atomicity") network.declare_needs(property.name, {.threads = 2, .values = 2});
        if (property.name == "single-writer")
            network.declare_needs(property.name, {.values = 2, .also = one_kind ? "a CPU beside GL2" : ""});
        if (property.name == "writer-alone")
            network.declare_needs(property.name, {.cores = 2, .also = config.cpu_count() == 0 ? "a CPU" : ""});
    }
}

}  // namespace tandem::apu
