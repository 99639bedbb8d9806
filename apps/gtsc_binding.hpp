// Binds the text of G-TSC to its properties.
#pragma once

#include <memory>

#include "protocols/gtsc/properties.hpp"
#include "protocols/gtsc/step_properties.hpp"
#include "specs/memory_order.hpp"
#include "specs/program_order.hpp"
#include "specs/single_writer.hpp"

namespace tandem::gtsc {

/// States the properties of G-TSC; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    if constexpr (Monitor::present) {
        specs::add_load_value(system);
        specs::add_no_store_lost(system, CurrentValue{});
        specs::add_store_performed(system);
        if (system.config().atomics) specs::add_rmw_atomic(system);
    }
    if constexpr (std::is_same_v<Monitor, specs::ProgramOrder<typename System::D>>) specs::add_program_order(system);
    specs::add_single_writer(system, ReadableCopies{});
    add_warp_ts_monotone(system);
    add_warp_ts_latest(system);
    // A proof would take each of them on all paths through all blocks and warps at once.
    if constexpr (std::is_same_v<typename System::D, model::Concrete>) add_step_properties(system);
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"access-completes",
                         "every access completes, if no message, fill, renewal or answer is postponed forever", model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

/// The explicit system with the properties that the monitor can judge.
template <class Monitor>
std::unique_ptr<model::TextNetwork<Gtsc<model::Concrete>>> make_system(const Config& config) {
    auto system = std::make_unique<model::System<Gtsc<model::Concrete>, Monitor>>(config);
    add_properties<Monitor>(*system);
    return system;
}

}  // namespace tandem::gtsc
