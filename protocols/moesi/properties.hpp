// The promises of the MOESI directory protocol: those of any coherent memory, and the directory's knowledge between transactions.
#pragma once

#include "protocols/moesi/line_facts.hpp"
#include "protocols/moesi/protocol.hpp"
#include "specs/stated.hpp"
#include "specs/usual_properties.hpp"

namespace tandem::moesi {

/// Every copy that a load may read; `era` tells which of them a store may write.
template <bool tells_writers = false>
struct Copies {
    template <class View, class Sink>
    void operator()(const View& view, Sink&& sink) const {
        each_entry(view, [&](Address<typename View::D> a, const auto& entry, const auto& memory) {
            if (entry.readable()) sink({a, memory, 0, 0, false});
        });
        view.template each<NodeKind::l1>([&](const auto& l1, int) {
            l1.lines.each([&](auto a, const auto& line) {
                if (!line.readable()) return;
                if constexpr (tells_writers) sink({a, line.data, 0, 0, line.writable()});
                else sink({a, line.data, 0, 0, false});
            });
        });
    }
    /// Calls f(block, entry, memory's content) for each block, or only for the view's own block.
    template <class View, class F>
    static void each_entry(const View& view, F&& f) {
        using Block = Address<typename View::D>;
        view.template each<NodeKind::directory>([&](const auto& directory, int bank) {
            const auto look = [&](const Block& a) {
                if (view.config().home(a) == bank) f(a, directory.entries[a], directory.memory[a]);
            };
            if constexpr (requires { view.block(); }) look(view.block());
            else
                for (int a = 0; a < view.config().shape[Sort::address]; ++a) look(Block(a));
        });
    }
};
using ReadableCopies = Copies<>;

/// The value of a block after all stores so far: its owner's, or memory's if it has none. While a transaction is under way the
/// latest store counts as kept: after its end this shows whether it was.
struct CurrentValue {
    template <class View, class Block>
    auto operator()(const View& view, Block a) const {
        using D = typename View::D;
        Value<D> value = view.monitor().watched;
        view.template each<NodeKind::directory>([&](const auto& directory, int bank) {
            const auto& entry = directory.entries[a];
            if (view.config().home(a) != bank || entry.busy()) return;
            if (!entry.owned()) return void(value = directory.memory[a]);
            view.template each<NodeKind::l1>([&](const auto& l1, int index) {
                if (entry.owner != Core<D>(index)) return;
                const auto* line = l1.lines.find(a);
                if (line && line->owns()) value = line->data;
            });
        });
        return value;
    }
};

/// Calls f(block, entry, that no transaction is under way for it, index of a cache, what its line is) for each cache and block.
template <class View, class F>
void each_line(const View& view, F&& f) {
    using D = typename View::D;
    using Fact = model::Fact<D>;
    ReadableCopies::each_entry(view, [&](auto a, const auto& entry, const auto&) {
        const Fact idle = Fact(entry.serving == Serving::nothing);
        view.template each<NodeKind::l1>(
            [&](const auto& l1, int index) { f(a, entry, idle, index, LineFacts<D>::of(l1, a)); });
    });
}

template <class System>
void add_directory_properties(System& system) {
    using View = typename System::View;
    using D = typename System::D;
    specs::add_stated(
        system, "owner-known",
        "between transactions the directory knows the owner, and whether it shares the block: that cache has the latest data, "
        "and no other takes itself for the owner",
        []<class Seen, class Says>(const Seen& view, Says& says) {
            using Fact = typename Says::Fact;
            each_line(view, [&](auto a, const auto& entry, const Fact& idle, int index, const auto& line) {
                const Fact writer = Fact(entry.holders == Holders::writer),
                           owned = writer | Fact(entry.holders == Holders::owner_and_sharers),
                           known = owned & Fact(entry.owner == Core<D>(index));
                const auto cache = view.template of<NodeKind::l1>(index, "lines.", a);
                const auto directory = view.template of<NodeKind::directory>(view.config().home(a), "entries.", a);
                says(idle & known, line.owns(), [&](const auto& refuted) {
                    refuted(directory, " takes ", view.template named<NodeKind::l1>(index), " for the owner of ", a, ", but ",
                            cache, " does not own it");
                });
                says(idle & line.owns(), known, [&](const auto& refuted) {
                    refuted(cache, " owns ", a, " (", line.line.state, "), but ", directory, " does not take it for the owner");
                });
                const auto shared_otherwise = [&](const auto& refuted) {
                    refuted(cache, " owns ", a, " (", line.line.state, "), but ", directory,
                            " is wrong about whether it shares the block: there it is ", entry.holders);
                };
                says(idle & known & line.alone(), writer, shared_otherwise);
                says(idle & known & line.owns_shared(), !writer, shared_otherwise);
            });
        });
    specs::add_stated(
        system, "sharers-covered", "between transactions the directory knows every cache that shares a block",
        []<class Seen, class Says>(const Seen& view, Says& says) {
            using Fact = typename Says::Fact;
            each_line(view, [&](auto a, const auto& entry, const Fact& idle, int index, const auto& line) {
                says(idle & line.shares(), entry.sharers.contains(Core<D>(index)), [&](const auto& refuted) {
                    refuted(view.template of<NodeKind::l1>(index, "lines.", a), " shares ", a, " (", line.line.state, "), but ",
                            view.template of<NodeKind::directory>(view.config().home(a), "entries.", a),
                            " does not list it among the sharers, and has no transaction under way for the block");
                });
            });
        });
    if constexpr (model::finite<D>) {
        system.add_invariant(
            "one-transaction", "while the directory serves nobody, no message of a transaction for the block is on its way",
            [](const View& view) {
                bool holds = true;
                view.each_message([&](const auto& m, const auto&) {
                    const bool of_put = m.kind == MessageKind::WB_ACK || m.kind == MessageKind::WB_NACK;
                    if (of_put || Moesi<D>::part(m.kind) == Moesi<D>::request) return;
                    const int home = view.config().home(m.address);
                    holds = holds && (view.template node<NodeKind::directory>(home).entries[m.address].busy() ||
                                      view.refuted(view.sent(m), " is on its way, but ",
                                                   view.template of<NodeKind::directory>(home, "entries.", m.address),
                                                   " serves nobody for ", m.address));
                });
                return holds;
            });
        system.add_invariant("acks-add-up",
                             "a writer that has its data awaits as many acknowledgements as there are on their way, and "
                             "invalidations that ask for them",
                             [](const View& view) {
                                 bool holds = true;
                                 view.template each<NodeKind::l1>([&](const auto& l1, int index) {
                                     l1.lines.each([&](auto a, const auto& line) {
                                         if (line.state != State::awaiting_acks) return;
                                         int awaited = line.acks.due.number - line.acks.got.number, under_way = 0;
                                         line.acks.from.each([&](auto) { ++awaited; });
                                         view.each_message([&](const auto& m, const auto& channel) {
                                             if (m.address != a) return;
                                             if (m.kind == MessageKind::INV && m.requestor == Core<D>(index)) ++under_way;
                                             if (m.kind == MessageKind::ACK && channel.to == index) ++under_way;
                                         });
                                         if (awaited != under_way)
                                             holds = view.refuted(view.template of<NodeKind::l1>(index, "lines.", a), " awaits ",
                                                                  awaited, " acknowledgements for ", a, ", but ", under_way,
                                                                  " are on their way or asked for by an invalidation");
                                     });
                                 });
                                 return holds;
                             });
    }
}

/// Whether a system of this shape must show an outcome in some run.
inline bool expected(Outcome outcome, const Config& config) {
    using enum Outcome;
    const bool rc = config.consistency == baseline::Consistency::rc, announced = config.leaving == Leaving::announced,
               repeats = config.refused == Refused::repeats;
    // Whether an owned block can become shared when another cache reads it, and where it is then.
    const bool shares = config.reading == Reading::shares || config.has_exclusive(), owned = shares && config.has_owned(),
               writes_back = shares && !config.has_owned();
    if (config.shape[Sort::core] == 1) return false;
    switch (outcome) {
        case fence_passes:
        case stalled_fence:
        case stalled_same_block: return rc;
        case stalled_warp_busy: return !rc;
        case owner_upgrade:
        case own_request_returns:
        case upgrade_meets_reader:
        case upgrade_meets_writer: return owned;
        case data_written_back:
        case owner_has_shared: return writes_back;
        case data_shared:
        case put_meets_reader: return shares;
        case copy_stays: return shares && !repeats;
        case put_again: return shares && repeats;
        case sharer_leaves: return announced || (writes_back && repeats);
        case put_meets_inv: return announced || writes_back;
        case dropped:
        case no_copy_acknowledged: return !announced;
        case reads_together: return config.readers == Readers::together;
        case buffered:
        case retires:
        case stalled_buffer:
        case forwarded:
        case load_waits:
        case load_passes: return false;
        default: return true;
    }
}

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    specs::add_usual_properties<Monitor>(system, ReadableCopies{}, CurrentValue{}, expected);
    specs::add_writer_alone(system, Copies<true>{});
    if constexpr (model::finite<typename System::D>)
        specs::add_issue_order(
            system,
            system.config().consistency == baseline::Consistency::sc ? specs::InFlight::one : specs::InFlight::one_a_block,
            "SC leaves a thread one outstanding access; RC several, to different blocks, and a fence waits for all of them");
    add_directory_properties(system);
}

}  // namespace tandem::moesi
