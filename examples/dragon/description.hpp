// Dragon as the commands see it: its name, its settings, and what is asked of it.
#pragma once

#include "dragon/protocol.hpp"
#include "protocols/baseline/plain.hpp"

namespace dragon {

struct Description : baseline::Plain {
    static constexpr const char* name = "dragon";
    static constexpr const char* summary = "Dragon with a directory: a store to a shared block updates the other copies";
    using Config = dragon::Config;
    template <class D> using Text = Protocol<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of<Config>(name);
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { dragon::add_properties<Monitor>(system); }
};

}  // namespace dragon
