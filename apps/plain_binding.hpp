// Binds a protocol without leases to its properties.
#pragma once

#include "apps/plain.hpp"
#include "protocols/baseline/system.hpp"
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
    }
    specs::add_single_writer(system, baseline::ReadableCopies{});
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
    return system;
}

template <template <class> class P>
std::unique_ptr<model::Network> make_plain(const baseline::Config& config, bool monitored) {
    if (monitored) return make_plain_system<P, specs::WatchedStore<model::Concrete>>(config);
    return make_plain_system<P, model::NoMonitor>(config);
}

}  // namespace tandem::apps
