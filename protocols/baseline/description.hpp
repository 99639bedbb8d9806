// Baseline as the engines see it (engines/README.md).
#pragma once

#include "protocols/baseline/plain.hpp"
#include "protocols/baseline/protocol.hpp"

namespace tandem::baseline {

struct Description : baseline::Plain {
    static constexpr const char* name = "baseline";
    static constexpr const char* summary = "BL: no private caches, every access goes to L2 (G-TSC paper, VI-A)";
    static constexpr std::array any_number{Sort::core, Sort::address};
    template <class D> using Text = Baseline<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
};

}  // namespace tandem::baseline
