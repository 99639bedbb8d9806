// The properties of G-TSC, and the needs of each.
#pragma once

#include <algorithm>
#include <memory>
#include <vector>

#include "protocols/gtsc/properties.hpp"
#include "protocols/gtsc/step_properties.hpp"
#include "specs/accounts.hpp"
#include "specs/memory_order.hpp"
#include "specs/program_order.hpp"
#include "specs/single_writer.hpp"

namespace tandem::gtsc {

/// The properties' needs of a shape; the tests break each property in the smallest shape that it allows. L1 and L2 both hold
/// copies, so one SM suffices for single-writer. A request is old only if another request has caused a reset meanwhile: one of
/// another warp, or with RC of the same warp.
inline void declare_needs(model::Network& network, const Config& config) {
    const bool several_a_warp = config.consistency == Consistency::rc && config.shape[Sort::address] > 1;
    for (const model::Property& property : std::vector<model::Property>(network.properties())) {
        const auto is = [&](std::initializer_list<const char*> names) {
            return std::find(names.begin(), names.end(), property.name) != names.end();
        };
        if (is({"load-value", "no-store-lost", "program-order", "rmw-atomic", "single-writer"}))
            network.declare_needs(property.name, {.values = 2});
        if (is({"copy-never-older", "stale-counts-as-1", "reset-told-once"}))
            network.declare_needs(property.name, {.threads = several_a_warp ? 1 : 2});
    }
}

/// States the properties of G-TSC; `System` is the explicit one or that of proofs.
template <class Monitor, class System>
void add_properties(System& system) {
    if constexpr (Monitor::present) {
        specs::add_load_value(system);
        specs::add_no_store_lost(system, CurrentValue{});
        // A record of what each thread is owed would give a proof too many clauses: two SMs of two warps and blocks take minutes
        // more.
        if constexpr (!std::is_same_v<Monitor, specs::OnlyWatchedStore<model::Reported<typename System::D>>>) {
            specs::add_store_performed(system);
            if (system.config().atomics) specs::add_rmw_atomic(system);
        }
    }
    if constexpr (std::is_same_v<Monitor, specs::ProgramOrder<model::Reported<typename System::D>>>)
        specs::add_program_order(system);
    specs::add_single_writer(system, ReadableCopies{});
    add_warp_ts_monotone(system);
    add_warp_ts_latest(system);
    // A proof would take each of them on all paths through all blocks and warps at once.
    if constexpr (model::finite<typename System::D>) {
        add_step_properties(system);
        specs::add_answers_match(system);
        specs::add_issue_order(
            system, system.config().consistency == Consistency::sc ? specs::InFlight::one : specs::InFlight::one_a_block,
            "SC leaves a warp one outstanding access; RC several, to different blocks, and a fence waits for all of them (II-B)");
        specs::add_access_accepted(system);
    }
    system.add_property(
        {"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"access-completes",
                         "every access completes, if no message, fill, renewal or answer is postponed forever",
                         model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

}  // namespace tandem::gtsc
