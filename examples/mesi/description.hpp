// MESI as the engines see it.
#pragma once

#include "mesi/protocol.hpp"
#include "msi/description.hpp"

namespace tandem::mesi {

struct Description : msi::Description {
    static constexpr const char* name = "mesi";
    static constexpr const char* summary = "the textbook's MESI directory protocol, as an extension of MSI";
    template <class D> using Text = Mesi<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
};

}  // namespace tandem::mesi
