// MSI as the engines see it: its name, its settings, and what is asked of it.
#pragma once

#include "msi/protocol.hpp"
#include "protocols/baseline/plain.hpp"

namespace tandem::msi {

struct Description : baseline::Plain {
    static constexpr std::array any_number{Sort::core};
    static constexpr const char* name = "msi";
    static constexpr const char* summary = "the textbook's MSI directory protocol";
    template <class D> using Text = Msi<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { msi::add_properties<Monitor>(system); }
};

}  // namespace tandem::msi
