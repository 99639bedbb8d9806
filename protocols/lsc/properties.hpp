// What the mutex scheme promises (lsc.txt, 5 to 7), and which outcomes a system must show.
#pragma once

#include <vector>

#include "protocols/apu/properties.hpp"
#include "protocols/lsc/discipline.hpp"
#include "protocols/lsc/protocol.hpp"
#include "specs/stated.hpp"

namespace tandem::lsc {

/// "the entire APU system now preserves the single-writer invariant" (6.1).
using AllCopies = apu::AllCopies<NodeKind>;

/// "the request count field keeps track of the number of pending mutex requests to that mutex" (6.3).
template <class Thread>
int requests_in_mrf(const Thread& thread, int mutex) {
    int requests = 0;
    for (std::size_t i = 0; i < thread.mrf.size.index(); ++i) requests += thread.mrf.items[i].mutex == mutex ? 1 : 0;
    return requests;
}
/// The mutexes of stores that have asked for theirs, in program order: the stores in the store buffer, then the one at the ROB's
/// head.
template <class Thread, class Config>
std::vector<int> mutexes_of_stores(const Thread& thread, const Config& config) {
    std::vector<int> all;
    const auto add = [&](const auto& block) { all.push_back(static_cast<int>(config.mutex_of(block).index())); };
    for (std::size_t i = 0; i < thread.store_buffer.size.index(); ++i)
        if (thread.store_buffer.items[i].in_mrf) add(thread.store_buffer.items[i].block);
    if (thread.head && (*thread.head).asked && (*thread.head).store) add((*thread.head).block);
    return all;
}
/// Whether the stores in the MRF are these, and the first one to be popped is among them.
template <class Thread, class Config>
bool follows_stores(const Thread& thread, const Config& config) {
    std::vector<int> stores;
    for (std::size_t i = 0; i < thread.mrf.size.index(); ++i)
        if (thread.mrf.items[i].store) stores.push_back(static_cast<int>(thread.mrf.items[i].mutex.index()));
    return stores == mutexes_of_stores(thread, config) && (thread.mrf.empty() || bool(thread.mrf.front().store));
}

inline char letter(int mutex) { return static_cast<char>('A' + mutex); }

/// Why a thread of a CPU does not follow its stores: false.
template <class View, class Thread>
bool mrf_differs(const View& view, const Thread& thread, int cpu, int number) {
    const std::vector<int> stores = mutexes_of_stores(thread, view.config());
    std::string of_stores, entries;
    for (const int m : stores) of_stores += std::string(" ") + letter(m);
    for (std::size_t i = 0; i < thread.mrf.size.index(); ++i)
        entries += std::string(" ") + letter(static_cast<int>(thread.mrf.items[i].mutex.index())) +
                   (thread.mrf.items[i].store ? " (store)" : " (load)");
    return view.refuted("thread ", number, " of ", view.template of<NodeKind::cpu>(cpu, "threads.", number, ".mrf"), " has ",
                        stores.size(), " stores under way that have asked for a mutex", stores.empty() ? "" : ":", of_stores,
                        ". Its MRF holds", entries.empty() ? " nothing" : entries);
}

/// For each GMM and CMM: visit(holds, needs, node, thread) for each thread that it serves, for a mutex. `node` names the node,
/// with the step of the thread's last change of the mutex.
template <class View, class Visit>
void each_manager(const View& view, int mutex, Visit&& visit) {
    view.template each<NodeKind::cu>([&](const auto& cu, int index) {
        for (int t = 0; t < view.config().shape[Sort::thread]; ++t)
            visit(
                cu.wavefronts.items[static_cast<std::size_t>(t)].holds(mutex), [&] { return cu.needed(t, mutex, view.config()); },
                [&] { return view.template of<NodeKind::cu>(index, "wavefronts.", t, ".mutexes.", letter(mutex)); }, t);
    });
    view.template each<NodeKind::cpu>([&](const auto& cpu, int index) {
        for (int t = 0; t < view.config().shape[Sort::thread]; ++t) {
            const auto& thread = cpu.threads.items[static_cast<std::size_t>(t)];
            visit(
                thread.holds(mutex),
                [&] { return requests_in_mrf(thread, mutex) != 0 && !mutexes_of_stores(thread, view.config()).empty(); },
                [&] { return view.template of<NodeKind::cpu>(index, "threads.", t, ".mutexes.", letter(mutex)); }, t);
        }
    });
}

template <class System>
void add_mutexes(System& system) {
    using View = typename System::View;
    const auto of_each = [&](const char* name, const char* sentence, auto holds) {
        system.add_invariant(name, sentence, [holds](const View& view) {
            bool all = true;
            for (int m = 0; m < view.config().mutex_count(); ++m) all = all && holds(view, m);
            return all;
        });
    };
    of_each("mutex-exclusive", "mutex-acquired indicates that this core has exclusive lock on that mutex (6.3)",
            [](const View& view, int m) {
                int number = 0;  // words are for a state in which it fails: a search asks this of every state
                each_manager(view, m, [&](bool holds, auto&&, auto&&, int) { number += holds ? 1 : 0; });
                if (number <= 1) return true;
                std::vector<std::pair<decltype(view.template of<NodeKind::pool>(0)), int>> holders;
                each_manager(view, m, [&](bool holds, auto&&, auto&& node, int thread) {
                    if (holds) holders.emplace_back(node(), thread);
                });
                return view.refuted("thread ", holders[0].second, " of ", holders[0].first, " holds mutex ", letter(m),
                                    ", and so does thread ", holders[1].second, " of ", holders[1].first);
            });
    specs::add_stated(
        system, "mutex-not-lost",
        "If the bit is set, then it indicates that mutex is already acquired by a core in the APU (6.5), or is on its way "
        "there or back",
        []<class Seen, class Says>(const Seen& view, Says& says) {
            using Fact = typename Says::Fact;
            for (int m = 0; m < view.config().mutex_count(); ++m) {
                Fact taken = false, somewhere = false;
                view.template each<NodeKind::pool>(
                    [&](const auto& pool, int) { taken = Fact(pool.mutexes.items[static_cast<std::size_t>(m)].taken); });
                each_manager(view, m, [&](bool holds, auto&&, auto&&, int) { somewhere = somewhere | Fact(holds); });
                int place = 0;
                view.each_carried([&](const auto& carried, const auto&) {
                    const auto& message = carried.message;
                    const Fact brings = Fact(message.kind == MessageKind::MuAck) | Fact(message.kind == MessageKind::MuRel);
                    somewhere = somewhere | says.named(Fact(carried.present) & brings & Fact(message.address == m),
                                                       "mutex {} is in place {}", letter(m), place);
                    ++place;
                });
                const auto pool = view.template of<NodeKind::pool>(0, "mutexes.", letter(m));
                says(taken, somewhere, [&](const auto& refuted) {
                    refuted("mutex ", letter(m), " is lost: ", pool,
                            " takes it for acquired, but no core has it, and no message on its way brings it or gives it back");
                });
                says(somewhere, taken, [&](const auto& refuted) {
                    refuted(pool, " takes mutex ", letter(m),
                            " for free, but a core has it, or a message on its way brings it or gives it back");
                });
            }
        });
    of_each("mutex-needed",
            "mutexes are released only after a pending store is retired (6.2), and then they are: who holds one has a store "
            "under way, or one that waits for it",
            [](const View& view, int m) {
                bool all = true;
                each_manager(view, m, [&](bool holds, auto&& needs, auto&& node, int thread) {
                    all = all && (!holds || needs() ||
                                  view.refuted("thread ", thread, " of ", node(), " holds mutex ", letter(m),
                                               ", but has no store under way, and none that waits for the mutex"));
                });
                return all;
            });
    if (system.config().cpu_count() == 0) return;
    of_each("mutex-counted",
            "the request count field keeps track of the number of pending mutex requests to that mutex (6.3): those in the MRF",
            [](const View& view, int m) {
                bool all = true;
                view.template each<NodeKind::cpu>([&](const auto& cpu, int index) {
                    for (int t = 0; t < view.config().shape[Sort::thread]; ++t) {
                        const auto& thread = cpu.threads.items[static_cast<std::size_t>(t)];
                        const int waiting = requests_in_mrf(thread, m);
                        all = all &&
                              (thread.mutexes[m].requests == waiting ||
                               view.refuted("thread ", t, " of ",
                                            view.template of<NodeKind::cpu>(index, "threads.", t, ".mutexes.", letter(m)),
                                            " counts ", thread.mutexes[m].requests, " pending requests for mutex ", letter(m),
                                            ", but its MRF holds ", waiting));
                    }
                });
                return all;
            });
    system.add_invariant("mrf-follows-stores",
                         "when the MRF is completely drained, there will be no pending store in the store buffer (6.3): its "
                         "stores are those that have asked for a mutex and have not retired, and one of them is its head",
                         [](const View& view) {
                             bool all = true;
                             view.template each<NodeKind::cpu>([&](const auto& cpu, int index) {
                                 for (int t = 0; t < view.config().shape[Sort::thread]; ++t) {
                                     const auto& thread = cpu.threads.items[static_cast<std::size_t>(t)];
                                     all = all && (follows_stores(thread, view.config()) || mrf_differs(view, thread, index, t));
                                 }
                             });
                             return all;
                         });
}

/// "both the older store and younger load has acquired a mutex for the addresses they are trying to access" (5).
template <class System>
void add_early_held(System& system) {
    using View = typename System::View;
    system.add_invariant(
        "early-held",
        "the loads are allowed to bypass stores iff both the older store and younger load has acquired a mutex (5), until the "
        "older stores are done",
        [](const View& view) {
            using D = typename View::D;
            bool all = true;
            const auto judge = [&](const InOrder<D>& order, auto&& holds, int t) {
                bool passed = false;
                for (std::size_t i = order.accesses.size.index(); i-- > 0;) {
                    const Access<D>& access = order.accesses.items[i];
                    passed = passed || access.early;
                    if (access.early || (passed && access.store))
                        all = all && (holds(view.config().mutex_of(access.block)) ||
                                      view.refuted("thread ", t, " of ", view.here("mutexes"),
                                                   access.store ? " has a store to " : " has loaded ", access.block,
                                                   access.store ? " under way that a younger load has passed" : " early",
                                                   ", but does not hold the mutex of ", access.block));
                }
            };
            view.template each<NodeKind::cu>([&](const auto& cu, int index) {
                for (int t = 0; t < view.config().shape[Sort::thread]; ++t)
                    judge(view.monitor().threads.items[static_cast<std::size_t>(index)].items[static_cast<std::size_t>(t)],
                          [&](const auto& mutex) { return cu.holds(t, mutex, view.config()); }, t);
            });
            view.template each<NodeKind::cpu>([&](const auto& cpu, int index) {
                for (int t = 0; t < view.config().shape[Sort::thread]; ++t)
                    judge(view.monitor()
                              .threads.items[static_cast<std::size_t>(view.config().cu_count() + index)]
                              .items[static_cast<std::size_t>(t)],
                          [&](const auto& mutex) { return cpu.threads.items[static_cast<std::size_t>(t)].holds(mutex); }, t);
            });
            return all;
        });
}

/// A write-through is complete when nobody has an older copy.
template <class System>
void add_invalidated_before_acknowledged(System& system) {
    specs::add_stated(
        system, "inv-before-ack",
        "StA will invalidate all stale copies (5): while the acknowledgement of a write-through is on its way to its wavefront, "
        "no cache has an older copy of the block",
        []<class Seen, class Says>(const Seen& view, Says& says) {
            using Fact = typename Says::Fact;
            if (view.monitor().failed()) return;
            view.each_carried([&](const auto& carried, const auto& channel) {
                if (channel.to >= view.config().cu_count()) return;
                const auto& message = carried.message;
                const Fact acknowledged = Fact(carried.present) & Fact(message.kind == MessageKind::cmlAck);
                if (specs::idle(acknowledged)) return;
                AllCopies{}(view, [&](const auto& copy) {
                    if (specs::followed_elsewhere(view.monitor(), copy.address)) return;
                    const Fact latest = apu::watch_of(view.monitor()).latest_of(copy.address), watched = copy.value == 1;
                    const Fact of_block = copy.address == message.address;
                    says(acknowledged & of_block, specs::alike(watched, latest), [&](const auto& refuted) {
                        refuted(view.sent(message), " tells a wavefront that its store is complete, but ",
                                view.here("lines.", copy.address), " has ", copy.address, " = ", copy.value, ", and ",
                                view.last_store(copy.address), " is the latest to ", copy.address);
                    });
                });
            });
        });
}

template <class System>
void add_sharers(System& system) {
    using View = typename System::View;
    system.add_invariant("tcd-covers",
                         "the GL2 keeps track of the sharers with a tagless coherence directory (6.1): it takes each GL1 with a "
                         "copy for one, or has invalidated it",
                         [](const View& view) {
                             bool covers = true;
                             view.template each<NodeKind::gl2>([&](const auto& gl2, int part) {
                                 view.template each<NodeKind::cu>([&](const auto& cu, int index) {
                                     cu.lines.each([&](auto a, const auto&) {
                                         if (view.config().gl2_of(a) != part) return;
                                         if (!gl2.tcd[index].contains(a) && !gl2.awaited[a].contains(index))
                                             covers = view.refuted(view.template of<NodeKind::cu>(index, "lines.", a), " has ", a,
                                                                   " in its GL1, but ",
                                                                   view.template of<NodeKind::gl2>(part, "tcd"),
                                                                   " does not take it for a sharer, and awaits no answer to an "
                                                                   "invalidation from there");
                                     });
                                 });
                             });
                             return covers;
                         });
    apu::add_filter_covers_gl1<NodeKind>(system);
}

/// What holds of the store that is followed.
template <class System>
void add_followed(System& system) {
    using View = typename System::View;
    system.add_invariant(
        "write-atomicity",
        "nobody but its own thread reads a store before it is performed (3.2: a load sees the last store in memory order)",
        [](const View& view) { return !bool(apu::watch_of(view.monitor()).early); });
    system.add_invariant("own-store-read",
                         "a thread reads its own latest store to a block, from when it is issued until another is performed "
                         "(3.2: program order, and the last store in memory order)",
                         [](const View& view) { return !bool(apu::watch_of(view.monitor()).forgotten); });
    if (system.config().atomics)
        system.add_invariant("rmw-atomic", "an atomic reads what its block holds right before it writes, in one step",
                             [](const View& view) { return !bool(apu::watch_of(view.monitor()).torn); });
}

/// The properties of the monitor that keeps each thread's accesses.
template <class System>
void add_discipline(System& system) {
    using View = typename System::View;
    const auto never = [&](const char* name, const char* sentence, Broken what) {
        system.add_invariant(name, sentence, [what](const View& view) { return bool(view.monitor().broken != what); });
    };
    // the accesses of one instruction are unordered, and events do not tell them from those of two
    if (system.config().lanes == 1)
        system.add_invariant("program-order",
                             "all older memory operations [...] in PO should be made visible to the memory before any younger "
                             "memory operation (3.2): only loads are early, and only before stores",
                             [](const View& view) { return !bool(view.monitor().out_of_order); });
    never("early-load-stable",
          "protects the reordered requests with mutexes making the reordering invisible to other cores (5): nobody stores to a "
          "block that was loaded early until the older stores are performed",
          Broken::early_load);
    never("load-latest",
          "a load to a memory location a should see the value of the last store in memory order to that location (3.2)",
          Broken::old_load);
    never("store-performed",
          "what is performed is a store that its thread has under way, once and with its data (3.2: memory order is of the "
          "program's stores)",
          Broken::other_store);
}

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& c) {
    using enum Outcome;
    const int threads = c.shape[Sort::thread], cus = c.cu_count(), cpus = c.cpu_count(), gpu_threads = cus * threads,
              managers = gpu_threads + cpus * threads;
    const bool gpu = cus > 0, both = gpu && cpus > 0, several = both || cpus > 1, contended = c.asks() && managers > 1;
    const bool early = c.asks() && c.shape[Sort::address] > 1;  // an access of one block passes a store of another
    const bool early_asks = early && c.mutex_count() > 1;
    const bool nacks = contended && gpu && !c.wavefronts_queue;
    switch (outcome) {
        case load_merged: return gpu && threads > 1;
        case gl2_queued: return gpu_threads > 1 && c.busy == apu::Busy::queues;
        case request_queued: return several && c.busy == apu::Busy::queues;
        case memory_asked: return c.busy == apu::Busy::queues;
        case stalled_order: return cpus > 0 || c.loads_return || c.stores_in_order || !c.asks();
        case load_early: return early && (gpu || c.mutex_count() > 1 || c.counts > 1 || c.full_count != FullCount::head_waits);
        case stalled_mutex: return gpu && c.asks();
        case stalled_block: return gpu && (c.asks() || threads > 1);
        case asks_mutex: return gpu && c.asks();
        case gl1_evicted: case sharer_gone: case gl2_evicted: case eviction_noted: return gpu && c.evictions;
        case gl1_invalidated: case gl2_invalidates: return cus > 1 || both;
        case false_positive: return gpu && c.false_positives;
        case gl2_collected: return cus > 1 || both;
        case gl2_probed: return both;
        case nacked: case mutex_nacked: return nacks;
        case asked_again: return nacks && (c.nacked == Nacked::asks_until_acquired || c.stores_wait || early);
        case request_dropped: return nacks && c.nacked == Nacked::dropped_when_done && (!c.stores_wait || early_asks);
        case mutex_buffered: case mutex_transferred: return contended && (cpus > 0 || c.wavefronts_queue);
        case rob_asks: return cpus > 0 && c.asks();
        case asked_early: return cpus > 0 && c.early;
        case awaits_mutex: return cpus > 0 && c.asks() && c.stores_wait;
        case mutex_released: case mutex_acquired: case mutex_given: case mutex_free: return c.asks();
        case cpu_evicted: return cpus > 0 && c.evictions && several;
        case written_back: case victim_taken: case stalled_victim: return cpus > 0 && c.evictions;
        case invalidated:
        case invalidated_dirty:
        case downgraded:
        case probes:
        case probe_answered:
        case probe_missed:
            return several;
        case stalled_busy: return (several || gpu_threads > 1) && c.busy == apu::Busy::stalls;
        case load_hit:
        case load_miss:
        case written_through:
        case filled:
        case write_done:
        case gl2_hit:
        case gl2_miss:
        case gl2_forwarded:
        case gl2_answered: case gl2_granted: case write_performed: return gpu;
        case cpu_load_hit:
        case cpu_load_miss:
        case committed:
        case at_rob_head:
        case cpu_filled:
        case retired:
        case requested_ownership:
        case read_granted:
        case owned_granted: return cpus > 0;
        // the load asks for the store's mutex as well
        case forwarded: return cpus > 0 && c.asks() && (c.counts > 1 || c.full_count != FullCount::head_waits);
        case nothing_to_do: return true;
    }
    return true;
}

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    if constexpr (requires(const Monitor& monitor) { monitor.threads; }) {
        add_discipline(system);
        if (system.config().asks()) add_early_held(system);
    }
    if constexpr (Monitor::present) {
        add_followed(system);
        if (system.config().cu_count() > 0) add_invalidated_before_acknowledged(system);
        apu::add_data_value<NodeKind>(
            system, AllCopies{},
            "a copy in a cache holds what was stored last, and so does memory unless a CPU owns the block (single writer, 6.1)");
    }
    add_mutexes(system);
    specs::add_single_writer(system, AllCopies{});
    specs::add_writer_alone(system, AllCopies{.tells_writers = true});
    apu::add_filter_covers<NodeKind>(system);
    add_sharers(system);
    if constexpr (model::finite<typename System::D>) {
        specs::add_answers_match(system);
        specs::add_access_accepted(system);
    }
    system.add_property({"no-deadlock",
                         "cyclic mutex dependencies never occur with this design avoiding any possibility of deadlock (7): a "
                         "state in which nothing can happen is one in which nobody waits",
                         model::PropertyKind::no_deadlock});
    // A CPU may have a store in its buffer, and the next to the block at the ROB's head. They would be owed as one.
    if (system.config().cpu_count() > 0) specs::add_each_access_completes(system);
    else
        system.add_property({"access-completes",
                             "every access completes, if no message and no action but evictions is postponed forever",
                             model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

/// What the properties need of a shape.
inline void declare_needs(model::Network& network, const Config&) {
    for (const model::Property& property : std::vector<model::Property>(network.properties())) {
        if (property.name == "early-load-stable") network.declare_needs(property.name, {.threads = 2, .addresses = 2});
        if (property.name == "program-order") network.declare_needs(property.name, {.addresses = 2});
        if (property.name == "load-latest" || property.name == "own-store-read" || property.name == "store-performed" ||
            property.name == "rmw-atomic" || property.name == "data-value")
            network.declare_needs(property.name, {.values = 2});
        if (property.name == "single-writer") network.declare_needs(property.name, {.cores = 2, .values = 2});
        if (property.name == "mutex-exclusive") network.declare_needs(property.name, {.threads = 2});
    }
}

}  // namespace tandem::lsc
