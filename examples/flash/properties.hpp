// What FLASH promises. A writer is served before others' copies are gone: so a copy may be old while an Inv is on its way to it.
#pragma once

#include "flash/protocol.hpp"

namespace flash {

/// A monitor that remembers the last store.
template <class D>
struct LastStore {
    static constexpr bool present = true, values_symmetric = true;
    Value<D> value{};
    BOOST_DESCRIBE_CLASS(LastStore, (), (value), (), ())

    static std::optional<LastStore> start(const std::vector<int>& memory) {
        LastStore state;
        state.value = memory[0];
        return state;
    }
    bool observe(const model::Event<D>& event) {
        if (event.kind == model::EventKind::store_performed) value = event.value;
        return true;
    }
};

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    using View = typename System::View;
    system.add_invariant("one-writer", "no two caches have the exclusive copy", [](const View& view) {
        int whose = -1;
        bool holds = true;
        view.template each<NodeKind::processor>([&](const auto& p, int index) {
            if (p.state != State::exclusive) return;
            if (whose >= 0)
                holds = view.refuted(view.template of<NodeKind::processor>(whose, "state"), " and ",
                                     view.template of<NodeKind::processor>(index, "state"), " have the exclusive copy");
            whose = index;
        });
        const auto& home = view.template node<NodeKind::home>(0);
        if (home.state == State::exclusive && whose >= 0)
            holds = view.refuted(view.template of<NodeKind::home>(0, "state"), " and ",
                                 view.template of<NodeKind::processor>(whose, "state"), " have the exclusive copy");
        return holds;
    });
    if constexpr (std::is_same_v<Monitor, LastStore<typename System::D>>) {
        system.add_invariant("data-in-caches", "the exclusive copy, and home's own copy, hold what was stored last",
                             [](const View& view) {
                                 bool holds = true;
                                 view.template each<NodeKind::processor>([&](const auto& p, int index) {
                                     if (p.state == State::exclusive && p.data != view.monitor().value)
                                         holds = view.refuted(view.template of<NodeKind::processor>(index, "data"), " has ",
                                                              p.data, ", but ", view.last_store('A'), " was performed last");
                                 });
                                 const auto& home = view.template node<NodeKind::home>(0);
                                 if (home.state != State::invalid && home.data != view.monitor().value)
                                     holds = view.refuted(view.template of<NodeKind::home>(0, "data"), " has ", home.data,
                                                          ", but ", view.last_store('A'), " was performed last");
                                 return holds;
                             });
        system.add_invariant(
            "data-in-shared-copies", "a shared copy holds what was stored last, or an Inv is on its way to it",
            [](const View& view) {
                bool holds = true;
                view.template each<NodeKind::processor>([&](const auto& p, int index) {
                    if (p.state != State::shared || p.data == view.monitor().value) return;
                    const bool told =
                        bool(view.carried(NodeKind::home, 0, NodeKind::processor, index, Flash<typename View::D>::invalidations)
                                 .present);
                    if (!told)
                        holds = view.refuted(view.template of<NodeKind::processor>(index, "data"), " has ", p.data,
                                             ", no Inv is on its way to it, but ", view.last_store('A'), " was performed last");
                });
                return holds;
            });
        system.add_invariant(
            "data-in-memory", "memory holds what was stored last, unless the directory is dirty", [](const View& view) {
                const auto& home = view.template node<NodeKind::home>(0);
                return home.dirty || home.memory == view.monitor().value ||
                       view.refuted(view.template of<NodeKind::home>(0, "memory"), " has ", home.memory, ", but ",
                                    view.last_store('A'), " was performed last, and the directory is not dirty");
            });
    }
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which no request waits",
                         model::PropertyKind::no_deadlock});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) { system.add_can_happen(d.value); });
}

}  // namespace flash
