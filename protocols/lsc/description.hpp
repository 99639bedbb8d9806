// Lockstep SC as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/lsc/machine.hpp"
#include "protocols/lsc/properties.hpp"
#include "protocols/lsc/settings.hpp"
#include "specs/several_blocks.hpp"

namespace tandem::lsc {

struct Description {
    static constexpr const char* name = "lsc";
    static constexpr const char* summary = "lockstep SC on an APU by mutexes (Puthoor and Lipasti, TACO 2021)";
    using Config = lsc::Config;
    template <class Use>
    static auto watched(const Config& config, model::Limits limits, Use&& use) {
        const bool queues = config.busy == apu::Busy::queues;
        // A proof, and the search that it is compared with, follow one store, and say nothing of a thread's order.
        if (limits != model::Limits::all)
            return queues ? specs::watched_in_blocks<QueueingLsc, apu::Watch>(config, use)
                          : specs::watched_in_blocks<Lsc, apu::Watch>(config, use);
        return queues ? specs::watched_in_blocks<QueueingLsc, Discipline>(config, use)
                      : specs::watched_in_blocks<Lsc, Discipline>(config, use);
    }
    static const model::Settings<Config>& settings() { return lsc::settings(); }
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { lsc::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config& config) { lsc::declare_needs(network, config); }
    static constexpr const char* sound_variant = "repaired";
    static constexpr const char* promised_model = "lsc";  // which is SC for threads of one lane
    /// Requests of several caches compete at GL2, at the directory and at the pool.
    static bool strong_fairness(const Config&) { return true; }
    static constexpr bool no_relation_exported = true;  // a proof's, which has the monitor (discipline.hpp)

    // GPU phases: the nodes that queue requests, in a machine whose CPUs are idle.
    template <class D> using Simulated = QueueingLsc<D>;
    static constexpr const char* simulated_word = "queues";
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { lsc::on_machine(config, machine); }
    using Copies = AllCopies;
    static std::vector<model::Tally> loads_in_cache() {
        return {{"hits", {Outcome::load_hit}}, {"misses", {Outcome::load_miss}}, {"merged with a miss", {Outcome::load_merged}}};
    }
};

}  // namespace tandem::lsc
