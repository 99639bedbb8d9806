// Incoherent as the engines see it (engines/README.md).
#pragma once

#include "protocols/baseline/plain.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::incoherent {

struct Description : baseline::Plain {
    using Config = incoherent::Config;
    static constexpr const char* name = "incoherent";
    static constexpr const char* summary = "private caches that nobody invalidates: broken";
    template <class D> using Text = Incoherent<D>;
    static const model::Settings<Config>& settings() {
        static const auto all =
            baseline::settings_of<Config>(name)
                .choice("stores to a block that is here", &Config::stores,
                        {{Stores::write_update, "the copy is updated"},
                         {Stores::write_evict,
                          "the copy is dropped, as GPGPU-Sim 3 does with global data: the G-TSC paper's baseline with L1"}})
                .named_if([](const Config& c) { return c.stores != Stores::write_update; });
        return all;
    }
    static std::vector<model::Tally> loads_in_cache() {
        using Outcome = incoherent::Outcome;
        return {{"hits", {Outcome::load_hit}}, {"misses", {Outcome::load_miss}}, {"merged with a miss", {Outcome::load_merged}}};
    }
};

}  // namespace tandem::incoherent
