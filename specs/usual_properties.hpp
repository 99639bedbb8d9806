// What a coherent memory promises the threads of its cores, whatever the protocol.
#pragma once

#include <array>

#include "specs/accounts.hpp"
#include "specs/memory_order.hpp"
#include "specs/single_writer.hpp"

namespace tandem::specs {

/// The properties that `add_usual_properties` states of every system that is searched with a monitor.
inline constexpr std::array usual_property_names{"load-value", "no-store-lost", "store-performed", "single-writer",
                                                 "answers-match", "access-accepted", "no-deadlock", "access-completes"};

/// `copies` is as for `add_single_writer`, `current` as for `add_no_store_lost`. `System` is the explicit one, or that of proofs,
/// which get fewer properties. `one_a_block`: a thread has one access to a block under way. If it may have several, each is
/// awaited in its turn.
template <class Monitor, class System, class Copies, class Current, class Expected>
void add_usual_properties(System& system, Copies copies, Current current, Expected expected, bool one_a_block = true) {
    constexpr bool searched = model::finite<typename System::D>;
    if constexpr (Monitor::present) {
        add_load_value(system);
        add_no_store_lost(system, current);
        if constexpr (searched) {
            add_store_performed(system);
            if constexpr (requires { system.config().atomics; })
                if (system.config().atomics) add_rmw_atomic(system);
        }
    }
    add_single_writer(system, copies);
    if constexpr (searched) {
        add_answers_match(system);
        add_access_accepted(system);
    }
    system.add_property(
        {"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    if (one_a_block)
        system.add_property({"access-completes", "every access completes, if no message or fair action is postponed forever",
                             model::PropertyKind::always_eventually});
    else add_each_access_completes(system);
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<typename System::Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

}  // namespace tandem::specs
