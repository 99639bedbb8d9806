// Binds the text of remote-scope promotion to its properties. It lies in the text's namespace, so that a broken text, which has a
// namespace of its own where it is proved wrong (tests/smt), is bound by the same lines.
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

/// Which outcomes a system must show, and what holds data when nobody has anything under way.
template <class D>
struct Stated;
template <class D>
struct Stated<Rsp<D>> {
    using Held = HeldByL2;
    static bool expects(Outcome outcome, const Config& config, const specs::SharingRules& rules) { return expected(outcome, config, rules.home_beyond, loads(rules)); }
};
template <class D>
struct Stated<RspOfComponents<D>> {
    using Held = HeldByMemory;
    static bool expects(Outcome outcome, const Config& config, const specs::SharingRules& rules) {
        using enum specs::Sharing;
        const auto shares = [&](specs::Sharing how) { return std::find(rules.sharing.begin(), rules.sharing.end(), how) != rules.sharing.end(); };
        return expected_of_components(outcome, config, {shares(local), shares(global), shares(component), rules.home_beyond, loads(rules)});
    }
};

/// States the properties of remote-scope promotion; `System` is the explicit one or that of proofs, of protocol P.
template <class P, class System>
void add_properties(System& system, const specs::SharingRules& rules) {
    specs::add_ownership(system, typename Stated<P>::Held{});
    // In a proof it would be a clause for each content of the FIFO: apps/symbolic/rsp_prove.cpp says it of the FIFO as a set.
    if constexpr (std::is_same_v<typename System::D, model::Concrete>) system.add_invariant(DirtyInFifo::name, DirtyInFifo::sentence, DirtyInFifo{});
    if constexpr (std::is_same_v<typename System::D, model::Concrete>) {
        specs::add_answers_match(system);
        specs::add_issue_order(system, specs::InFlight::one, "a wavefront executes in order: its loads block it, and so does synchronization (2.2, 2.3)");
        // Remote operations of others can keep synchronization from beginning, each time by a stall or by a full channel (docs/findings.md, 25).
        specs::add_access_acceptable(system);
    }
    system.add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    system.add_property({"operation-completes", "every ordinary access and every one beyond the work-group completes, remote operations among them, if no message and no action is postponed forever",
                         model::PropertyKind::always_eventually});
    boost::mp11::mp_for_each<boost::describe::describe_enumerators<Outcome>>([&](auto d) {
        if (Stated<P>::expects(d.value, system.config(), rules)) system.add_can_happen(d.value);
    });
}

// The systems below are of one component or of several: `Text` is Rsp or RspOfComponents.

/// The explicit system, in which wavefronts do what programs without races do.
template <template <class> class Text>
std::unique_ptr<model::TextNetwork<Text<model::Concrete>>> make_system(const Config& config, const specs::SharingRules& rules) {
    auto system = std::make_unique<model::System<Text<model::Concrete>, specs::Ownership<model::Concrete>>>(config, rules);
    add_properties<Text<model::Concrete>>(*system, rules);
    // The last block is the synchronization location. Without another there are no data, and what passes is who has the lock, which takes two.
    const bool data = config.shape[model::Sort::address] > 1;
    system->declare_needs("no-dirty-data-lost", {.addresses = 2});
    system->declare_needs("message-passing", {.threads = data ? 1 : 2});
    return system;
}

/// Without a monitor wavefronts do whatever they like, races included: for exports, and nothing is promised but that nobody is stuck.
template <template <class> class Text>
std::unique_ptr<model::Network> make_free(const Config& config) {
    auto system = std::make_unique<model::System<Text<model::Concrete>>>(config);
    system->add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    return system;
}

}  // namespace tandem::rsp
