// The APU as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/apu/machine.hpp"
#include "protocols/apu/properties.hpp"
#include "protocols/apu/settings.hpp"
#include "specs/several_blocks.hpp"

namespace tandem::apu {

struct Description {
    static constexpr const char* name = "apu";
    static constexpr const char* summary =
        "CPUs and a GPU that share memory, with HRF and TSO (Puthoor and Lipasti, TACO 2021, section 2)";
    using Config = apu::Config;
    template <class Use>
    static auto watched(const Config& config, model::Limits, Use&& use) {
        return config.busy == Busy::queues ? specs::watched_in_blocks<QueueingApu, Watch>(config, use)
                                           : specs::watched_in_blocks<Apu, Watch>(config, use);
    }
    static const model::Settings<Config>& settings() { return apu::settings(); }
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { apu::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config& config) { apu::declare_needs(network, config); }
    /// Requests of several caches compete at GL2 and at the directory.
    static bool strong_fairness(const Config&) { return true; }

    // GPU phases: the nodes that queue requests, in a machine whose CPUs are idle.
    template <class D> using Simulated = QueueingApu<D>;
    static constexpr const char* simulated_word = "queues";
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { apu::on_machine(config, machine); }
    static std::vector<model::Tally> loads_in_cache() {
        return {{"hits", {Outcome::load_hit}}, {"misses", {Outcome::load_miss}}, {"merged with a miss", {Outcome::load_merged}}};
    }
};

}  // namespace tandem::apu
