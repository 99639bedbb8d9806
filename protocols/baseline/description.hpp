// Baseline as the engines see it (engines/README.md).
#pragma once

#include "protocols/baseline/lemmas.hpp"
#include "protocols/baseline/plain.hpp"
#include "protocols/baseline/protocol.hpp"

namespace tandem::baseline {

struct Description : baseline::Plain {
    static constexpr const char* name = "baseline";
    static constexpr const char* summary = "BL: no private caches, every access goes to L2 (G-TSC paper, VI-A)";
    static constexpr std::array any_number{Sort::core, Sort::thread, Sort::address};
    template <class D> using Text = Baseline<D>;
    /// A proof has no count of the stores on their way, of which there may be any number.
    template <class Use>
    static auto watched(const Config&, model::Limits limits, Use&& use) {
        if (limits == model::Limits::none) return use(model::Watched<Baseline, specs::UncountedWatchedStore>{});
        return use(model::Watched<Baseline, specs::WatchedStore>{});
    }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) {
        if constexpr (Monitor::present && std::is_same_v<Text, Baseline<typename Text::Domain>>) baseline::add_lemmas(system);
    }
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
};

}  // namespace tandem::baseline
