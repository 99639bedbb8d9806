// The MOESI directory protocol as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/moesi/lemmas.hpp"
#include "protocols/moesi/machine.hpp"
#include "protocols/moesi/properties.hpp"
#include "protocols/moesi/settings.hpp"
#include "specs/last_stored.hpp"

namespace tandem::moesi {

struct Description {
    static constexpr std::array any_number{model::Sort::core};
    static constexpr const char* name = "moesi";
    static constexpr const char* summary =
        "a MOESI directory protocol with owner forwarding, and MESI, MOSI and MSI of the same text (as in MTTOP, ISCA 2013)";
    using Config = moesi::Config;
    template <class Use>
    static auto watched(const Config& config, model::Limits limits, Use&& use) {
        if (limits != model::Limits::all) return with_monitor<specs::OnlyWatchedLastStored>(config, use);
        return with_monitor<specs::WatchedStore>(config, use);
    }
    static const model::Settings<Config>& settings() { return moesi::settings(); }
    static void complete(Config& config, const model::Said& said) { moesi::complete(config, said); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { moesi::add_properties<Monitor>(system); }
    template <class Text, class Monitor, class System>
    static void add_lemmas(System& system, const Config&) {
        if constexpr (std::is_same_v<Text, Moesi<typename Text::Domain>>) moesi::add_lemmas(system);
    }

    /// A request waits in its channel while the directory is busy. So only a directory that gives each of its channels a turn
    /// serves it.
    static bool strong_fairness(const Config&) { return true; }

    static std::vector<model::KnownFailure> known_failures() {
        return {{"access-accepted", "rc", "blocks",
                 "two transactions of one cache starve another's write-back, which waits in its channel: whenever the directory "
                 "is not busy with its block, the channel that its answer needs is full. `queues` answers it"}};
    }

    // The directory of each bank, which queues requests, in front of an L2 that belongs to memory.
    template <class D> using Simulated = QueueingMoesi<D>;
    static constexpr const char* simulated_word = "queues";
    using Copies = ReadableCopies;
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { moesi::on_machine(config, machine); }

private:
    template <template <class> class Monitor, class Use>
    static auto with_monitor(const Config& config, Use&& use) {
        if (config.busy == Busy::queues) return use(model::Watched<QueueingMoesi, Monitor>{});
        return use(model::Watched<Moesi, Monitor>{});
    }
};

}  // namespace tandem::moesi
