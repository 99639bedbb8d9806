// Binds a protocol to the monitor that plays litmus programs.
#pragma once

#include <algorithm>
#include <utility>

#include "apps/play.hpp"
#include "apps/usage_error.hpp"
#include "model/system.hpp"

namespace tandem::apps {

/// Whether two cores may be exchanged.
template <class P, class Config>
bool cores_alike(Config config) {
    config.shape[model::Sort::core] = 2;
    model::Permutation exchanged;
    std::swap(exchanged.core[0], exchanged.core[1]);
    if constexpr (requires { P::symmetric(exchanged, config); }) return P::symmetric(exchanged, config);
    else return true;
}

/// The programs of `tests` on protocol P; the configuration's numbers of SMs, warps, blocks and values become what these need. A protocol with scopes has
/// `config.components`, as many as the tests need at least. Throws UsageError for what the protocol has no room for.
template <class P, class Config>
Played play(Config config, const std::vector<specs::Test>& tests, std::string (*describe)(const Config&)) {
    using model::Sort;
    using Player = specs::Player<model::Concrete>;
    using Sm = std::tuple_element_t<0, typename P::Nodes>;
    typename Sm::Operation fence;
    fence.kind = model::AccessKind::fence;
    specs::Machine machine{.fences = Sm::issues(fence, config)};
    if constexpr (requires { fence.synchronization; }) {
        machine.scopes = config.every_order = true;
        machine.components = {config.components, specs::components_of(tests).cores_of_each};
        config.cus_of_each = machine.components.cores_of_each;
    }
    auto programs = std::make_shared<std::vector<specs::Program>>();
    for (const specs::Test& test : tests) programs->push_back(specs::compile(test, machine));

    const specs::Extents needed = specs::extents_of(*programs);
    const auto set = [&](Sort sort, int n, const char* what) {
        if (n > model::most(sort)) throw UsageError("the test needs " + std::to_string(n) + " " + what + ": up to " + std::to_string(model::most(sort)) + " are accepted");
        config.shape[sort] = n;
    };
    set(Sort::core, needed.cores, "SMs");
    set(Sort::thread, needed.warps, "warps of one SM");
    set(Sort::address, needed.locations, "locations");
    set(Sort::value, needed.values, "values");
    config.atomics = needed.atomics;
    config.lanes = 1;
    // L2 has that many places for requests that wait for a block.
    if (needed.threads > model::max_extent) throw UsageError("the test needs " + std::to_string(needed.threads) + " threads: up to " + std::to_string(model::max_extent) + " are accepted");

    auto system = std::make_unique<model::System<P, Player>>(config, programs);
    // An atomic's wrong guess ends a run, which is no deadlock.
    if (std::none_of(programs->begin(), programs->end(), [](const auto& p) { return p.guesses; }))
        system->add_property({"no-deadlock", "a state in which nothing can happen is one in which nobody waits", model::PropertyKind::no_deadlock});
    constexpr bool holds_writes_back = requires(Sm sm) { sm.presses(config); };
    return {programs, std::move(system), describe(config), machine.fences, machine.scopes, machine.components.count, cores_alike<P>(config), holds_writes_back};
}

}  // namespace tandem::apps
