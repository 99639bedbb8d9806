// MTTOP as the engines see it (engines/README.md).
#pragma once

#include "model/description.hpp"
#include "protocols/cores/watch.hpp"
#include "protocols/mttop/machine.hpp"
#include "protocols/mttop/properties.hpp"
#include "protocols/mttop/settings.hpp"

namespace tandem::mttop {

struct Description {
    static constexpr const char* name = "mttop";
    static constexpr const char* summary =
        "SCsimple, SCwb, TSO and RMO at the cores, on the MOESI directory protocol (MTTOP, ISCA 2013)";
    using Config = mttop::Config;
    template <class D> using Text = Mttop<D>;
    template <class D> using Monitor = cores::Watch<D>;
    static const model::Settings<Config>& settings() { return mttop::settings(); }
    static void complete(Config& config, const model::Said& said) { check(config, said); }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { mttop::add_properties<Monitor>(system); }

    /// As in moesi: a request waits in its channel while the directory is busy.
    static bool strong_fairness(const Config&) { return true; }

    static constexpr const char* not_on_symbols =
        "its core sides are compared with models and not proved: moesi, which is the protocol under them, is accepted";
    // The directory of each bank, which queues requests, in front of an L2 that belongs to memory.
    template <class D> using Simulated = QueueingMttop<D>;
    using Copies = moesi::ReadableCopies;
    template <class Machine>
    static void on_machine(Config& config, const Machine& machine) { mttop::on_machine(config, machine); }
};

}  // namespace tandem::mttop
