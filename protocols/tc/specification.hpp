// The properties of Temporal Coherence. They are in the text's namespace, so the same lines judge a broken text, which has its
// own namespace when it is proved wrong (tests/smt).
#pragma once

#include <memory>
#include <vector>

#include "protocols/tc/properties.hpp"
#include "specs/accounts.hpp"
#include "specs/memory_order.hpp"
#include "specs/single_writer.hpp"
#include "specs/visibility.hpp"

namespace tandem::tc {

/// States the properties that the monitor judges.
template <class Monitor, class System>
void add_judged(System& system) {
    if constexpr (Monitor::promised == specs::Promise::now) specs::add_no_stale_load(system);
    if (system.config().consistency == Consistency::rc) specs::add_fence_visible(system);
    specs::add_write_atomicity(system);
    specs::add_no_store_lost(system, baseline::CurrentValue{});
    specs::add_store_performed(system);
    if (system.config().atomics) specs::add_rmw_atomic(system);
}

template <class Monitor, class System>
void add_properties(System& system) {
    if constexpr (Monitor::present) add_judged<Monitor>(system);
    // TC-Weak does not promise it: only fences wait for expired copies.
    if (system.config().atomicity == Atomicity::strong) specs::add_single_writer(system, ReadableCopies{});
    if constexpr (model::finite<typename System::D>) {
        specs::add_answers_match(system);
        specs::add_issue_order(
            system, system.config().consistency == Consistency::sc ? specs::InFlight::one : specs::InFlight::one_a_block,
            "SC leaves a warp one outstanding access; RC several, to different blocks, and a fence waits for all of them (II-B)");
        specs::add_access_accepted(system);
    }
    system.add_property({"no-deadlock", "a state in which nothing can happen, as time may pass, is one in which nobody waits",
                         model::PropertyKind::no_deadlock});
    system.add_property({"access-completes",
                         "every access completes, if time passes and no message, fill or answer is postponed forever",
                         model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (expected(d.value, system.config())) system.add_can_happen(d.value);
    });
}

/// The properties' needs of a shape; the tests break each property in the smallest shape that it allows. Without an SM that keeps
/// a copy beside it L2 waits for nobody, and "another's store" takes two threads.
inline void declare_needs(model::Network& network) {
    for (const model::Property& property : std::vector<model::Property>(network.properties())) {
        if (property.name == "single-writer") network.declare_needs(property.name, {.cores = 2, .threads = 2, .values = 2});
        if (property.name == "write-atomicity") network.declare_needs(property.name, {.threads = 2, .values = 2});
        if (property.name == "no-stale-load" || property.name == "no-store-lost" || property.name == "rmw-atomic")
            network.declare_needs(property.name, {.values = 2});
    }
}

template <class D>
using SeenNow = specs::Visibility<D, specs::Promise::now>;
template <class D>
using SeenAfterFence = specs::Visibility<D, specs::Promise::after_fence>;

}  // namespace tandem::tc
