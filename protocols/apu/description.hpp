// The APU as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/apu/properties.hpp"
#include "protocols/apu/settings.hpp"

namespace tandem::apu {

struct Description {
    static constexpr const char* name = "apu";
    static constexpr const char* summary = "CPUs and a GPU that share memory, with HRF and TSO (Puthoor and Lipasti, TACO 2021, section 2)";
    using Config = apu::Config;
    template <class D> using Text = Apu<D>;
    template <class D> using Monitor = Watch<D>;
    static const model::Settings<Config>& settings() { return apu::settings(); }
    static void complete(Config& config, const model::Said&) { check(config); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { apu::add_properties<Monitor>(system); }
    static void declare_needs(model::Network& network, const Config& config) { apu::declare_needs(network, config); }
    /// Requests of several caches meet at GL2 and at the directory.
    static bool strong_fairness(const Config&) { return true; }
    static constexpr const char* not_simulated = "a machine with CPUs beside a GPU is not simulated yet: other protocols are accepted";
};

}  // namespace tandem::apu
