// MESI as the engines see it.
#pragma once

#include "mesi/protocol.hpp"
#include "msi/description.hpp"

namespace tandem::mesi {

struct Description : msi::Description {
    static constexpr const char* name = "mesi";
    static constexpr const char* summary = "the textbook's MESI directory protocol, as an extension of MSI";
    template <class Use>
    static auto watched(const Config&, model::Limits limits, Use&& use) { return with_epochs<Mesi>(limits, use); }
    template <class D> using Simulated = Mesi<D>;
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) { add_lemmas_with<Words>(system); }
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
};

}  // namespace tandem::mesi
