// The properties of remote-scope promotion. They are in the text's namespace, so the same lines judge a broken text, which has
// its own namespace when it is proved wrong (tests/smt).
#pragma once

#include <algorithm>
#include <memory>

#include "protocols/rsp/properties.hpp"
#include "specs/accounts.hpp"
#include "specs/ownership.hpp"

namespace tandem::rsp {

/// Whether some program loads the synchronization location.
inline bool loads(const specs::SharingRules& rules) {
    return rules.looks || std::find(rules.passing.begin(), rules.passing.end(), specs::Passing::turns) != rules.passing.end();
}

/// The outcomes that a system must show, and the place of data when nobody has an access under way.
template <class D>
struct Stated;
template <class D>
struct Stated<Rsp<D>> {
    using Held = HeldByL2;
    static bool expects(Outcome outcome, const Config& config, const specs::SharingRules& rules) {
        return expected(outcome, config, rules.home_beyond, loads(rules));
    }
};
template <class D>
struct Stated<RspOfComponents<D>> {
    using Held = HeldByMemory;
    static bool expects(Outcome outcome, const Config& config, const specs::SharingRules& rules) {
        using enum specs::Sharing;
        const auto shares = [&](specs::Sharing how) {
            return std::find(rules.sharing.begin(), rules.sharing.end(), how) != rules.sharing.end();
        };
        return expected_of_components(outcome, config,
                                      {shares(local), shares(global), shares(component), rules.home_beyond, loads(rules)});
    }
};

/// The promises to race-free programs.
template <class P, class System>
void add_judged(System& system) {
    specs::add_ownership(system, typename Stated<P>::Held{});
    if constexpr (requires { system.add_stated_invariant(DirtyInFifo::name, DirtyInFifo::sentence, DirtyInFifo{}); })
        system.add_stated_invariant(DirtyInFifo::name, DirtyInFifo::sentence, DirtyInFifo{});
    if constexpr (model::finite<typename System::D>) {
        specs::add_answers_match(system);
        specs::add_issue_order(system, specs::InFlight::one,
                               "a wavefront executes in order: its loads block it, and so does synchronization (2.2, 2.3)");
        // Remote operations of others can keep synchronization from beginning, each time by a stall or by a full channel
        // (docs/findings.md, 25).
        specs::add_access_acceptable(system);
    }
}

/// Their eventual effects, and what happens on the way.
template <class P, class System>
void add_liveness_and_outcomes(System& system, const specs::SharingRules& rules) {
    system.add_property({"operation-completes",
                         "every ordinary access and every one beyond the work-group completes, remote operations among them, if "
                         "no message and no action is postponed forever",
                         model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (Stated<P>::expects(d.value, system.config(), rules)) system.add_can_happen(d.value);
    });
}

/// States the properties of remote-scope promotion. `System`, of protocol P, is the explicit one or that of proofs. Without a
/// monitor wavefronts do anything, including races, and the only promise is that nobody is stuck.
template <class P, class Monitor, class System>
void add_properties(System& system, const specs::SharingRules& rules) {
    if constexpr (Monitor::present) add_judged<P>(system);
    system.add_property(
        {"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    if constexpr (Monitor::present) add_liveness_and_outcomes<P>(system, rules);
}

/// The properties' needs of a shape. The last block is the synchronization location. Without another block there are no data, and
/// only the lock is passed on, which takes two.
inline void declare_needs(model::Network& network, const Config& config) {
    const bool data = config.shape[model::Sort::address] > 1;
    for (const model::Property& property : std::vector<model::Property>(network.properties())) {
        if (property.name == "no-dirty-data-lost") network.declare_needs(property.name, {.addresses = 2});
        if (property.name == "message-passing") network.declare_needs(property.name, {.threads = data ? 1 : 2});
    }
}

}  // namespace tandem::rsp
