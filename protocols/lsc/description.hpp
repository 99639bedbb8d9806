// Lockstep SC as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/lsc/properties.hpp"
#include "protocols/lsc/settings.hpp"

namespace tandem::lsc {

struct Description {
    static constexpr const char* name = "lsc";
    static constexpr const char* summary = "lockstep SC on an APU by mutexes (Puthoor and Lipasti, TACO 2021)";
    using Config = lsc::Config;
    template <class D> using Text = Lsc<D>;
    template <class D> using Monitor = Discipline<D>;
    static const model::Settings<Config>& settings() { return lsc::settings(); }
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { lsc::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config& config) { lsc::declare_needs(network, config); }
    static constexpr const char* sound_variant = "repaired";
    /// Requests of several caches meet at GL2, at the directory and at the pool.
    static bool strong_fairness(const Config&) { return true; }
    static constexpr bool no_relation_exported = true;  // a proof's, which has the monitor (discipline.hpp)
    static constexpr const char* not_simulated = "a machine with a mutex pool is not simulated yet: apu, its baseline, is accepted on --machine soc";
};

}  // namespace tandem::lsc
