// What German's protocol promises.
#pragma once

#include "german/protocol.hpp"

namespace german {

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

/// Whether an outcome must occur in some run.
inline bool expected(Outcome outcome, const Config& config) {
    if (outcome == Outcome::loaded || outcome == Outcome::load_waits) return config.loads;
    return true;
}

/// States the properties; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    using View = typename System::View;
    system.add_invariant("control", "while a cache has the exclusive copy, no other cache has a copy", [](const View& view) {
        int copies = 0, exclusive = 0, whose = -1, others = -1;
        view.template each<NodeKind::cache>([&](const auto& cache, int index) {
            if (cache.state == State::invalid) return;
            ++copies;
            if (cache.state == State::exclusive) ++exclusive;
            (cache.state == State::exclusive && whose < 0 ? whose : others) = index;
        });
        return exclusive == 0 || copies == 1 ||
               view.refuted(view.template of<NodeKind::cache>(whose, "state"), " has the exclusive copy, but ",
                            view.template of<NodeKind::cache>(others, "state"), " has a copy as well");
    });
    if constexpr (std::is_same_v<Monitor, LastStore<typename System::D>>) {
        system.add_invariant("data-in-caches", "every copy holds what was stored last", [](const View& view) {
            bool holds = true;
            view.template each<NodeKind::cache>([&](const auto& cache, int index) {
                if (cache.state != State::invalid && cache.data != view.monitor().value)
                    holds = view.refuted(view.template of<NodeKind::cache>(index, "data"), " has ", cache.data, " as ",
                                         cache.state, ", but ", view.last_store('A'), " was performed last");
            });
            return holds;
        });
        system.add_invariant("data-in-memory", "memory holds what was stored last, unless a cache was given the exclusive copy",
                             [](const View& view) {
                                 bool holds = true;
                                 view.template each<NodeKind::directory>([&](const auto& directory, int) {
                                     if (!directory.exclusive_given && directory.memory != view.monitor().value)
                                         holds = view.refuted(
                                             "no cache was given the exclusive copy, so ",
                                             view.template of<NodeKind::directory>(0, "memory"), " must have the latest store: "
                                             "it has ", directory.memory, ", but ", view.last_store('A'), " was performed last");
                                 });
                                 return holds;
                             });
    }
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which no request waits",
                         model::PropertyKind::no_deadlock});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

}  // namespace german
