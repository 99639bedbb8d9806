// FLASH's protocol as the engines see it: its settings, and what is asked of it.
#pragma once

#include "flash/lemmas.hpp"
#include "model/description.hpp"
#include "model/settings.hpp"

namespace flash {

struct Description {
    static constexpr const char* name = "flash";
    static constexpr const char* summary = "the cache coherence protocol of the Stanford FLASH multiprocessor, with data";
    using Config = flash::Config;
    static constexpr std::array any_number{Sort::core};
    template <class D>
    using Text = Flash<D>;
    template <class D>
    using Monitor = LastStore<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = model::Settings<Config>("flash")
                                    .extent("processors", Sort::core, "besides home's own", 1, 4)
                                    .extent("values", Sort::value, "of data", 1, 4)
                                    .shape("small", "processors=2,values=2")
                                    .shape("usual", "processors=3,values=2")
                                    .wide("wide", "processors=4,values=2");
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) {
        flash::add_properties<Monitor>(system);
    }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) {
        flash::add_lemmas(system);
    }
};

}  // namespace flash
