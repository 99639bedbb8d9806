// MSI as the engines see it: its name, its settings, and what is asked of it.
#pragma once

#include "msi/lemmas.hpp"
#include "protocols/baseline/plain.hpp"

namespace tandem::msi {

struct Description : baseline::Plain {
    static constexpr std::array any_number{Sort::core};
    static constexpr const char* name = "msi";
    static constexpr const char* summary = "the textbook's MSI directory protocol";
    template <class Use>
    static auto watched(const Config&, model::Limits limits, Use&& use) { return with_epochs<Msi>(limits, use); }
    template <class D> using Simulated = Msi<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = baseline::settings_of(name);
        return all;
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { msi::add_properties<Monitor>(system); }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) { add_lemmas_with<Words>(system); }

protected:
    template <template <class> class Text, class Use>
    static auto with_epochs(model::Limits limits, Use&& use) {
        if (limits != model::Limits::all) return use(model::Watched<Text, specs::OnlyWatchedEpochs>{});
        return use(model::Watched<Text, specs::WatchedEpochs>{});
    }
    template <class Words, class System>
    static void add_lemmas_with(System& system) {
        if constexpr (requires(const typename System::View& view) { view.monitor().writer; })  // not where nothing watches
            msi::add_lemmas<Words>(system);
    }
};

}  // namespace tandem::msi
