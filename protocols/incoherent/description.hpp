// Incoherent as the engines see it (engines/README.md).
#pragma once

#include "protocols/baseline/plain.hpp"
#include "protocols/incoherent/protocol.hpp"

namespace tandem::incoherent {

struct Description : baseline::Plain {
    static constexpr const char* name = "incoherent";
    static constexpr const char* summary = "private caches that nobody invalidates: broken";
    template <class D> using Text = Incoherent<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
    static std::vector<model::Tally> loads_in_cache() {
        using Outcome = incoherent::Outcome;
        return {{"hits", {Outcome::load_hit}}, {"misses", {Outcome::load_miss}}, {"merged with a miss", {Outcome::load_merged}}};
    }
};

}  // namespace tandem::incoherent
