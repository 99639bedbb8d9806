// The properties of the protocols without leases.
#pragma once

#include <vector>

#include "protocols/baseline/system.hpp"
#include "specs/accounts.hpp"
#include "specs/memory_order.hpp"
#include "specs/single_writer.hpp"
#include "specs/watched_store.hpp"

namespace tandem::baseline {

/// What a warp may have under way, as its consistency model has it.
template <class System>
void add_issue_order(System& system) {
    specs::add_issue_order(
        system, system.config().consistency == Consistency::sc ? specs::InFlight::one : specs::InFlight::one_a_block,
        "SC leaves a warp one outstanding access; RC several, to different blocks, and a fence waits for all of them (II-B)");
}

/// States the properties; `System` is the explicit one or that of exports.
template <class Outcome, class Monitor, class System>
void add_properties(System& system) {
    if constexpr (Monitor::present) {
        specs::add_load_value(system);
        specs::add_no_store_lost(system, CurrentValue{});
        specs::add_load_answer(system);
        specs::add_store_performed(system);
        if (system.config().atomics) specs::add_rmw_atomic(system);
    }
    specs::add_single_writer(system, ReadableCopies{});
    if constexpr (model::finite<typename System::D>) {
        specs::add_answers_match(system);
        add_issue_order(system);
        specs::add_access_accepted(system);
    }
    system.add_property(
        {"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"access-completes", "every access completes, if no message, fill or answer is postponed forever",
                         model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

/// What the properties need of a shape.
inline void declare_needs(model::Network& network) {
    for (const model::Property& property : std::vector<model::Property>(network.properties()))
        for (const char* name : {"load-value", "no-store-lost", "load-answer", "rmw-atomic", "single-writer"})
            if (property.name == name) network.declare_needs(name, {.values = 2});
}

}  // namespace tandem::baseline
