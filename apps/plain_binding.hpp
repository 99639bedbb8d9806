// Binds a protocol without leases to its properties.
#pragma once

#include "apps/plain.hpp"
#include "protocols/baseline/system.hpp"
#include "specs/accounts.hpp"
#include "specs/memory_order.hpp"
#include "specs/single_writer.hpp"
#include "specs/watched_store.hpp"

namespace tandem::apps {

/// States the properties; `System` is the explicit one or that of exports.
template <class Outcome, class Monitor, class System>
void add_plain_properties(System& system) {
    if constexpr (Monitor::present) {
        specs::add_load_value(system);
        specs::add_no_store_lost(system, baseline::CurrentValue{});
        specs::add_load_answer(system);
        specs::add_store_performed(system);
        if (system.config().atomics) specs::add_rmw_atomic(system);
    }
    specs::add_single_writer(system, baseline::ReadableCopies{});
    if constexpr (std::is_same_v<typename System::D, model::Concrete>) {
        specs::add_answers_match(system);
        specs::add_issue_order(system, system.config().consistency == baseline::Consistency::sc ? specs::InFlight::one : specs::InFlight::one_a_block,
                               "SC leaves a warp one outstanding access; RC several, to different blocks, and a fence waits for all of them (II-B)");
        specs::add_access_accepted(system);
    }
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"access-completes", "every access completes, if no message, fill or answer is postponed forever", model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (baseline::expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

template <template <class> class P, class Monitor>
std::unique_ptr<model::Network> make_plain_system(const baseline::Config& config) {
    auto system = std::make_unique<model::System<P<model::Concrete>, Monitor>>(config);
    add_plain_properties<typename P<model::Concrete>::Outcome, Monitor>(*system);
    if constexpr (Monitor::present)
        for (const char* name : {"load-value", "no-store-lost", "load-answer"}) system->declare_needs(name, {.values = 2});
    if constexpr (Monitor::present)
        if (config.atomics) system->declare_needs("rmw-atomic", {.values = 2});
    system->declare_needs("single-writer", {.values = 2});
    return system;
}

template <template <class> class P>
std::unique_ptr<model::Network> make_plain(const baseline::Config& config, bool monitored) {
    if (monitored) return make_plain_system<P, specs::WatchedStore<model::Concrete>>(config);
    return make_plain_system<P, model::NoMonitor>(config);
}

}  // namespace tandem::apps
