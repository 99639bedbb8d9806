// TSO on MSI as the engines see it.
#pragma once

#include "msi/description.hpp"
#include "protocols/cores/settings.hpp"
#include "protocols/cores/watch.hpp"
#include "tso/protocol.hpp"

namespace tandem::tso {

struct Description {
    static constexpr const char* name = "tso";
    static constexpr const char* summary =
        "a write buffer with forwarding at each core, on the textbook's MSI directory protocol";
    using Config = tso::Config;
    template <class D> using Text = Tso<D>;
    template <class D> using Monitor = cores::Watch<D>;
    static const model::Settings<Config>& settings() {
        static const auto all = [] {
            model::Settings<Config> stated(name);
            return baseline::add_numbers(cores::add_choices(stated))
                .shape("small", "sms=2,warps=1,blocks=1,values=2")
                .wide("wide", "sms=3,warps=1,blocks=2,values=2,atomics=1")
                .wide("wide-banks", "sms=2,warps=2,blocks=2,values=2,banks=2,atomics=1");
        }();
        return all;
    }
    static void complete(Config& config, const model::Said& said) {
        baseline::check(config);
        cores::check(config, said);
        if (config.lanes > 1)
            throw model::UsageError("lanes=" + std::to_string(config.lanes) +
                                    ": buffer-fifo is stated of instructions that touch one block, lanes=1 is accepted");
    }
    template <class Text, class Monitor, class System>
    static void add_properties(System& system, const Config&) { tso::add_properties<Monitor>(system); }
    static bool strong_fairness(const Config&) { return true; }
    static constexpr int most_threads = baseline::most_waiting;
    static constexpr const char* promised_model = "tso";
    static constexpr const char* not_on_symbols = "core sides are compared with models and not proved: msi is accepted";
    static constexpr const char* not_simulated =
        "core sides are simulated before MOESI and not before MSI: mttop and msi are accepted";
};

}  // namespace tandem::tso
