// German's protocol as the engines see it: its settings, and what is asked of it.
#pragma once

#include "german/lemmas.hpp"
#include "german/properties.hpp"
#include "model/description.hpp"
#include "model/settings.hpp"

namespace german {

struct Description {
    static constexpr const char* name = "german";
    static constexpr const char* summary = "German's cache coherence protocol, with data";
    using Config = german::Config;
    using Domain = model::Wide;  // up to eight caches
    static constexpr std::array any_number{Sort::core};
    template <class D> using Text = German<D>;
    template <class D> using Monitor = LastStore<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = model::Settings<Config>("german")
                                    .extent("caches", Sort::core, "", 1, 8)
                                    .extent("values", Sort::value, "of data", 1, 8)
                                    .flag("loads", &Config::loads, "1: caches also load")
                                    .shape("small", "caches=3,values=2")
                                    .shape("usual", "caches=4,values=2")
                                    .wide("wide", "caches=8,values=4,loads=1");
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { german::add_properties<Monitor>(system); }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) { german::add_lemmas(system); }
};

}  // namespace german
